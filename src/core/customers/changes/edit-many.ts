import { z } from 'zod'
import { addMonths } from '../../../contract/calendar-date.ts'
import { maxCellsAtOnce } from '../../../contract/cells-at-once.ts'
import type { ChangedCustomerCell, RefusedCell } from '../../../contract/customer-cells.ts'
import { FieldUpdate, type ManyChange } from '../../../contract/customer-changes.ts'
import { type Customer, EditableField } from '../../../contract/customer-record.ts'
import { assertNever } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { fail } from '../../failures/failure-error.ts'
import { inSlices } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { customerMessages } from '../customer-messages.ts'
import type { ChangeLedger, EditGroup } from './change-ledger.ts'
import type { DeletionQueue } from './deletion-queue.ts'
import type { Work } from '../../database/in-batches.ts'
import { checkEdit, findSeenValue, recordEdit, shownValue, type EditRules } from './record-edit.ts'

export interface BulkEditParts {
  readonly database: Database
  readonly cache: CustomerCache
  readonly ledger: ChangeLedger
  readonly deletions: DeletionQueue
  /** Whether a customer, or the person with this number, is not to be contacted. */
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
}

export const isBeingDeleted = (parts: Pick<BulkEditParts, 'deletions'>, scope: ConnectionRegion, id: string): boolean =>
  parts.deletions.find(scope, id)?.state === 'pending'

export interface BulkEditResult {
  readonly group: string
  readonly changed: number
  readonly unchanged: number
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
  readonly forbidden: number
}

/** Records one change for many customers, given by their ids. See `customers.editMany`. */
export function manyWork(
  parts: BulkEditParts,
  scope: ConnectionRegion,
  rules: EditRules,
  change: ManyChange,
  group: EditGroup,
): Work<string, BulkEditResult> {
  const { cache, ledger } = parts
  const { field } = change
  const refused: { id: string; reason: string }[] = []
  let [changed, unchanged, forbidden] = [0, 0, 0]
  return {
    each(id) {
      const customer = cache.find(scope, id)
      if (!customer) return
      if (isBeingDeleted(parts, scope, id)) return void refused.push({ id, reason: customerMessages.beingDeleted })
      const text = textOf(change, shownValue(ledger, scope, customer, field))
      const checked = text === null ? null : checkEdit(field, text, rules)
      if (checked && 'reason' in checked) return void refused.push({ id, reason: checked.reason })
      const seen = { value: customer[field] }
      const isMarked = (value: string | null): boolean =>
        field === 'mobileNumber' && parts.isDoNotContact(scope, id, value)
      if (checked && isMarked(checked.value) && !isMarked(shownValue(ledger, scope, customer, field))) forbidden += 1
      const isChanged = checked !== null && recordEdit(ledger, scope, customer, { field, ...checked, group, seen })
      if (isChanged) changed += 1
      else unchanged += 1
    },
    result: () => ({ group: group.id, changed, unchanged, refused, forbidden }),
  }
}

/** What a change of many customers types into a cell; null: it has no date to move. */
function textOf(change: ManyChange, shown: string | null): string | null {
  switch (change.do) {
    case 'set':
      return change.value
    case 'move-date':
      return shown !== null && /^\d{4}-\d{2}-\d{2}$/.test(shown)
        ? addMonths(shown, change.years * 12 + change.months)
        : null
    default:
      return assertNever(change)
  }
}

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

interface CellPlan {
  readonly changed: readonly (ChangedCustomerCell & { readonly customer: Customer })[]
  readonly unchanged: number
  readonly refused: readonly RefusedCell[]
}

/** What a change would do to the cells of one customer. */
function planRow(parts: BulkEditParts, scope: ConnectionRegion, rules: EditRules, { id, texts }: CellTexts): CellPlan {
  const customer = parts.cache.find(scope, id)
  const isDeleted = customer !== null && isBeingDeleted(parts, scope, id)
  const changed: (ChangedCustomerCell & { customer: Customer })[] = []
  const refused: RefusedCell[] = []
  let unchanged = 0
  for (const field of EditableField.options) {
    const text = texts[field]
    if (text === undefined) continue
    const refuse = (reason: string): void => void refused.push({ id, field, text, reason })
    if (!customer || isDeleted) {
      refuse(isDeleted ? customerMessages.beingDeleted : customerMessages.notInList)
      continue
    }
    const edit = parts.ledger.edits.findByField(scope, id, field)
    const before = edit?.state === 'pending' ? edit.value : customer[field]
    const checked = checkEdit(field, text, rules)
    if (field === 'mobileNumber' && parts.isDoNotContact(scope, id, before)) refuse(customerMessages.hiddenNumberInCell)
    else if (edit?.state === 'conflict') refuse(customerMessages.cellInConflict)
    else if ('reason' in checked) refuse(checked.reason)
    else if (checked.value === before) unchanged += 1
    else changed.push({ id, field, before, after: checked.value, customer })
  }
  return { changed, unchanged, refused }
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
  readonly forbidden: number
}

/** See `customers.previewCells`. */
export async function previewCells(
  parts: BulkEditParts,
  scope: ConnectionRegion,
  rules: EditRules,
  rows: readonly CellTexts[],
): Promise<CellPreview> {
  checkSize(rows)
  const plans: CellPlan[] = []
  for await (const row of inSlices(rows)) plans.push(planRow(parts, scope, rules, row))
  const changed = plans.flatMap((plan) =>
    plan.changed.map(({ id, field, before, after }) => ({ id, field, before, after })),
  )
  return {
    changed,
    // The numbers of those who are Do Not Contact already are refused.
    forbidden: changed.filter(
      ({ id, field, after }) => field === 'mobileNumber' && parts.isDoNotContact(scope, id, after),
    ).length,
    unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, 0),
    refused: plans.flatMap(({ refused }) => refused),
  }
}

export interface CellResult {
  readonly changed: number
  readonly unchanged: number
  readonly refused: RefusedCell[]
}

/** See `customers.changeCells`. */
export function cellWork(
  parts: BulkEditParts,
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

/** What changes of one customer. */
export const AcceptedUpdate = z.object({ id: z.string(), changes: z.array(FieldUpdate) })
export type AcceptedUpdate = z.infer<typeof AcceptedUpdate>

/** How many customers were changed, and how many not, because they were deleted meanwhile or a value cannot be sent. */
export interface UpdateResult {
  readonly changed: number
  readonly refused: number
}

/** Records updates as edits of one group: a field with another value than `from` by now becomes a conflict. */
export function updateWork(
  parts: BulkEditParts,
  scope: ConnectionRegion,
  rules: EditRules,
  group: EditGroup,
): Work<AcceptedUpdate, UpdateResult> {
  let [changed, refused] = [0, 0]
  return {
    each({ id, changes }) {
      const customer = parts.cache.find(scope, id)
      if (!customer || isBeingDeleted(parts, scope, id)) return void (refused += 1)
      const values: { field: EditableField; from: string | null; value: string | null }[] = []
      for (const { field, from, to } of changes) {
        const checked = checkEdit(field, to, rules)
        if ('reason' in checked) return void (refused += 1)
        values.push({ field, from, ...checked })
      }
      let isChanged = false
      for (const { field, from, value } of values) {
        const pending = parts.ledger.edits.findByField(scope, id, field)
        const seen = { value: pending?.state === 'pending' && pending.value === from ? customer[field] : from }
        if (recordEdit(parts.ledger, scope, customer, { field, value, group, seen })) isChanged = true
      }
      if (isChanged) changed += 1
    },
    result: () => ({ changed, refused }),
  }
}
