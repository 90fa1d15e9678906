import type { KnownVin, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerInput } from '../../service/service-client.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { SentValues } from './draft-rows.ts'
import type { DraftState } from './draft-state.ts'
import { fileTexts, type FileTexts } from './file-texts.ts'
import { chassisExtra, secondMobileExtra } from '../../fields/checked-cell.ts'
import { isWithoutValue } from '../../fields/cell-text.ts'
import { cellText } from '../../fields/source-cell.ts'
import {
  packSent,
  packUnsent,
  type PackedRows,
  type PackForm,
  type SentRow,
  type UnsentRow,
} from '../storage/pack-upload.ts'
import { endOfUpdate, updateOfRow, type RowUpdates } from '../storage/row-updates.ts'

/** A row that is sent, as an upload gets it. */
export type RowToSend = Required<Omit<SentRow, 'original'>> & { readonly original: string[] }

/** The next rows from a position on that are sent, or that are not, packed; and the position behind them, null at the end. */
export function packUploadRows(
  state: DraftState,
  form: PackForm,
  { sent, from }: { readonly sent: boolean; readonly from: number },
): { readonly packed: PackedRows | null; readonly next: number | null } {
  const { issues, rows } = state
  const limit = sent ? form.batchSize : unsentPerPack
  const positions: number[] = []
  let position = from
  for (; position < rows.length && positions.length < limit; position += 1) {
    if (isSent(issues.statusAt(position)) === sent) positions.push(position)
  }
  const next = position < rows.length ? position : null
  const texts = fileTexts(state)
  if (positions.length === 0) return { packed: null, next }
  const packed = sent
    ? packSent(
        texts.header,
        positions.map((at) => rowToSend(state, at, texts)),
        form,
      )
    : packUnsent(
        texts.header,
        positions.map((at) => unsentRow(state, at, texts, form.updates)),
        form,
      )
  return { packed, next }
}

const unsentPerPack = 500

export function rowToSend(state: DraftState, position: number, { textsOf }: FileTexts): RowToSend {
  const { comparison, context, plan } = state
  const row = state.rows.sentAt(position)
  const knownVin = filledVin(state, position)
  const vin = knownVin?.vin ?? row.values.vin
  const original = textsOf(row)
  const known = comparison.isKnown(position)
  return { row: row.row, input: customerInput(row, vin, plan, context), original, known, knownVin }
}

/** The reason of a row with errors is their messages. */
export function unsentRow(
  state: DraftState,
  position: number,
  { textsOf, columnsOf }: FileTexts,
  updates?: RowUpdates,
): UnsentRow {
  const row = state.rows.at(position)
  const of = { row: row.row, input: unsentInput(state, position), original: textsOf(row) }
  if (state.issues.statusAt(position) === 'update') return { ...of, ...endOfUpdate(updateOfRow(updates, row.row)) }
  const exclusion = state.comparison.exclusionOf(position)
  if (exclusion) return { ...of, outcome: 'excluded', reason: exclusion.reason, generalReason: exclusion.general }
  const errors = row.issues.filter(({ severity }) => severity === 'error')
  const columns = errors.flatMap(({ field }) => (field === null ? [] : columnsOf(field)))
  return {
    ...of,
    outcome: 'with-errors',
    reason: errors.map(({ message }) => message).join(' '),
    reasonColumns: [...new Set(columns)].toSorted((one, other) => one - other),
  }
}

/** What is known of a row that is not sent. A value that cannot be sent is as in the file. */
function unsentInput({ context, plan, rows }: DraftState, position: number): CustomerInput {
  const row = rows.sentAt(position)
  const shown = (field: 'rego' | 'vin' | 'client_name'): string =>
    row.values[field] || rows.originalAt(position, field).trim()
  const values = { ...row.values, rego: shown('rego'), vin: shown('vin'), client_name: shown('client_name') }
  return customerInput({ ...row, values }, values.vin, plan, context)
}

/** The record that is sent for a row (interface, part 4, customer input). Empty values are not sent. */
function customerInput(row: SentValues, vin: string, plan: ColumnPlan, context: CheckContext): CustomerInput {
  const { values } = row
  const additional: [string, string][] = []
  for (const column of plan.keptColumns) {
    const cell = row.source.cells[column] ?? null
    const text = isWithoutValue(cell) ? '' : cellText(cell).trim()
    if (text !== '') additional.push([plan.headers[column] ?? '', text])
  }
  const short = vin === '' && context.shortVins === 'vin' ? row.extras?.[chassisExtra] : undefined
  for (const [name, value] of Object.entries(row.extras ?? {})) {
    if (name !== chassisExtra || short === undefined) additional.push([sentKey(name, context), value])
  }
  const mobile = values.mobile_number
  const sentVin = vin === '' ? (short?.replaceAll(/\s/g, '') ?? '') : vin
  return {
    ...(values.rego !== '' && { rego: values.rego }),
    ...(values.rego !== '' && values.state !== '' && context.region === 'au' && { state: values.state }),
    ...(sentVin !== '' && { vin: sentVin }),
    ...(values.client_name !== '' && { client_name: values.client_name }),
    ...(mobile !== '' && { mobile_number: mobileForSending(mobile, context.region, context.mobileForm) }),
    ...(values.sale_date !== '' && { sale_date: values.sale_date }),
    ...(values.expiry_date !== '' && { expiry_date: values.expiry_date }),
    ...(additional.length > 0 && { additional_fields: Object.fromEntries(additional) }),
  }
}

/** The key of `additional_fields` for what a cell had beside its value. */
function sentKey(name: string, { sentKeys }: CheckContext): string {
  if (name === chassisExtra) return sentKeys.chassisKey
  return name === secondMobileExtra ? sentKeys.secondMobileKey : name
}

/** The VIN that is filled in for a row without one; null: none. */
export function filledVin(state: DraftState, position: number): KnownVin | null {
  if (!state.index.fillKnownVins || !state.rows.causesPaidLookup(position)) return null
  return state.vinAt(position) ?? null
}

/** The regos of rows to send without a VIN for which no known VIN was looked for yet, at most `limit`. */
export function unsearchedRegos(state: DraftState, limit: number): string[] {
  const { issues, rows } = state
  const regos = new Set<string>()
  for (let position = 0; position < rows.length && regos.size < limit; position += 1) {
    if (!rows.causesPaidLookup(position) || !isSent(issues.statusAt(position))) continue
    if (state.vinAt(position) !== undefined) continue
    regos.add(regoKey(rows.valueAt(position, 'rego'), rows.valueAt(position, 'state')))
  }
  return [...regos]
}

/** Whether a row with this status is sent. */
export const isSent = (status: RowStatus): boolean => status === 'ready' || status === 'warning'
