import type { CustomerField } from '../../../contract/draft-rows.ts'
import { TypedTexts } from '../model/typed-texts.ts'
import type { RowRules } from './row-rules.ts'

/** The rules for one row, as if the user had typed these texts in it. */
export function withTyped(rules: RowRules, row: number, texts: ReadonlyMap<CustomerField, string>): RowRules {
  const { overrides } = rules
  const cells = new TypedTexts()
  for (const [field, text] of [...(overrides.cells.get(row) ?? []), ...texts]) cells.setCell(row, field, text)
  return { ...rules, overrides: { ...overrides, cells } }
}
