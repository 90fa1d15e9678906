import { ref, shallowRef } from 'vue'
import { columnTitle } from '../../../../contract/customer-columns.ts'
import type { ChangedCustomerCell, RefusedCell } from '../../../../contract/customer-cells.ts'
import { maxCellsAtOnce } from '../../../../contract/cells-at-once.ts'
import type { MethodOutput } from '../../../../contract/methods.ts'
import type { Customer } from '../../../../contract/customer-record.ts'
import { type Result, success } from '../../../../contract/result.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { becomeForbiddenText } from '../../../contact/contact-text.ts'
import type { FewCalls } from '../../../connection/useUsage.ts'
import { cellCount, previewFrom, rowsOfEdit } from '../../../ui/cell-edits/range-edit.ts'
import type { RangeEdit } from '../../../ui/grid/virtual-grid.ts'
import { type ToastAction, useToasts } from '../../../ui/useToasts.ts'
import { formatField, recordName } from '../customer-cells.ts'
import { type CellPlan, inCalls, planCells, type RefusedChange, withoutCells, type ShownCells } from './cell-plan.ts'
import { customersText } from '../customers-text.ts'
import { cellsText } from './cells-text.ts'

const { consequences } = customersText

/** What the program calls each kind of change. */
const changeKinds = { paste: 'paste', fillDown: 'fill-down', clearCells: 'clear' } as const

/** A cell before and after a change, as the list shows it. */
export interface PreviewedCell {
  readonly name: string
  readonly column: string
  readonly before: string
  readonly after: string
}

/** A change of cells that waits for the user, or the values that it could not use. */
export interface CellPreview {
  readonly kind: RangeEdit['kind']
  readonly changed: readonly PreviewedCell[]
  readonly customers: number
  readonly unchanged: number
  readonly refused: readonly RefusedChange[]
  /** What the change does beyond its cells, and what the service's limit of calls means for it; null: nothing. */
  readonly note: string | null
  /** How many cells were changed; null: nothing was changed yet. */
  readonly done: number | null
}

/** Pasting, filling and clearing cells of the list. */
export function useCellChanges(on: {
  readonly fewCalls: FewCalls
  shown(): ShownCells
  fetchRows(first: number, last: number): Promise<Result<readonly Customer[]>>
  /** Called when cells were changed: the list shows them. */
  changed(cells: number): Promise<void>
  /** Undoes what was just changed, in its notice. */
  undo(): ToastAction
}) {
  const client = useClient()
  const toasts = useToasts()
  const preview = shallowRef<CellPreview | null>(null)
  const applying = ref(false)
  let plan: CellPlan | null = null

  async function planned(edit: RangeEdit): Promise<Result<CellPlan>> {
    const shown = on.shown()
    const { top, bottom } = rowsOfEdit(edit)
    const last = Math.min(bottom, shown.rowCount - 1)
    const customers = last < top ? success([]) : await on.fetchRows(top, last)
    return customers.ok ? success(planCells(edit, customers.value, shown)) : customers
  }

  /** Why nothing can be changed at all; null: something may be. */
  function obstacle(edit: RangeEdit, { rows, refused }: CellPlan): string | null {
    if (rows.length > 0 || refused.length > 0) return null
    if (edit.kind === 'fillDown' && edit.range.top === 0 && edit.range.bottom === 0) return cellsText.noRowAbove
    return cellsText.nothingEditable
  }

  /** Refused cells as the list names them. */
  function named(current: CellPlan, refused: readonly RefusedCell[]): readonly RefusedChange[] {
    const customers = new Map(current.rows.map(({ customer }) => [customer.id, customer]))
    const own = refused.map(({ id, field, text, reason }) => {
      const customer = customers.get(id)
      return { name: customer ? recordName(customer) : '', column: columnTitle(field), text, reason }
    })
    return [...current.refused, ...own]
  }

  async function check(current: CellPlan): Promise<Result<{ shown: CellPreview; accepted: CellPlan }>> {
    const customers = new Map(current.rows.map(({ customer }) => [customer.id, customer]))
    const changed: ChangedCustomerCell[] = []
    const refused: RefusedCell[] = []
    let { unchanged } = current
    let forbidden = 0
    for (const part of inCalls(current.rows)) {
      const answer = await client.read('customers.previewCells', {
        rows: part.map(({ customer, texts }) => ({ id: customer.id, texts })),
      })
      if (!answer.ok) return answer
      changed.push(...answer.value.changed)
      refused.push(...answer.value.refused)
      unchanged += answer.value.unchanged
      forbidden += answer.value.forbidden
    }
    const expires = changed.some(({ field, after }) => field === 'expiryDate' && after !== null)
    const accepted = withoutCells(current, refused, named(current, refused))
    const shown: CellPreview = {
      kind: current.kind,
      changed: changed.map(({ id, field, before, after }) => {
        const customer = customers.get(id)
        return {
          name: customer ? recordName(customer) : '',
          column: columnTitle(field),
          before: formatField(field, before),
          after: formatField(field, after),
        }
      }),
      customers: new Set(changed.map(({ id }) => id)).size,
      unchanged,
      refused: accepted.refused,
      note:
        [becomeForbiddenText(forbidden), expires ? consequences.expire : '', on.fewCalls('edit', changed.length)]
          .filter(Boolean)
          .join(' ') || null,
      done: null,
    }
    return success({ shown, accepted })
  }

  const needsPreview = ({ kind, changed, unchanged, refused, note }: CellPreview): boolean => {
    const cells = changed.length + unchanged + refused.length
    return note !== null || (kind === 'paste' ? cells > 1 : changed.length >= previewFrom || refused.length > 1)
  }

  /** Large changes go in several calls, so that the program is not blocked by one. The last one has the result. */
  async function sendParts({ kind, rows }: CellPlan): Promise<Result<MethodOutput<'customers.changeCells'>>> {
    const parts = inCalls(rows)
    const changeId = crypto.randomUUID()
    let answer: Result<MethodOutput<'customers.changeCells'>> = success({ changed: 0, unchanged: 0, refused: [] })
    for (const [index, part] of parts.entries()) {
      answer = await client.call('customers.changeCells', {
        kind: changeKinds[kind],
        rows: part.map(({ customer, texts }) => ({ id: customer.id, lastUpdated: customer.lastUpdated, texts })),
        ...(parts.length > 1 ? { part: { changeId, isLast: index === parts.length - 1 } } : {}),
      })
      if (!answer.ok) return answer
    }
    return answer
  }

  /** Null: it failed, and the notice says why. */
  async function send(current: CellPlan): Promise<{ changed: number; refused: readonly RefusedChange[] } | null> {
    if (applying.value) return null
    applying.value = true
    const answer = await sendParts(current)
    applying.value = false
    if (!answer.ok) {
      toasts.failure(answer.error)
      return null
    }
    const { changed, refused } = answer.value
    if (changed > 0) {
      toasts.success(cellsText.done[current.kind](changed), on.undo())
      await on.changed(changed)
    }
    return { changed, refused: named(current, refused) }
  }

  return {
    preview,
    applying,
    /** Checks a change of cells, and applies it: at once when it is small, else after its preview. */
    async start(edit: RangeEdit): Promise<void> {
      if (cellCount(edit) > maxCellsAtOnce) return void toasts.failure(cellsText.tooMany(maxCellsAtOnce))
      const found = await planned(edit)
      if (!found.ok) return void toasts.failure(found.error)
      const nothing = obstacle(edit, found.value)
      if (nothing !== null) return void toasts.failure(nothing)
      const checked = await check(found.value)
      if (!checked.ok) return void toasts.failure(checked.error)
      const { shown, accepted } = checked.value
      plan = accepted
      if (needsPreview(shown)) preview.value = shown
      else if (shown.refused[0]) toasts.failure(shown.refused[0].reason)
      else if (shown.changed.length > 0) await send(accepted)
    },
    async apply(): Promise<void> {
      const shown = preview.value
      const sent = plan && shown && (await send(plan))
      if (!sent) return
      // Values that were not used stay listed, so that they can be copied.
      preview.value = sent.refused.length > 0 ? { ...shown, refused: sent.refused, done: sent.changed } : null
    },
    close(): void {
      preview.value = null
    },
  }
}
