import { type Ref, ref, type ShallowRef, shallowRef } from 'vue'
import type { PracticeOutage, PracticeSpeed, PracticeState } from '../../../contract/practice.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import { useCall } from '../../ui/useCall.ts'
import { useEvent } from '../../ui/useEvent.ts'

export interface Practice {
  readonly state: ShallowRef<PracticeState | null>
  /** Why the last thing that was asked for did not happen. */
  readonly failure: ShallowRef<Failure | null>
  readonly busy: Ref<boolean>
  refresh(): Promise<void>
  setSpeed(speed: PracticeSpeed): Promise<void>
  setOutage(outage: PracticeOutage): Promise<void>
  makeSighting(customerId: string | null): Promise<MethodOutput<'practice.makeSighting'> | null>
  /** True when practice began anew. `endUploads`: she agreed that what is under way ends. */
  reset(endUploads: boolean): Promise<boolean>
}

/** How practice stands, kept up to date while the component lives, and what a trainer does with it. */
export function usePractice(): Practice {
  const { value: state, run } = useCall('practice.state')
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)

  const refresh = async (): Promise<void> => {
    await run({})
  }
  useEvent('connections.changed', () => void refresh())
  useEvent('uploads.changed', () => void refresh())
  useEvent('customers.changed', () => void refresh())

  /** One thing at a time; the answer is not waited for in the state, which the program announces. */
  async function ask<T>(calling: () => Promise<Result<T>>): Promise<T | null> {
    busy.value = true
    const result = await calling()
    busy.value = false
    failure.value = result.ok ? null : result.error
    // A lever that did not move is shown where it is.
    await refresh()
    return result.ok ? result.value : null
  }

  return {
    state,
    failure,
    busy,
    refresh,
    async setSpeed(speed) {
      await ask(() => call('practice.set', { speed }))
    },
    async setOutage(outage) {
      await ask(() => call('practice.set', { outage }))
    },
    makeSighting: (customerId) => ask(() => call('practice.makeSighting', { customerId })),
    reset: async (endUploads) => (await ask(() => call('practice.reset', { endUploads }))) !== null,
  }
}
