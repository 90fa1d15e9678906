import { ref, type Ref } from 'vue'
import type { Customer, CustomerSelection, ManyChange } from '../../../contract/customers.ts'
import { type Failure, type Result, success } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import { copyTable } from '../../ui/grid/copied-table.ts'
import { plural } from '../../ui/format.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { columnTitle } from './customer-columns.ts'
import type { CustomerColumns } from './useCustomerColumns.ts'
import type { Customers } from './useCustomers.ts'

/** From so many on, the number has to be typed before they are deleted. */
const typedFrom = 51
/** A call may carry so many numbers of records: one of the browser host is limited in bytes. */
const idsPerCall = 20_000

export interface CustomerActions {
  readonly busy: Ref<'change' | 'delete' | 'export' | 'copy' | null>
  /** Asks, with names and count, and gives them to be deleted; true when she agreed and it was taken. */
  remove(what: {
    readonly selection: CustomerSelection
    readonly count: number
    readonly names: readonly string[]
  }): Promise<boolean>
  change(selection: CustomerSelection, change: ManyChange): Promise<boolean>
  undo(): Promise<void>
  save(format: 'csv' | 'xlsx'): Promise<void>
  /** Copies rows of the list, as they are shown; `keys` are those of the columns. */
  /** Copies the customers that are chosen, in the order of the list where they are in it, under the columns' titles. */
  copyChosen(keys: readonly string[]): Promise<void>
  copy(
    rows: { readonly top: number; readonly bottom: number },
    keys: readonly string[],
    withTitles: boolean,
  ): Promise<void>
}

/** A selection in pieces that one call can carry. */
export function piecesOf(selection: CustomerSelection, most = idsPerCall): CustomerSelection[] {
  if (selection.by === 'filter') return [selection]
  const pieces: CustomerSelection[] = []
  for (let at = 0; at < selection.ids.length; at += most)
    pieces.push({ by: 'ids', ids: selection.ids.slice(at, at + most) })
  return pieces
}

/** The question before customers are deleted: who, how many, and what becomes of them. */
export function deleteQuestion(count: number, names: readonly string[]): Confirmation {
  const one = count === 1
  const [first] = names
  return {
    title: one && first ? `Delete ${first}?` : `Delete ${plural(count, 'customer')}?`,
    text: `The service stops watching for ${one ? 'this car' : 'these cars'} and forgets ${one ? 'its' : 'their'} sightings. ${one ? 'The record goes' : 'The records go'} into the bin on this PC, from which ${one ? 'it' : 'they'} can be made again as ${one ? 'a new record' : 'new records'}.`,
    ...(one
      ? {}
      : {
          names:
            count > names.length
              ? [...names.slice(0, 7), `and ${plural(count - Math.min(7, names.length), 'more', 'more')}`]
              : names,
        }),
    confirmLabel: one ? 'Delete the customer' : `Delete ${plural(count, 'customer')}`,
    tone: 'danger',
    ...(count >= typedFrom ? { typed: String(count) } : {}),
  }
}

/** What is done with many customers at once: each ends with a notice of what became of it. */
export function useCustomerActions(
  customers: Customers,
  columns: CustomerColumns,
  ask: (confirmation: Confirmation) => Promise<boolean>,
  toasts: Toasts,
): CustomerActions {
  const busy: CustomerActions['busy'] = ref(null)

  async function during<T>(what: NonNullable<CustomerActions['busy']['value']>, work: () => Promise<T>): Promise<T> {
    busy.value = what
    try {
      return await work()
    } finally {
      busy.value = null
    }
  }

  async function changeAll(selection: CustomerSelection, change: ManyChange) {
    const sum = { changed: 0, unchanged: 0, refused: [] as { id: string; reason: string }[] }
    for (const piece of piecesOf(selection)) {
      const result = await call('customers.editMany', { selection: piece, change })
      if (!result.ok) return result
      sum.changed += result.value.changed
      sum.unchanged += result.value.unchanged
      sum.refused.push(...result.value.refused)
    }
    return success(sum)
  }

  async function deleteAll(selection: CustomerSelection): Promise<Result<{ deleting: number }>> {
    let deleting = 0
    for (const piece of piecesOf(selection)) {
      const result = await call('customers.delete', { selection: piece })
      if (!result.ok) return result
      deleting += result.value.deleting
    }
    return success({ deleting })
  }

  const refresh = (): Promise<void> => {
    customers.release()
    return customers.pages.refresh()
  }

  async function undo(): Promise<void> {
    const result = await call('customers.undo', {})
    if (!result.ok) toasts.failure(result.error)
    else toasts.success(result.value.undone ?? 'Nothing to undo.')
    await refresh()
  }

  function put(records: readonly Customer[], keys: readonly string[], withTitles: boolean): void {
    const texts = records.map((customer) => keys.map((key) => customers.textOf(customer, key)))
    const table = withTitles ? [keys.map(columnTitle), ...texts] : texts
    const count = plural(records.length, 'row')
    const done = (): void => void toasts.success(`${count} copied.`)
    if (copyTable(table)) return done()
    // The browser lets the clipboard be filled only shortly after a key or a press: fetching took longer.
    toasts.success(`${count} ${records.length === 1 ? 'is' : 'are'} ready to be copied.`, {
      label: 'Copy',
      run: () => copyTable(table) && done(),
    })
  }

  const tell = (failure: Failure): false => {
    toasts.failure(failure)
    return false
  }

  return {
    busy,
    undo,
    async remove({ selection, count, names }) {
      if (!(await ask(deleteQuestion(count, names)))) return false
      const result = await during('delete', () => deleteAll(selection))
      if (!result.ok) return tell(result.error)
      const one = count === 1 && names[0]
      toasts.success(
        one
          ? `${one} is being deleted and goes into the bin.`
          : `${plural(result.value.deleting, 'customer')} are being deleted and go into the bin.`,
      )
      await refresh()
      return true
    },
    async change(selection, change) {
      const result = await during('change', () => changeAll(selection, change))
      if (!result.ok) return tell(result.error)
      const { changed, unchanged, refused } = result.value
      const parts = [
        `${plural(changed, 'customer')} changed`,
        unchanged > 0 ? `${plural(unchanged, 'customer')} left as ${unchanged === 1 ? 'it was' : 'they were'}` : '',
        refused[0] ? `${plural(refused.length, 'customer')} not changed: ${refused[0].reason.replace(/\.$/, '')}` : '',
      ]
      toasts.success(
        `${parts.filter(Boolean).join('; ')}.`,
        ...(changed > 0 ? [{ label: 'Undo', run: () => void undo() }] : []),
      )
      await refresh()
      return true
    },
    async save(format) {
      const { pages } = customers
      const shown = columns.shown.value.map(({ key }) => ({ key, title: columnTitle(key) }))
      const result = await during('export', () =>
        call('customers.export', { ...pages.query.value, columns: shown, format }),
      )
      if (!result.ok) return void tell(result.error)
      saveFile(result.value)
      toasts.success(`${plural(result.value.rows, 'customer')} saved as ${result.value.fileName}.`)
    },
    async copyChosen(keys) {
      const chosen = await during('copy', () => customers.choice.records())
      if (!chosen.ok) return void tell(chosen.error)
      put(chosen.value, keys, true)
    },
    async copy({ top, bottom }, keys, withTitles) {
      const rows = await during('copy', () => customers.pages.rows(top, bottom))
      if (!rows.ok) return void tell(rows.error)
      put(rows.value, keys, withTitles)
    },
  }
}
