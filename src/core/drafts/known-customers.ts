import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import { vehicleKeys } from '../import/vehicle-key.ts'

/** Customers read at a stretch, so that a large list never holds up the program. */
const customersAtOnce = 2_000

/** Keys of the cars that the local copy of a connection's customers knows (`import/vehicle-key.ts`). */
export async function readKnownCustomerKeys(
  database: Database,
  connectionId: string,
  region: Region,
): Promise<string[]> {
  const keys: string[] = []
  let after = -1
  for (;;) {
    const customers = database.all<{ number: number; rego: string | null; state: string | null; vin: string | null }>(
      'SELECT number, rego, state, vin FROM customer WHERE number > ? AND connection_id = ? AND region = ? ORDER BY number LIMIT ?',
      [after, connectionId, region, customersAtOnce],
    )
    for (const customer of customers) keys.push(...vehicleKeys(customer))
    const last = customers.at(-1)
    if (!last || customers.length < customersAtOnce) return keys
    after = last.number
    await new Promise((resolve) => setImmediate(resolve))
  }
}
