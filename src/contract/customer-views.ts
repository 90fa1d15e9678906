import { z } from 'zod'
import { CustomerFilter } from './customer-filter.ts'

export const CustomerSort = z.enum([
  'clientName',
  'rego',
  'state',
  'vin',
  'mobileNumber',
  'vehicleTitle',
  'saleDate',
  'expiryDate',
  'lastSighting',
  'lastUpdated',
])
export type CustomerSort = z.infer<typeof CustomerSort>

/** A column of the grid: a field of the record (`rego`), or `field:<name>` for an additional field. */
export const ViewColumn = z.object({
  key: z.string().max(210),
  widthPx: z.number().int().min(40).max(2_000),
  shown: z.boolean(),
  pinned: z.boolean(),
})
export type ViewColumn = z.infer<typeof ViewColumn>

/** A named combination of filter, order and columns. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: CustomerFilter,
  sort: CustomerSort,
  descending: z.boolean(),
  columns: z.array(ViewColumn),
})
export type SavedView = z.infer<typeof SavedView>
