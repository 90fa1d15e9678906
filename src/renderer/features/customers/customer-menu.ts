import { CarFront, Copy, PanelRight, Phone, Trash2 } from '@lucide/vue'
import type { Customer } from '../../../contract/customer-record.ts'
import type { MenuItem } from '../../ui/context-menu.ts'
import { formatMobile } from '../../ui/format.ts'
import { customersShortcuts } from './customers-shortcuts.ts'
import { customersText } from './customers-text.ts'

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
