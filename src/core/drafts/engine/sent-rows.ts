import type { CustomerInput } from '../../service/service-client.ts'
import type { DraftState } from './draft-state.ts'
import { isSent, rowToSend } from './upload-row.ts'

/** Some of the rows that would be sent, in their order, and how many there are in all. */
export interface SentRows {
  readonly total: number
  readonly rows: readonly { readonly row: number; readonly input: CustomerInput }[]
}

export function sentRows(state: DraftState, offset: number, limit: number): SentRows {
  const rows: { row: number; input: CustomerInput }[] = []
  let total = 0
  for (let position = 0; position < state.rows.length; position += 1) {
    if (!isSent(state.issues.statusAt(position))) continue
    if (total >= offset && rows.length < limit) {
      const { row, input } = rowToSend(state, position)
      rows.push({ row, input })
    }
    total += 1
  }
  return { total, rows }
}
