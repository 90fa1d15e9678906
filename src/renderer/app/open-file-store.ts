import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FileTicket } from '../../contract/app.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { call, chooseFile, onEvent, takeFile } from '../bridge/client.ts'

/** A file on its way to a draft. */
export type OpenFileState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening'; readonly fileName: string; readonly part: number | null; readonly words: string }
  | { readonly kind: 'failed'; readonly fileName: string | null; readonly failure: Failure }

/** Opening goes on while screens change: a drop anywhere, Ctrl+O anywhere, and the import page show the same one. */
export const useOpenFileStore = defineStore('open-file', () => {
  const state = shallowRef<OpenFileState>({ kind: 'idle' })
  let latest = 0

  onEvent('drafts.progressed', (event) => {
    if (state.value.kind !== 'opening' || !event.progress) return
    state.value = { ...state.value, part: event.progress.part, words: event.progress.words }
  })

  /** Takes the file in and reads it. Gives the new draft's id, or null: nothing chosen, failed (see state), or set aside by her. */
  async function open(fileName: string, take: () => Promise<Result<FileTicket>>): Promise<string | null> {
    latest += 1
    const mine = latest
    state.value = { kind: 'opening', fileName, part: null, words: 'Taking the file in' }
    const ticket = await take()
    if (mine !== latest) return null
    if (!ticket.ok) return fail(fileName, ticket.error)
    const draft = await call('drafts.open', { fileId: ticket.value.fileId })
    if (mine !== latest) return null
    if (!draft.ok) return fail(fileName, draft.error)
    state.value = { kind: 'idle' }
    return draft.value.id
  }

  function fail(fileName: string | null, failure: Failure): null {
    state.value = failure.kind === 'cancelled' ? { kind: 'idle' } : { kind: 'failed', fileName, failure }
    return null
  }

  const openFile = (file: File): Promise<string | null> => open(file.name, () => takeFile(file))

  /** Asks with the system's dialog first. */
  async function chooseAndOpen(): Promise<string | null> {
    const chosen = await chooseFile()
    if (!chosen.ok) return fail(null, chosen.error)
    const ticket = chosen.value
    return ticket ? open(ticket.name, () => Promise.resolve({ ok: true, value: ticket })) : null
  }

  /** Back to idle. A file that is still being read becomes a draft all the same, and is found on the import page. */
  function dismiss(): void {
    latest += 1
    state.value = { kind: 'idle' }
  }

  return { state, busy: computed(() => state.value.kind === 'opening'), openFile, chooseAndOpen, dismiss }
})
