import type { CustomerField } from '../../../contract/drafts.ts'
import type { RowRules } from './check-row.ts'

/** The rules for one row, as if the user had typed these texts in it. */
export function withTyped(rules: RowRules, row: number, texts: ReadonlyMap<CustomerField, string>): RowRules {
  const { overrides } = rules
  const cells = new Map([[row, new Map([...(overrides.cells.get(row) ?? []), ...texts])]])
  return { ...rules, overrides: { ...overrides, cells } }
}
