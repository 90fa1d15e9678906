import { ref, type Ref, type ShallowRef, shallowRef } from 'vue'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { InspectorState } from '../../../../contract/webhooks.ts'
import { call } from '../../../bridge/client.ts'
import { useCall } from '../../../ui/useCall.ts'
import { useEvent } from '../../../ui/useEvent.ts'

export interface InspectorControl {
  readonly state: ShallowRef<InspectorState | null>
  /** Why the last thing that was asked for did not happen. */
  readonly failure: ShallowRef<Failure | null>
  readonly busy: Ref<boolean>
  start(port: number | null): Promise<boolean>
  stop(): Promise<void>
  setStartsByItself(on: boolean): Promise<void>
  clear(): Promise<void>
}

/** How the inspector stands, kept up to date while the component lives. */
export function useInspector(): InspectorControl {
  const { value: state, run } = useCall('inspector.state')
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)
  void run({})
  useEvent('inspector.changed', () => void run({}))

  async function settle(calling: Promise<Result<InspectorState>>): Promise<boolean> {
    busy.value = true
    const answer = await calling
    busy.value = false
    failure.value = answer.ok ? null : answer.error
    await run({})
    return answer.ok
  }

  return {
    state,
    failure,
    busy,
    start: (port) => settle(call('inspector.start', { port })),
    stop: async () => void (await settle(call('inspector.stop', {}))),
    setStartsByItself: async (on) => void (await settle(call('inspector.setStartsByItself', { on }))),
    clear: async () => void (await settle(call('inspector.clear', {}))),
  }
}
