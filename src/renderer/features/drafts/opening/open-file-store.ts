import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FileTicket } from '../../../../contract/app.ts'
import type { RecentFile } from '../../../../contract/draft-sources.ts'
import type { SampleSpreadsheet } from '../../../../contract/practice.ts'
import type { Failure, Result } from '../../../../contract/result.ts'
import { createLatest } from '../../../bridge/latest.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useEvent } from '../../../bridge/useEvent.ts'
import { formatTimeLeft } from '../../../ui/format.ts'
import { openingText } from './opening-text.ts'

/** A file that is being opened as a draft. */
export type OpenFileState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'opening'
      readonly fileName: string
      /** Null until the program has the file. */
      readonly fileId: string | null
      readonly part: number | null
      readonly progressText: string
      /** Empty until they are read. */
      readonly firstRows: readonly (readonly string[])[]
    }
  | {
      readonly kind: 'failed'
      readonly fileName: string | null
      readonly failure: Failure
    }

/** Opening continues while screens change; drop, Ctrl+O and the import page share it. */
export const useOpenFileStore = defineStore('open-file', () => {
  const client = useClient()
  const state = shallowRef<OpenFileState>({ kind: 'idle' })
  const latest = createLatest()

  useEvent('drafts.progressed', (event) => {
    const { progress } = event
    if (state.value.kind !== 'opening' || state.value.fileId !== event.subject || !progress) return
    const { part, words, secondsLeft = null, firstRows = state.value.firstRows } = progress
    const progressText = [words, formatTimeLeft(secondsLeft)].filter((text) => text !== '').join(', ')
    state.value = { ...state.value, part, progressText, firstRows }
  })

  /** Reads a file. Gives the new draft's id, or null: failed (see `state`), or dismissed by the user. */
  async function open(fileName: string, getTicket: () => Promise<Result<FileTicket>>): Promise<string | null> {
    const isLatest = latest.begin()
    const opening = { kind: 'opening', fileName, part: null, progressText: openingText.firstStep } as const
    state.value = { ...opening, fileId: null, firstRows: [] }
    const ticket = await getTicket()
    if (!isLatest()) return null
    if (!ticket.ok) return fail(fileName, ticket.error)
    const { fileId } = ticket.value
    state.value = { ...opening, fileId, firstRows: [] }
    const opened = await client.call('drafts.open', { fileId })
    if (!isLatest()) return null
    if (!opened.ok) return fail(fileName, opened.error)
    state.value = { kind: 'idle' }
    return opened.value.id
  }

  function fail(fileName: string | null, failure: Failure): null {
    state.value = failure.kind === 'cancelled' ? { kind: 'idle' } : { kind: 'failed', fileName, failure }
    return null
  }

  const openFile = (file: File): Promise<string | null> => open(file.name, () => client.takeFile(file))

  async function chooseAndOpen(): Promise<string | null> {
    return openTicket(await client.chooseFile())
  }

  /** Opens a spreadsheet of this PC once more, if it is still there. */
  const openRecent = ({ id, name }: Pick<RecentFile, 'id' | 'name'>): Promise<string | null> =>
    open(name, () => client.call('drafts.openRecentFile', { id }))

  async function openSample(sample: SampleSpreadsheet): Promise<string | null> {
    return openTicket(await client.call('practice.takeSample', { sample }))
  }

  async function openTicket(taken: Result<FileTicket | null>): Promise<string | null> {
    if (!taken.ok) return fail(null, taken.error)
    const ticket = taken.value
    return ticket ? open(ticket.name, () => Promise.resolve({ ok: true, value: ticket })) : null
  }

  /** Back to idle. The program stops reading the file, and nothing of it is saved. */
  function dismiss(): void {
    latest.cancel()
    const before = state.value
    state.value = { kind: 'idle' }
    // Its answer says only whether the file was still being read.
    if (before.kind === 'opening' && before.fileId !== null)
      void client.call('drafts.cancelOpen', { fileId: before.fileId })
  }

  return {
    state,
    busy: computed(() => state.value.kind === 'opening'),
    openFile,
    openTicket,
    chooseAndOpen,
    openRecent,
    openSample,
    dismiss,
  }
})
