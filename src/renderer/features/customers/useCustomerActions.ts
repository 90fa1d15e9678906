import { ref } from 'vue'
import { columnTitle } from '../../../contract/customer-columns.ts'
import type { CustomerSelection } from '../../../contract/customers.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { FewCalls } from '../../connection/useFewCalls.ts'
import { copyTable } from '../../ui/grid/grid-clipboard.ts'
import { formatMobile } from '../../ui/format.ts'
import { fetchParts } from '../../bridge/exported-parts.ts'
import { saveParts } from '../../ui/save-file.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import { actionMs, holdMs, type Toasts } from '../../ui/useToasts.ts'
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
export function useCustomerActions(
  client: ProgramClient,
  customers: Customers,
  columns: CustomerColumns,
  {
    confirm,
    toasts,
    fewCalls,
  }: { confirm: (confirmation: Confirmation) => Promise<boolean>; toasts: Toasts; fewCalls: FewCalls },
) {
  const busy = ref<'change' | 'delete' | 'export' | 'copy' | null>(null)

  async function during<T>(action: NonNullable<typeof busy.value>, work: () => Promise<T>): Promise<T> {
    busy.value = action
    try {
      return await work()
    } finally {
      busy.value = null
    }
  }

  const refresh = (): Promise<void> => {
    customers.allowReorder()
    return customers.pages.refresh()
  }

  /** Asks only when the service accepts fewer calls than the undo needs. */
  async function confirmUndo(): Promise<boolean> {
    const next = await client.read('customers.nextUndo', {})
    const text = next.ok ? fewCalls('edit', next.value.customers) : null
    if (text === null || !next.ok) return true
    return confirm({ ...customersText.undoMany(next.value.customers), text })
  }

  const undoAction = { label: customersText.undo, group: undoGroup, run: () => void undo() }
  /** Ends before the hold of a deletion: a later undo makes new records. */
  const heldUndo = { ...undoAction, endsMs: actionMs }

  async function undo(): Promise<void> {
    if (!(await confirmUndo())) return
    const result = await client.call('customers.undo', {})
    if (!result.ok) toasts.failure(result.error)
    else if (result.value.undone === null) toasts.success(customersText.nothingToUndo)
    else toasts.success(result.value.undone, { label: customersText.redo, group: undoGroup, run: () => void redo() })
    await refresh()
  }

  async function redo(): Promise<void> {
    const result = await client.call('customers.redo', { holdMs })
    if (!result.ok) toasts.failure(result.error)
    else if (result.value.redone === null) toasts.success(customersText.nothingToRedo)
    else toasts.success(result.value.redone, heldUndo)
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
    if (!answer.ok) return void reportFailure(answer.error)
    const numbers = new Map(
      answer.value.customers.map(({ id, numbers: found }) => {
        const { mobileNumber } = found
        return [id, mobileNumber === undefined ? found : { ...found, mobileNumber: formatMobile(mobileNumber) }]
      }),
    )
    copy({ ...copied, numbers })
  }

  const reportFailure = (failure: Failure): false => {
    toasts.failure(failure)
    return false
  }

  return {
    busy,
    undo,
    redo,
    /** Deletes after a confirmation; true when the program has accepted it. */
    async remove({
      selection,
      count,
      names,
    }: {
      readonly selection: CustomerSelection
      readonly count: number
      readonly names: readonly string[]
    }): Promise<boolean> {
      if (!(await confirm(deleteConfirmation(count, names, fewCalls('deletion', count))))) return false
      const result = await during('delete', () => client.call('customers.delete', { selection, holdMs }))
      if (!result.ok) return reportFailure(result.error)
      const { delete: text } = customersText
      const [name] = names
      toasts.success(count === 1 && name ? text.doneNamed(name) : text.done(result.value.deleting), heldUndo)
      await refresh()
      return true
    },
    async change(selection: CustomerSelection, change: ManyChange): Promise<boolean> {
      const result = await during('change', () => client.call('customers.editMany', { selection, change }))
      if (!result.ok) return reportFailure(result.error)
      const { changed, unchanged, refused } = result.value
      toasts.success(
        customersText.editMany.done(changed, unchanged, refused.length, refused[0]?.reason ?? ''),
        ...(changed > 0 ? [undoAction] : []),
      )
      await refresh()
      return true
    },
    /** `includeHidden`: with the numbers of Do Not Contact people. */
    async export(format: 'csv' | 'xlsx', includeHidden: boolean): Promise<void> {
      const shown = columns.shown.value.map(({ key }) => key)
      const query = customers.pages.query.value
      const result = await during('export', () =>
        client.call('customers.export', {
          ...query,
          includeDoNotContactNumbers: includeHidden,
          columns: shown,
          format,
        }),
      )
      if (!result.ok) return void reportFailure(result.error)
      const file = await during('export', () => fetchParts(client, 'customers.exportPart', result.value))
      if (!file.ok) return void reportFailure(file.error)
      saveParts(file.value)
      toasts.success(customersText.export.done(result.value.rows, result.value.fileName))
    },
    /** Copies the selected customers with column headers; `keys` are those of the columns. */
    async copySelected(keys: readonly string[]): Promise<void> {
      const records = await during('copy', () => customers.selection.fetchRecords())
      if (!records.ok) return void reportFailure(records.error)
      copy({ records: records.value, keys, withHeaders: true })
    },
    /** Copies rows of the list. */
    async copyRows(
      { top, bottom }: { readonly top: number; readonly bottom: number },
      keys: readonly string[],
      withHeaders: boolean,
    ): Promise<void> {
      const rows = await during('copy', () => customers.pages.fetchRows(top, bottom))
      if (!rows.ok) return void reportFailure(rows.error)
      copy({ records: rows.value, keys, withHeaders })
    },
  }
}

export type CustomerActions = ReturnType<typeof useCustomerActions>
