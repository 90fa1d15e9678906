import { z } from 'zod'

/** What a customer record can carry (interface, part 4, customer input). */
export const CustomerField = z.enum([
  'rego',
  'state',
  'vin',
  'client_name',
  'mobile_number',
  'sale_date',
  'expiry_date',
])
export type CustomerField = z.infer<typeof CustomerField>

/** A field of the customer, as it would be sent, or the position of a column in the file, from 0, as it is in the file. */
export const RowColumn = z.union([CustomerField, z.number().int().min(0)])
export type RowColumn = z.infer<typeof RowColumn>

/**
 * Which rows are listed by one column. `contains` and `equals` compare with the value to send, the text in the file and a
 * date as d/m/yyyy, without case; a mobile is found with any spacing. `empty`: the grid shows nothing. `issue`: the field
 * has an error or a warning.
 */
export const ColumnFilter = z.object({
  column: RowColumn,
  test: z.enum(['contains', 'equals', 'empty', 'filled', 'issue']),
  /** For `contains` and `equals`. */
  text: z.string().max(200).optional(),
})
export type ColumnFilter = z.infer<typeof ColumnFilter>

/**
 * `row`: the order of the file. Numbers and dates are sorted by their meaning, before texts, which are sorted without case
 * and accents. Empty cells are last in both directions; equal ones are in the order of the file.
 */
export const RowSort = z.object({ column: z.union([RowColumn, z.literal('row')]), descending: z.boolean() })
export type RowSort = z.infer<typeof RowSort>

/** Which rows of a draft are listed, and in which order. */
export const rowQuery = {
  show: z.enum(['all', 'error', 'warning', 'ready', 'excluded']).default('all'),
  /** A key of `groups`: only rows with that issue. */
  group: z.string().nullable().default(null),
  search: z.string().max(200).default(''),
  /** A row is listed when it passes all of them. */
  filters: z.array(ColumnFilter).max(20).optional(),
  /** Absent: rows with errors come first, then warnings, then in the order of the file. */
  sort: RowSort.optional(),
}
