import { ref, type Ref, type ShallowRef, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { InspectorState } from '../../../../contract/webhooks.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

export interface InspectorControl {
  readonly state: ShallowRef<InspectorState | null>
  /** Why the state could not be read. */
  readonly loadFailure: ShallowRef<Failure | null>
  /** Why the last action failed. */
  readonly failure: ShallowRef<Failure | null>
  readonly busy: Ref<boolean>
  refresh(): Promise<void>
  start(port: number | null): Promise<boolean>
  stop(): Promise<boolean>
  setStartsByItself(on: boolean): Promise<boolean>
  clear(): Promise<boolean>
}

/** The receiver on this PC: its state and its controls. */
export function useInspector(client: ProgramClient): InspectorControl {
  const query = useQuery(client, 'inspector.state', { refreshOn: ['inspector.changed'] })
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)

  async function act(action: Promise<Result<InspectorState>>): Promise<boolean> {
    busy.value = true
    const answer = await action
    busy.value = false
    failure.value = answer.ok ? null : answer.error
    // A failed start leaves its reason in the state.
    await query.refresh()
    return answer.ok
  }

  return {
    state: query.data,
    loadFailure: query.failure,
    failure,
    busy,
    refresh: query.refresh,
    start: (port) => act(client.call('inspector.start', { port })),
    stop: () => act(client.call('inspector.stop', {})),
    setStartsByItself: (on) => act(client.call('inspector.setStartsByItself', { on })),
    clear: () => act(client.call('inspector.clear', {})),
  }
}
