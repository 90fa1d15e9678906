import { shallowRef } from 'vue'
import type { VehicleLookup } from '../../../../contract/lookup.ts'
import type { Result } from '../../../../contract/result.ts'
import { type ProgramClient, useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'
import type { LookupQuery } from '../lookup-routes.ts'

/** Looks up one car. Without `refresh` a young enough saved result is reused. */
export const findVehicle = (
  { call }: Pick<ProgramClient, 'call'>,
  query: LookupQuery,
  refresh: boolean,
): Promise<Result<VehicleLookup>> =>
  query.kind === 'vin'
    ? call('lookup.findVin', { vin: query.vin, refresh })
    : call('lookup.findPlate', { plate: query.plate, state: query.state, refresh })

/**
 * A look-up in progress. `onAnswer` gets the answer to the newest query only, and none after the screen has closed. The program saves
 * each answer nevertheless.
 */
export function useLookupQuery(onAnswer: (answer: VehicleLookup) => void) {
  const client = useClient()
  /** The newest query; null before the first. */
  const query = shallowRef<LookupQuery | null>(null)
  const action = useAction((input: LookupQuery) => findVehicle(client, input, false), { failed: 'shown' })

  return {
    query,
    failure: action.failure,
    busy: action.busy,
    async run(next: LookupQuery) {
      query.value = next
      action.cancel()
      const answer = await action.run(next)
      if (answer) onAnswer(answer)
    },
  }
}
