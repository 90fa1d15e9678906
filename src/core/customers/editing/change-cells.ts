import { z } from 'zod'
import type { ChangedCustomerCell, RefusedCell } from '../../../contract/customer-cells.ts'
import { maxCellsAtOnce } from '../../../contract/cells-at-once.ts'
import { type Customer, EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fail, FailureError } from '../../failures/failure-error.ts'
import { customerMessages } from '../customer-messages.ts'
import { runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import type { EditGroup } from '../journal/edit-ledger.ts'
import { type BulkEditParts, isBeingDeleted } from './edit-many.ts'
import type { Work } from './in-batches.ts'
import { findSeenValue, recordEdit } from './record-edit.ts'
import { validateEdit, type EditRules } from './validate-edit.ts'

/** The texts that cells of a customer are to get, by field. */
export interface CellTexts {
  readonly id: string
  readonly texts: Readonly<Partial<Record<EditableField, string>>>
}

/** The same, with the version of the record that the user saw. */
export const SeenCellTexts = z.object({
  id: z.string(),
  lastUpdated: z.string(),
  texts: z.partialRecord(EditableField, z.string()),
})
export type SeenCellTexts = z.infer<typeof SeenCellTexts>

export interface CellParts extends BulkEditParts {
  /** Whether a customer, or the person with this number, is not to be contacted. */
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
}

export interface CellPlan {
  readonly changed: readonly (ChangedCustomerCell & { readonly customer: Customer })[]
  readonly unchanged: number
  readonly refused: readonly RefusedCell[]
}

/** What a change would do to the cells of one customer. */
function planRow(parts: CellParts, scope: ConnectionRegion, rules: EditRules, { id, texts }: CellTexts): CellPlan {
  const { cache, ledger } = parts
  const customer = cache.find(scope, id)
  const whole = customer
    ? isBeingDeleted(parts, scope, id)
      ? customerMessages.beingDeleted
      : null
    : customerMessages.notInList
  const changed: (ChangedCustomerCell & { customer: Customer })[] = []
  const refused: RefusedCell[] = []
  let unchanged = 0
  for (const field of EditableField.options) {
    const text = texts[field]
    if (text === undefined) continue
    if (!customer || whole !== null) {
      refused.push({ id, field, text, reason: whole ?? customerMessages.notInList })
      continue
    }
    const edit = ledger.edits.findByField(scope, id, field)
    const before = edit?.state === 'pending' ? edit.value : customer[field]
    const reason =
      field === 'mobileNumber' && parts.isDoNotContact(scope, id, before)
        ? customerMessages.hiddenNumberInCell
        : edit?.state === 'conflict'
          ? customerMessages.cellInConflict
          : null
    const validated = reason === null ? validate(field, text, rules) : { reason }
    if ('reason' in validated) refused.push({ id, field, text, reason: validated.reason })
    else if (validated.value === before) unchanged += 1
    else changed.push({ id, field, before, after: validated.value, customer })
  }
  return { changed, unchanged, refused }
}

function validate(
  field: EditableField,
  text: string,
  rules: EditRules,
): { readonly value: string | null } | { readonly reason: string } {
  try {
    return { value: validateEdit(field, text, rules) }
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'invalid-input') throw error
    return { reason: error.failure.message }
  }
}

/** Fails with `invalid-input` when there are more cells than one change may have. `before`: in earlier parts of it. */
export function checkSize(rows: readonly CellTexts[], before = 0): void {
  const cells = rows.reduce((sum, { texts }) => sum + Object.keys(texts).length, before)
  if (cells <= maxCellsAtOnce) return
  const { message, ...more } = customerMessages.tooManyCells(maxCellsAtOnce)
  fail('invalid-input', message, more)
}

export interface CellPreview {
  readonly changed: ChangedCustomerCell[]
  readonly unchanged: number
  readonly refused: RefusedCell[]
}

/** See `customers.previewCells`. */
export function previewCells(
  parts: CellParts,
  scope: ConnectionRegion,
  rules: EditRules,
  rows: readonly CellTexts[],
): Promise<CellPreview> {
  checkSize(rows)
  function* steps(): Steps<CellPreview> {
    const plans: CellPlan[] = []
    for (const row of rows) {
      plans.push(planRow(parts, scope, rules, row))
      yield
    }
    return {
      changed: plans.flatMap(({ changed }) =>
        changed.map(({ id, field, before, after }) => ({ id, field, before, after })),
      ),
      unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, 0),
      refused: plans.flatMap(({ refused }) => refused),
    }
  }
  return runInSlices(steps())
}

export interface CellResult {
  readonly changed: number
  readonly unchanged: number
  readonly refused: RefusedCell[]
}

/** See `customers.changeCells`. */
export function cellWork(
  parts: CellParts,
  scope: ConnectionRegion,
  rules: EditRules,
  group: EditGroup,
): Work<SeenCellTexts, CellResult> {
  const refused: RefusedCell[] = []
  let [changed, unchanged] = [0, 0]
  return {
    each(row) {
      const plan = planRow(parts, scope, rules, row)
      refused.push(...plan.refused)
      unchanged += plan.unchanged
      for (const { customer, field, after } of plan.changed) {
        const seen = findSeenValue(parts, scope, customer, field, row.lastUpdated)
        if (recordEdit(parts.ledger, scope, customer, { field, value: after, group, seen })) changed += 1
        else unchanged += 1
      }
    },
    result: () => ({ changed, unchanged, refused }),
  }
}
