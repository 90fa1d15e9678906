import type { CustomerField } from '../../../contract/draft-rows.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { DraftState } from './draft-state.ts'
import { isSent } from './upload-row.ts'

/** What would be sent for a field, with a known VIN. */
export function valueOf(state: DraftState, position: number, field: CustomerField): string {
  const value = state.rows.valueAt(position, field)
  return field === 'vin' && value === '' ? knownVin(state, position) : value
}

/** The VIN that is filled in for a row; '': none. */
function knownVin({ index, issues, knownVins, rows }: DraftState, position: number): string {
  if (!index.fillKnownVins || knownVins.size === 0 || !rows.causesPaidLookup(position)) return ''
  if (!isSent(issues.statusAt(position))) return ''
  return knownVins.get(regoKey(rows.valueAt(position, 'rego'), rows.valueAt(position, 'state')))?.vin ?? ''
}

/** What the grid shows of a field without a value: the text in the file, where an issue leaves nothing to send. */
export const shownOriginal = ({ issues, rows }: DraftState, position: number, field: CustomerField): string =>
  issues.isMarked(position, field) ? rows.originalAt(position, field).trim() : ''
