import { useRouter } from 'vue-router'
import { CarFront, Copy, PanelRight, Phone, Trash2 } from '@lucide/vue'
import { columnTitle } from '../../../contract/customer-columns.ts'
import { whyUnavailable } from '../../../contract/availability.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import { compactPlate } from '../../../contract/regional-format.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import type { MenuItem } from '../../ui/context-menu.ts'
import { columnItems, type GridMenu } from '../../ui/grid/useGridMenu.ts'
import type { GridMenuPlace } from '../../ui/grid/virtual-grid.ts'
import { useCopy } from '../../ui/useCopy.ts'
import { formatMobile } from '../../ui/format.ts'
import { cellsText } from './cells/cells-text.ts'
import { customerTitle } from './customer-cells.ts'
import { isSortable } from './customer-columns.ts'
import { customersText } from './customers-text.ts'
import type { CustomersScreen } from './useCustomersScreen.ts'
import { customersShortcuts } from './customers-shortcuts.ts'

/** Opens the look-up with the car of a customer. By VIN when there is one: a rego may belong to another car by now. */
export function useCarLookup(): (customer: Customer) => void {
  const router = useRouter()
  const connection = useConnectionStore()
  return ({ vin, rego, state }) => {
    const byVin = vin && (whyUnavailable('vin-search', connection.region) === null || !rego)
    // Only fills the search box, because a look-up may be charged.
    if (byVin) void router.push({ name: 'lookup', query: { vin } })
    else if (rego)
      void router.push({ name: 'lookup', query: { plate: compactPlate(rego), ...(state ? { state } : {}) } })
  }
}

/** The menu of a cell or a heading of the list: its name and its items. */
export function useCustomerMenu(
  { customers, columns }: Pick<CustomersScreen, 'customers' | 'columns'>,
  menu: GridMenu,
  on: {
    open(row: number): void
    call(customer: Customer): void
    remove(row: number): void
    fit(key: string): void
  },
): (place: GridMenuPlace) => { readonly label: string; readonly groups: readonly (readonly MenuItem[])[] } {
  const { pages, selection } = customers
  const lookUp = useCarLookup()
  const { copy } = useCopy()

  function cellMenu({ row, key, range }: GridMenuPlace, customer: Customer): readonly (readonly MenuItem[])[] {
    const selected = columns.grid.value.slice(range.left, range.right + 1)
    const canChange = selected.some(({ editable }) => editable)
    const edit = columns.grid.value.some((column) => column.key === key && column.editable)
    const number = customer.mobileNumber ?? ''
    const rows = selection.has(customer.id) ? selection.count.value : range.bottom - range.top + 1
    return [
      ...menu.cellItems({ edit, change: !canChange && cellsText.nothingEditable }),
      ...customerItems(customer, rows, {
        open: () => on.open(row),
        lookUp: () => lookUp(customer),
        call: () => on.call(customer),
        copyNumber: () => void copy(number, customersText.menu.numberCopied),
        remove: () => on.remove(row),
      }),
    ]
  }

  function headingMenu(key: string): readonly (readonly MenuItem[])[] {
    const column = columns.shown.value.find((each) => each.key === key)
    if (!column) return []
    return columnItems(
      {
        sortable: isSortable(key),
        pinned: column.pinned,
        canPin: columns.canPin.value,
        canHide: columns.shown.value.length > 1,
      },
      {
        sort: (descending) => isSortable(key) && void pages.setQuery({ sort: key, descending }),
        pin: (pinned) => columns.change(key, { pinned }),
        hide: () => columns.change(key, { shown: false }),
        fit: () => on.fit(key),
      },
    )
  }

  return (place) => {
    if (place.row < 0)
      return { label: customersText.menu.label(columnTitle(place.key)), groups: headingMenu(place.key) }
    const customer = pages.rowAt(place.row)
    return customer
      ? { label: customersText.menu.label(customerTitle(customer)), groups: cellMenu(place, customer) }
      : { label: '', groups: [] }
  }
}

const { menu: text } = customersText

/** What the menu of a customer can do. */
export interface CustomerCommands {
  open(): void
  lookUp(): void
  call(): void
  copyNumber(): void
  remove(): void
}

/** The items of the menu for one customer, or for the customers of several selected rows. `rows`: how many there are. */
export function customerItems(
  customer: Customer,
  rows: number,
  commands: CustomerCommands,
): readonly (readonly MenuItem[])[] {
  const mobile = formatMobile(customer.mobileNumber)
  const noCall = customer.doNotContact ? text.doNotContact : mobile === '' ? text.noNumber : false
  const own: MenuItem[] = [
    { label: text.open, icon: PanelRight, keys: customersShortcuts.open.keys, run: commands.open },
    {
      label: text.lookUp,
      icon: CarFront,
      disabled: !customer.vin && !customer.rego && text.noCar,
      run: commands.lookUp,
    },
    { label: noCall ? text.call : text.callNumber(mobile), icon: Phone, disabled: noCall, run: commands.call },
    { label: text.copyNumber, icon: Copy, disabled: noCall, run: commands.copyNumber },
  ]
  return [
    rows === 1 ? own : [],
    [
      {
        label: text.remove(rows),
        icon: Trash2,
        keys: customersShortcuts.remove.keys,
        danger: true,
        disabled: rows === 1 && customer.deleting?.state === 'pending' && text.deleting,
        run: commands.remove,
      },
    ],
  ]
}
