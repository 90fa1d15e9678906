import type { KnownVin } from '../../contract/drafts.ts'
import type { Region } from '../../contract/region.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { regoKey } from '../fields/vehicle-key.ts'
import type { RegoVins } from '../known-vins/rego-vins.ts'
import type { VinEvidence } from '../known-vins/vin-evidence.ts'
import type { CustomerInput, RemoteCustomer } from '../service/service-client.ts'
import type { OpenRow } from './journal-rows.ts'
import type { UploadRecord } from './upload-record.ts'

/** Whether the service looks up the VIN of a row, at additional cost (interface, part 4, rule 1). */
export const needsVinLookup = ({ rego, state, vin }: CustomerInput, region: Region): boolean =>
  rego !== undefined && vin === undefined && (region !== 'au' || Boolean(state))

type Vehicle = Pick<RemoteCustomer, 'rego' | 'state' | 'vin'>

const evidenceOf = (
  { rego, state, vin }: Vehicle,
  region: Region,
  { source, at }: Pick<KnownVin, 'source' | 'at'>,
): VinEvidence[] => {
  if (!rego || !vin || (region === 'au' && !state)) return []
  const key = regoKey(plateKey(rego), region === 'au' ? (state?.toUpperCase() ?? '') : '')
  return [{ rego: key, vin: vin.toUpperCase(), source, at }]
}

/** The VIN of a row whose VIN was filled in, with the date of its source. */
export function sentVin(
  { input, knownVin }: { readonly input: CustomerInput; readonly knownVin?: KnownVin | null },
  region: Region,
): VinEvidence[] {
  const { rego = null, state = null, vin = null } = input
  const vehicle: Vehicle = { rego, state, vin }
  return knownVin ? evidenceOf(vehicle, region, knownVin) : []
}

/** Records the VINs of a batch's customers: those that were sent, and those that the service looked up for it. */
export function recordVins(
  regoVins: RegoVins,
  upload: Pick<UploadRecord, 'connectionId' | 'region'>,
  rows: readonly OpenRow[],
  matched: ReadonlyMap<number, string | null>,
  customers: readonly (Vehicle & { readonly id: string })[],
  at: string,
): void {
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  const sent: VinEvidence[] = []
  const lookedUp: VinEvidence[] = []
  for (const { row, input } of rows) {
    const customer = byId.get(matched.get(row) ?? '')
    if (!customer) continue
    const list = input.vin === undefined ? lookedUp : sent
    list.push(...evidenceOf(customer, upload.region, { source: 'upload', at }))
  }
  regoVins.saveLookedUp(upload, lookedUp)
  regoVins.saveSent(upload, sent)
}
