import { ref, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { InspectorState } from '../../../../contract/webhooks.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { providedState } from '../../../ui/provided-state.ts'

/** The receiver on this PC: its state and its controls. */
export function useInspector(client: ProgramClient) {
  const query = useQuery(client, 'inspector.state', { refreshOn: ['inspector.changed'] })
  /** Why the last action failed. */
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
    /** Why the state could not be read. */
    loadFailure: query.failure,
    failure,
    busy,
    refresh: query.refresh,
    start: (port: number | null) => act(client.call('inspector.start', { port })),
    stop: () => act(client.call('inspector.stop', {})),
    setStartsByItself: (on: boolean) => act(client.call('inspector.setStartsByItself', { on })),
    clear: () => act(client.call('inspector.clear', {})),
    /** All saved events as a file. */
    exportEvents: () => client.call('inspector.export', {}),
  }
}

export const [provideInspector, useProvidedInspector] = providedState('inspector', useInspector)
