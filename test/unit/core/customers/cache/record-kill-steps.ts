import type { CustomerRows } from '../../../../../src/core/customers/cache/customer-rows.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'

export const scope = { connectionId: 'connection-1', region: 'au' } as const

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const recordOf = (number: number, step: number): RemoteCustomer => ({
  id: idOf(number),
  lastUpdated: new Date(Date.UTC(2026, 0, 1) + step * 1_000).toISOString(),
  rego: `R${number}`,
  state: 'VIC',
  vin: null,
  clientName: `Client ${number} of step ${step}`,
  mobileNumber: null,
  saleDate: null,
  expiryDate: null,
  vehicleTitle: null,
  sightings: [],
  additionalFields: { Step: step, Notes: 'x'.repeat((number * 7 + step) % 90) },
  other: {},
})

interface Step {
  readonly saved: readonly RemoteCustomer[]
  readonly removed: readonly string[]
}

/** What each step does: the first one saves many, each later one adds, changes and removes some. */
function stepOf(step: number): Step {
  if (step === 0) return { saved: Array.from({ length: 1_500 }, (_, index) => recordOf(index, 0)), removed: [] }
  const added = Array.from({ length: step % 5 === 0 ? 300 : 7 }, (_, index) =>
    recordOf(step * 1_000 + 1_000 + index, step),
  )
  const changed = Array.from({ length: 40 }, (_, index) => recordOf((step * 37 + index * 31) % 1_500, step))
  const removed = Array.from({ length: 12 }, (_, index) => idOf((step * 53 + index * 17) % 1_500))
  return { saved: [...added, ...changed.filter(({ id }) => !removed.includes(id))], removed }
}

/** Does a step in one transaction. */
export function applyStep(rows: CustomerRows, step: number): void {
  const { saved, removed } = stepOf(step)
  rows.transaction(() => {
    rows.save(scope, saved)
    rows.remove(scope, removed)
  })
}

/** The records after the steps 0 to `last`. */
export function stateAfter(last: number): Map<string, RemoteCustomer> {
  const state = new Map<string, RemoteCustomer>()
  for (let step = 0; step <= last; step += 1) {
    const { saved, removed } = stepOf(step)
    for (const record of saved) state.set(record.id, record)
    for (const id of removed) state.delete(id)
  }
  return state
}
