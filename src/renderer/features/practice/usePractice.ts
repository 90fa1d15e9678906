import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { PracticeOutage, PracticeSpeed } from '../../../contract/practice.ts'
import type { Result } from '../../../contract/result.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** A typed number of customers per second; null when it is not one from 0 to 100,000. */
export function readSpeed(typed: string): number | null {
  const text = typed.trim().replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  const speed = Number(text)
  return speed <= 100_000 ? speed : null
}

/** The state of the practice service, kept up to date while the component lives, and what a trainer does with it. */
export function usePractice() {
  const client = useClient()
  const { data: state, refresh } = useQuery('practice.state', {
    refreshOn: ['connections.changed', 'uploads.changed', 'customers.changed'],
  })
  const acting = useAction((call: () => Promise<Result<unknown>>) => call(), { failed: 'shown' })

  async function run<T>(call: () => Promise<Result<T>>): Promise<T | null> {
    const answer = await acting.run(call)
    // After a failure the controls show the state that is still set.
    await refresh()
    return answer as T | null
  }

  return {
    state,
    failure: acting.failure,
    busy: acting.busy,
    refresh,
    setSpeed: (speed: PracticeSpeed) => run(() => client.call('practice.set', { speed })),
    setOutage: (outage: PracticeOutage) => run(() => client.call('practice.set', { outage })),
    makeSighting: (customerId: string | null) => run(() => client.call('practice.makeSighting', { customerId })),
    /** An upload that another PC seems to have made. */
    makeUpload: () => run(() => client.call('practice.makeUpload', {})),
    /** True when the practice data was reset. `endUploads`: the user agreed that running uploads end. */
    reset: async (endUploads: boolean) => (await run(() => client.call('practice.reset', { endUploads }))) !== null,
  }
}

/** Whether the controls are shown. */
export const usePracticeDrawer = defineStore('practice-drawer', () => ({ isOpen: ref(false) }))
