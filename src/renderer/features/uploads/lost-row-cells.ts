import type { BatchComparison } from '../../../contract/uploads.ts'
import { shortRowText } from '../../../contract/row-id.ts'
import { formatPlate } from '../../ui/format.ts'
import { questionsText } from './questions-text.ts'

const carOf = ({ rego, vin }: { rego: string | null; vin: string | null }): string => formatPlate(rego) || vin || ''

/** The texts of a row of a lost batch. `found`: the customer that the list has for it; null: none. */
export function lostRowCells({ row, rego, vin, clientName, customer }: BatchComparison['rows'][number]): {
  readonly row: string
  readonly car: string
  readonly name: string
  readonly found: string | null
} {
  return {
    row: shortRowText(row),
    car: carOf({ rego, vin }),
    name: clientName ?? '',
    found: customer && questionsText.lostRows.found(carOf(customer), customer.clientName),
  }
}
