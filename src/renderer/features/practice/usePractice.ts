import { ref, shallowRef } from 'vue'
import type { PracticeOutage, PracticeSpeed } from '../../../contract/practice.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { providedState } from '../../ui/provided-state.ts'

/** The state of the practice service, kept up to date while the component lives, and what a trainer does with it. */
export function usePractice(client: ProgramClient) {
  const { data: state, refresh } = useQuery(client, 'practice.state', {
    refreshOn: ['connections.changed', 'uploads.changed', 'customers.changed'],
  })
  /** Why the last command failed. */
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
    async setSpeed(speed: PracticeSpeed): Promise<void> {
      await run(client.call('practice.set', { speed }))
    },
    async setOutage(outage: PracticeOutage): Promise<void> {
      await run(client.call('practice.set', { outage }))
    },
    makeSighting: (customerId: string | null) => run(client.call('practice.makeSighting', { customerId })),
    /** An upload that another PC seems to have made. */
    makeUpload: () => run(client.call('practice.makeUpload', {})),
    /** True when the practice data was reset. `endUploads`: the user agreed that running uploads end. */
    reset: async (endUploads: boolean) => (await run(client.call('practice.reset', { endUploads }))) !== null,
  }
}

export const [providePractice, useProvidedPractice] = providedState('controls of practice', usePractice)
