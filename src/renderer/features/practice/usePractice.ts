import { ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { PracticeOutage, PracticeSpeed, PracticeState } from '../../../contract/practice.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

export interface Practice {
  readonly state: ShallowRef<PracticeState | null>
  /** Why the last command failed. */
  readonly failure: ShallowRef<Failure | null>
  readonly busy: Ref<boolean>
  refresh(): Promise<void>
  setSpeed(speed: PracticeSpeed): Promise<void>
  setOutage(outage: PracticeOutage): Promise<void>
  makeSighting(customerId: string | null): Promise<MethodOutput<'practice.makeSighting'> | null>
  /** An upload that another PC seems to have made. */
  makeUpload(): Promise<MethodOutput<'practice.makeUpload'> | null>
  /** True when the practice data was reset. `endUploads`: the user agreed that running uploads end. */
  reset(endUploads: boolean): Promise<boolean>
}

/** The state of the practice service, kept up to date while the component lives, and what a trainer does with it. */
export function usePractice(client: ProgramClient): Practice {
  const { data: state, refresh } = useQuery(client, 'practice.state', {
    refreshOn: ['connections.changed', 'uploads.changed', 'customers.changed'],
  })
  const failure = shallowRef<Failure | null>(null)
  const busy = ref(false)

  async function run<T>(calling: Promise<Result<T>>): Promise<T | null> {
    busy.value = true
    const result = await calling
    busy.value = false
    failure.value = result.ok ? null : result.error
    // After a failure the controls show the state that is still set.
    await refresh()
    return result.ok ? result.value : null
  }

  return {
    state,
    failure,
    busy,
    refresh,
    async setSpeed(speed) {
      await run(client.call('practice.set', { speed }))
    },
    async setOutage(outage) {
      await run(client.call('practice.set', { outage }))
    },
    makeSighting: (customerId) => run(client.call('practice.makeSighting', { customerId })),
    makeUpload: () => run(client.call('practice.makeUpload', {})),
    reset: async (endUploads) => (await run(client.call('practice.reset', { endUploads }))) !== null,
  }
}
