import { inject, type Ref, ref } from 'vue'
import type { Connection, ConnectionState, ConnectionTest } from '../../../contract/connections.ts'
import type { Result } from '../../../contract/result.ts'
import { type ProgramClient, useClient } from '../../bridge/program-client.ts'
import { type Action, useAction } from '../../bridge/useAction.ts'
import { type Confirmation, useConfirm } from '../../ui/useConfirm.ts'
import { type Toasts, useToasts } from '../../ui/useToasts.ts'
import { unsavedInputsKey } from '../../ui/useUnsavedInput.ts'
import { useConnectionStore } from '../connection-store.ts'
import { switcherText as text } from './switcher-text.ts'
import { readUnfinishedWork } from './unfinished-work.ts'
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
}

export interface SwitchParts {
  readonly client: Pick<ProgramClient, 'read' | 'call'>
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>
  readonly toasts: Pick<Toasts, 'success' | 'failure'>
  readonly unsavedInput: () => readonly string[]
}

/** What the window around the component provides. */
function partsOfWindow(): SwitchParts {
  const unsaved = inject(unsavedInputsKey, null)
  return {
    client: useClient(),
    confirm: useConfirm(),
    toasts: useToasts(),
    unsavedInput: () => unsaved?.names() ?? [],
  }
}

/** Switches between connections, with a question where something is unfinished. `parts`: for use without a window. */
export function useConnectionSwitch(parts: SwitchParts = partsOfWindow()): ConnectionSwitch {
  const { client, confirm, toasts, unsavedInput } = parts
  const store = useConnectionStore()
  const busyId = ref<string | null>(null)

  async function mayLeaveFor(name: string): Promise<boolean> {
    const { current } = store
    if (!current) return true
    const work = await readUnfinishedWork(client, unsavedInput())
    const lines = text.question.unfinishedLines(work)
    if (lines.length === 0) return true
    const { confirm: confirmLabel, discard, keep: cancelLabel } = text.question
    return confirm({
      title: text.question.title(name),
      text: text.question.text(current.name),
      names: lines,
      ...(work.typed.length > 0 ? { confirmLabel: discard, cancelLabel, tone: 'danger' } : { confirmLabel }),
    })
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
    startPractice: () => change('practice', text.practice, store.startPractice),
  }
}

export const [provideConnectionSwitch, useProvidedSwitch] = providedState('menu of connections', useConnectionSwitch)
