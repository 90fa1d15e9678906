import { referenceStart } from '../../service/row-reference.ts'
import { customerFields } from '../checking/check-row.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import { propertyName } from '../packed/json-bytes.ts'
import type { PackForm } from '../storage/pack-upload.ts'

/** The names of a customer's fields as JSON, in the order of `customerFields`, in which they are posted. */
export const fieldNames = customerFields.map(propertyName)
export const additionalName = propertyName('additional_fields')

/** Names of the additional fields of all rows of an upload. */
export interface AdditionalNames {
  /** Of the kept columns, in their order. */
  readonly kept: readonly Buffer[]
  /** Null: the rows have no references. */
  readonly reference: Buffer | null
  /** The JSON of a reference up to the number of its row. */
  readonly referenceStart: Buffer
}

export const additionalNames = (
  { headers, keptColumns }: ColumnPlan,
  { referenceKey, uploadId }: PackForm,
): AdditionalNames => ({
  kept: keptColumns.map((column) => propertyName(headers[column] ?? '')),
  reference: referenceKey === null ? null : propertyName(referenceKey),
  referenceStart: Buffer.from(JSON.stringify(referenceStart(uploadId)).slice(0, -1)),
})
