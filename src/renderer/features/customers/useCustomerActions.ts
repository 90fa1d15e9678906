import { columnTitle } from '../../../contract/customer-columns.ts'
import type { CustomerSelection } from '../../../contract/customers.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { becomeForbiddenText } from '../../contact/contact-text.ts'
import type { FewCalls } from '../../connection/useUsage.ts'
import { copyTable } from '../../ui/grid/grid-clipboard.ts'
import { formatMobile } from '../../ui/format.ts'
import { saveAndSay } from '../../ui/save-file.ts'
import { type Confirmation, useConfirm } from '../../ui/useConfirm.ts'
import { actionMs, holdMs, type ToastAction, useToasts } from '../../ui/useToasts.ts'
import { customersText } from './customers-text.ts'
import type { CustomerColumns } from './useCustomerColumns.ts'
import type { Customers } from './useCustomers.ts'

/** From this number on, the user types it before the customers are deleted. */
const typedCountFrom = 51
const maxListedNames = 7

/** Only the newest notice offers to undo or redo: an older one would change something else. */
export const undoGroup = 'customers-undo'

interface Copy {
  readonly records: readonly Customer[]
  readonly keys: readonly string[]
  readonly withHeaders: boolean
  readonly numbers?: ReadonlyMap<string, Readonly<Record<string, string>>>
}

export function deleteConfirmation(count: number, names: readonly string[], fewCalls: string | null): Confirmation {
  const { delete: text } = customersText
  const listed =
    count > names.length
      ? [...names.slice(0, maxListedNames), text.more(count - Math.min(maxListedNames, names.length))]
      : names
  return {
    title: text.title(count, names[0]),
    text: [text.text(count), fewCalls].filter(Boolean).join(' '),
    ...(count === 1 ? {} : { names: listed }),
    confirmLabel: text.confirm(count),
    tone: 'danger',
    ...(count >= typedCountFrom ? { typed: String(count) } : {}),
  }
}

/** Actions on many customers. Each reports its result in a notice. */
export function useCustomerActions(customers: Customers, columns: CustomerColumns, fewCalls: FewCalls) {
  const client = useClient()
  const confirm = useConfirm()
  const toasts = useToasts()

  const refresh = (): Promise<void> => {
    customers.allowReorder()
    return customers.pages.refresh()
  }

  const nextUndo = () => client.read('customers.nextUndo', {})

  /** For the notice of what was just changed: undoes that, and nothing that is changed later. */
  function undoAction(): ToastAction {
    const named = nextUndo()
    return { label: customersText.undo, group: undoGroup, run: () => void undo(named) }
  }
  /** Ends before the hold of a deletion: a later undo makes new records. */
  const heldUndo = (): ToastAction => ({ ...undoAction(), endsMs: actionMs })

  /** `named`: what a notice offers to undo; without it the newest change. Asks only when the service accepts fewer calls than it needs. */
  async function undo(named?: ReturnType<typeof nextUndo>): Promise<void> {
    const next = await (named ?? nextUndo())
    if (!next.ok) return void toasts.failure(next.error)
    const { customers: count, step } = next.value
    const text = fewCalls('edit', count)
    if (text !== null && !(await confirm({ ...customersText.undoMany(count), text }))) return
    const result = await client.call('customers.undo', named ? { step } : {})
    if (!result.ok) toasts.failure(result.error)
    else if (result.value.undone === null) toasts.success(customersText.nothingToUndo)
    else toasts.success(result.value.undone, { label: customersText.redo, group: undoGroup, run: () => void redo() })
    await refresh()
  }

  async function redo(): Promise<void> {
    const result = await client.call('customers.redo', { holdMs })
    if (!result.ok) toasts.failure(result.error)
    else if (result.value.redone === null) toasts.success(customersText.nothingToRedo)
    else toasts.success(result.value.redone, heldUndo())
    await refresh()
  }

  /** `numbers`: hidden numbers that the user asked to include, by customer and column. */
  function copy({ records, keys, withHeaders, numbers }: Copy): void {
    const { selection: text } = customersText
    const cells = records.map((customer) =>
      keys.map((key) => numbers?.get(customer.id)?.[key] ?? customers.copyText(customer, key)),
    )
    const table = withHeaders ? [keys.map(columnTitle), ...cells] : cells
    const withHidden = records.filter(({ hiddenNumbers }) => keys.some((key) => hiddenNumbers.includes(key)))
    const reportCopied = (): void => {
      if (numbers || withHidden.length === 0) return void toasts.success(text.copied(records.length))
      toasts.success(text.copiedWithout(records.length, withHidden.length), {
        label: text.includeHidden,
        run: () => void copyWithHidden({ records, keys, withHeaders }, withHidden),
      })
    }
    if (copyTable(table)) return reportCopied()
    // A browser allows writing to the clipboard only shortly after a key or a click; fetching the rows took longer.
    toasts.success(text.readyToCopy(records.length), {
      label: text.copy,
      run: () => copyTable(table) && reportCopied(),
    })
  }

  async function copyWithHidden(copied: Copy, withHidden: readonly Customer[]): Promise<void> {
    const answer = await client.call('customers.copyNumbers', { ids: withHidden.map(({ id }) => id) })
    if (!answer.ok) return void toasts.failure(answer.error)
    const numbers = new Map(
      answer.value.customers.map(({ id, numbers: found }) => {
        const { mobileNumber } = found
        return [id, mobileNumber === undefined ? found : { ...found, mobileNumber: formatMobile(mobileNumber) }]
      }),
    )
    copy({ ...copied, numbers })
  }

  const deleting = useAction(
    ({
      selection,
    }: {
      readonly selection: CustomerSelection
      readonly count: number
      readonly names: readonly string[]
    }) => client.call('customers.delete', { selection, holdMs }),
    {
      confirm: ({ count, names }) => deleteConfirmation(count, names, fewCalls('deletion', count)),
      done(answer, { count, names: [name] }) {
        const { delete: text } = customersText
        return count === 1 && name ? text.doneNamed(name) : text.done(answer.deleting)
      },
      undo: heldUndo,
    },
  )
  const changing = useAction('customers.editMany', {
    done: ({ changed, unchanged, refused, forbidden }) =>
      [
        customersText.editMany.done(changed, unchanged, refused.length, refused[0]?.reason ?? ''),
        becomeForbiddenText(forbidden),
      ]
        .filter(Boolean)
        .join(' '),
    undo: ({ changed }) => (changed > 0 ? undoAction() : null),
  })
  const exporting = useAction('customers.export', { done: saveAndSay(customersText.export.done) })
  async function refreshAfter(answer: object | null): Promise<boolean> {
    if (answer !== null) await refresh()
    return answer !== null
  }

  return {
    isChanging: changing.busy,
    isExporting: exporting.busy,
    undo,
    redo,
    undoAction,
    /** Deletes after a confirmation; true when the program has accepted it. */
    remove: async (deletion: Parameters<typeof deleting.run>[0]) => refreshAfter(await deleting.run(deletion)),
    change: async (selection: CustomerSelection, change: ManyChange) =>
      refreshAfter(await changing.run({ selection, change })),
    /** `includeHidden`: with the numbers of Do Not Contact people. */
    export(format: 'csv' | 'xlsx', includeHidden: boolean): void {
      const shown = columns.shown.value.map(({ key }) => key)
      const query = customers.pages.query.value
      void exporting.run({ ...query, includeDoNotContactNumbers: includeHidden, columns: shown, format })
    },
    /** Copies the selected customers with column headers; `keys` are those of the columns. */
    async copySelected(keys: readonly string[]): Promise<void> {
      const records = await customers.selection.fetchRecords()
      if (!records.ok) return void toasts.failure(records.error)
      copy({ records: records.value, keys, withHeaders: true })
    },
    async copyRows(
      { top, bottom }: { readonly top: number; readonly bottom: number },
      keys: readonly string[],
      withHeaders: boolean,
    ): Promise<void> {
      const rows = await customers.pages.fetchRows(top, bottom)
      if (!rows.ok) return void toasts.failure(rows.error)
      copy({ records: rows.value, keys, withHeaders })
    },
  }
}

export type CustomerActions = ReturnType<typeof useCustomerActions>
