import { inject, type Ref, ref } from 'vue'
import type { Connection, ConnectionState, ConnectionTest } from '../../../contract/connections.ts'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import type { Result } from '../../../contract/result.ts'
import { type ProgramClient, useClient } from '../../bridge/program-client.ts'
import { type Action, useAction } from '../../bridge/useAction.ts'
import { type Confirmation, useConfirm } from '../../ui/useConfirm.ts'
import { type Toasts, useToasts } from '../../ui/useToasts.ts'
import { type UnsavedInputs, unsavedInputsKey } from '../../ui/useUnsavedInput.ts'
import { useConnectionStore } from '../connection-store.ts'
import { switcherText as text, type UnfinishedWork } from './switcher-text.ts'
import { providedState } from '../../ui/provided-state.ts'

export interface ConnectionSwitch {
  /** Id of the connection that is being switched to. */
  readonly busyId: Readonly<Ref<string | null>>
  /** Calls the connection in use, so that its status is that of now. */
  readonly retrying: Action<void, ConnectionTest>
  /** Says what is unfinished in the connection in use, before another one is used. False: the user cancelled. */
  mayLeaveFor(name: string): Promise<boolean>
  /** Uses another connection; first says what is unfinished in the one in use. False: the user cancelled, or it failed. */
  switchTo(connection: Connection): Promise<boolean>
  /** The same for practice, which is added where there is none. */
  startPractice(): Promise<boolean>
  /** Works with another region. Asks first while a form has text that is not saved. */
  chooseRegion(region: Region): Promise<void>
}

export interface SwitchParts {
  readonly client: Pick<ProgramClient, 'read' | 'call'>
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>
  readonly toasts: Pick<Toasts, 'success' | 'failure'>
  readonly unsaved: Pick<UnsavedInputs, 'names' | 'discard'>
}

/** What the window around the component provides. */
function partsOfWindow(): SwitchParts {
  return {
    client: useClient(),
    confirm: useConfirm(),
    toasts: useToasts(),
    unsaved: inject(unsavedInputsKey, null) ?? { names: () => [], discard: () => undefined },
  }
}

/** Reads the unfinished work of the connection in use. What cannot be read counts as finished: nothing is lost by a switch. */
async function readUnfinishedWork(
  { read }: Pick<ProgramClient, 'read'>,
  typed: readonly string[],
): Promise<UnfinishedWork> {
  const [uploads, customers] = await Promise.all([read('uploads.overview', {}), read('customers.status', {})])
  const { open = 0, running = 0 } = uploads.ok ? uploads.value : {}
  const { edits, deletions } = customers.ok ? customers.value : { edits: null, deletions: null }
  return {
    running,
    waiting: Math.max(0, open - running),
    edits: (edits?.pending ?? 0) + (deletions?.pending ?? 0),
    problems: (edits?.failed ?? 0) + (edits?.conflicts ?? 0) + (deletions?.failed ?? 0),
    typed,
  }
}

/** Switches between connections and regions, with a question where something is unfinished. `parts`: for use without a window. */
export function useConnectionSwitch(parts: SwitchParts = partsOfWindow()): ConnectionSwitch {
  const { client, confirm, toasts, unsaved } = parts
  const store = useConnectionStore()
  const busyId = ref<string | null>(null)

  /** Asks whether to go from one to the other. `losesText`: what was typed would be lost. */
  async function ask(from: string, to: string, names: readonly string[], losesText: boolean): Promise<boolean> {
    const { title, text: textOf, confirm: confirmLabel, discard, keep: cancelLabel } = text.question
    if (names.length === 0) return true
    return confirm({
      title: title(to),
      text: textOf(from),
      names,
      ...(losesText ? { confirmLabel: discard, cancelLabel, tone: 'danger' } : { confirmLabel }),
    })
  }

  async function mayLeaveFor(name: string): Promise<boolean> {
    const { current } = store
    if (!current) return true
    const work = await readUnfinishedWork(client, unsaved.names())
    return ask(current.name, name, text.question.unfinishedLines(work), work.typed.length > 0)
  }

  async function change(id: string, name: string, select: () => Promise<Result<ConnectionState>>): Promise<boolean> {
    if (busyId.value !== null) return false
    busyId.value = id
    try {
      if (!(await mayLeaveFor(name))) return false
      const result = await select()
      if (result.ok) toasts.success(text.switched(name))
      else toasts.failure(result.error)
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
    retrying: useAction(retry, { failed: 'shown' }),
    async switchTo({ id, name }) {
      return id !== store.current?.id && change(id, name, () => store.select(id))
    },
    async chooseRegion(region) {
      if (region === store.region) return
      const typed = unsaved.names()
      const lines = text.question.typedLines(typed)
      if (!(await ask(regionNames[store.region], regionNames[region], lines, true))) return
      const result = await store.setRegion(region)
      if (!result.ok) toasts.failure(result.error)
      else if (typed.length > 0) unsaved.discard()
    },
    startPractice: () => change('practice', text.practice, store.startPractice),
  }
}

export const [provideConnectionSwitch, useProvidedSwitch] = providedState('menu of connections', useConnectionSwitch)
