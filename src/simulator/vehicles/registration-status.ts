import { randomFor } from '../seeded-random.ts'
import { australianStates } from '../wire/reading.ts'
import { plateKey, type Registry } from './registry.ts'

/** Registration status on the wire (interface, part 2). */
export interface RegistrationStatus {
  readonly plate_number: string
  readonly state: string
  readonly vin: string
  readonly registration_status: string
  readonly registration_expiry: string
  readonly incidents: readonly {
    readonly type_code: string
    readonly state: string
    readonly recorded_date: string
    readonly code: string
    readonly damage_codes: string
  }[]
}

const dayMs = 86_400_000

/**
 * The status of a plate in an Australian state, or null when the authority knows no such plate. Allowed values are not
 * shown in the interface: these are Registered, Expired, Suspended, Cancelled; and RWO (repairable), SWO (statutory)
 * for write-offs.
 */
export function registrationStatus(
  registry: Registry,
  seed: string,
  state: string,
  plate: string,
  nowMs: number,
): RegistrationStatus | null {
  const found = registry.byPlate('au', state, plate)
  if (found.kind === 'unknown' || found.upstream.vin === undefined) return null
  const kept = plateKey(plate)
  const random = randomFor(seed, 'status', state, kept)
  const share = random.next()
  // The day of the year stays; the year follows the clock, so that a registered car is registered next year too.
  const daysAhead = (random.whole(0, 364) - Math.floor(nowMs / dayMs)) % 365
  const aheadOfToday = ((daysAhead % 365) + 365) % 365
  const registered = share < 0.92
  const expiryMs = nowMs + (registered ? aheadOfToday + 1 : aheadOfToday - 366) * dayMs
  const statutory = share >= 0.985
  const writtenOff = statutory || random.next() < 0.05
  return {
    plate_number: kept,
    state,
    vin: found.upstream.vin,
    registration_status: registered ? 'Registered' : share < 0.96 ? 'Expired' : statutory ? 'Cancelled' : 'Suspended',
    registration_expiry: dateOf(expiryMs),
    incidents: writtenOff
      ? [
          {
            type_code: statutory ? 'SWO' : 'RWO',
            state: random.pick(australianStates),
            recorded_date: dateOf(Date.UTC(2019, 0, 1) + random.whole(0, 2_200) * dayMs),
            code: random.pick(['C', 'H', 'W', 'F']),
            damage_codes: [
              random.pick(['1', '2', '3']),
              random.pick(['B', 'C', 'D']),
              random.pick(['4', '5', '6']),
              random.pick(['B', 'C']),
            ].join(''),
          },
        ]
      : [],
  }
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
