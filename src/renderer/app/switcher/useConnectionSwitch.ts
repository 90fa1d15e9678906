import { inject, ref } from 'vue'
import type { Connection, ConnectionState } from '../../../contract/connections.ts'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import type { Result } from '../../../contract/result.ts'
import { type ProgramClient, useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { unsavedInputsKey } from '../../ui/useUnsavedInput.ts'
import { useConnectionStore } from '../connection-store.ts'
import { switcherText as text, type UnfinishedWork } from './switcher-text.ts'
import { providedState } from '../../ui/provided-state.ts'

/** Reads the unfinished work of the connection in use. What cannot be read counts as finished: nothing is lost by a switch. */
async function readUnfinishedWork(
  { read }: Pick<ProgramClient, 'read'>,
  typed: readonly string[],
): Promise<UnfinishedWork> {
  const [uploads, customers] = await Promise.all([read('uploads.overview', {}), read('customers.status', {})])
  const { open = 0, running = 0 } = uploads.ok ? uploads.value : {}
  const { edits, deletions } = customers.ok ? customers.value : { edits: null, deletions: null }
  const held = deletions?.held ?? 0
  return {
    running,
    waiting: Math.max(0, open - running),
    edits: (edits?.pending ?? 0) + (deletions?.pending ?? 0) - held,
    held,
    problems: (edits?.failed ?? 0) + (edits?.conflicts ?? 0) + (deletions?.failed ?? 0),
    typed,
  }
}

/** Switches between connections and regions, with a question where something is unfinished. */
export function useConnectionSwitch() {
  const client = useClient()
  const confirm = useConfirm()
  const toasts = useToasts()
  const unsaved = inject(unsavedInputsKey, null)
  const store = useConnectionStore()
  /** Id of the connection that is being switched to. */
  const busyId = ref<string | null>(null)

  /** Asks whether to go from one to the other. `losesText`: what was typed would be lost. */
  async function ask(from: string, to: string, names: readonly string[], losesText: boolean): Promise<boolean> {
    const { title, text: textOf, confirm: confirmLabel, discard, keep: cancelLabel } = text.question
    if (names.length === 0) return true
    const isAgreed = await confirm({
      title: title(to),
      text: textOf(from),
      names,
      ...(losesText ? { confirmLabel: discard, cancelLabel, tone: 'danger' } : { confirmLabel }),
    })
    if (isAgreed && losesText) unsaved?.discard()
    return isAgreed
  }

  /** Says what is unfinished in the connection in use, before another one is used. False: the user cancelled. */
  async function mayLeaveFor(name: string): Promise<boolean> {
    const { current } = store
    if (!current) return true
    const work = await readUnfinishedWork(client, unsaved?.names() ?? [])
    return ask(current.name, name, text.question.unfinishedLines(work), work.typed.length > 0)
  }

  async function change(id: string, name: string, select: () => Promise<Result<ConnectionState>>): Promise<boolean> {
    if (busyId.value !== null) return false
    busyId.value = id
    try {
      if (!(await mayLeaveFor(name))) return false
      const result = await select()
      if (!result.ok) toasts.failure(result.error)
      return result.ok
    } finally {
      busyId.value = null
    }
  }

  async function retry() {
    const tested = await client.call('connections.testCurrent', {})
    await store.refresh()
    return tested
  }

  return {
    busyId,
    mayLeaveFor,
    /** Calls the connection in use, so that its status is that of now. */
    retrying: useAction(retry, { failed: 'shown' }),
    /** Uses another connection; first says what is unfinished in the one in use. False: the user cancelled, or it failed. */
    async switchTo({ id, name }: Connection) {
      return id !== store.current?.id && change(id, name, () => store.select(id))
    },
    /** Works with another region. Asks first what that ends. False: the user cancelled, or it failed. */
    async chooseRegion(region: Region): Promise<boolean> {
      if (region === store.region) return true
      const { held, typed } = await readUnfinishedWork(client, unsaved?.names() ?? [])
      const lines = text.question.endingLines({ held, typed })
      if (!(await ask(regionNames[store.region], regionNames[region], lines, typed.length > 0))) return false
      const result = await store.setRegion(region)
      if (!result.ok) toasts.failure(result.error)
      return result.ok
    },
    /** The same as `switchTo` for practice, which is added where there is none. */
    startPractice: () => change('practice', text.practice, store.startPractice),
  }
}

export const [provideConnectionSwitch, useProvidedSwitch] = providedState('menu of connections', useConnectionSwitch)
