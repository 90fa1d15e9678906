import type { Customer } from '../../../contract/customer-record.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import {
  allowQuestion,
  alsoMarkedText,
  contactAllowedText,
  readSharedNumbers,
  sharedNumbersText,
} from '../../contact/shared-numbers.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { customerTitle } from './customer-cells.ts'
import { customersText } from './customers-text.ts'

/** Marks people as Do Not Contact, and allows contact again. `changed` gets the newer record. */
export function useContactPermission(
  client: Pick<ProgramClient, 'call' | 'read'>,
  on: {
    confirm: (confirmation: Confirmation) => Promise<boolean>
    toasts: Toasts
    changed: (customer: Customer) => void
  },
) {
  const { details: text } = customersText
  const setting = useAction(
    (input: MethodInput<'customers.setDoNotContact'>) => client.call('customers.setDoNotContact', input),
    { failed: (problem) => void on.toasts.failure(problem) },
  )

  async function set(
    customer: Customer,
    doNotContact: boolean,
    { also = '', undo = false }: { also?: string; undo?: boolean } = {},
  ): Promise<void> {
    const changed = await setting.run({ id: customer.id, doNotContact, undo })
    if (!changed) return
    on.changed(changed)
    const name = customerTitle(customer)
    on.toasts.success(doNotContact ? text.marked(name) + also : contactAllowedText(name), {
      label: customersText.undo,
      run: () => void set(customer, !doNotContact, { undo: true }),
    })
  }

  return {
    /** Marks the person as Do Not Contact: at once, or after a question when other customers have the number. The notice has Undo. */
    async forbid(customer: Customer): Promise<void> {
      const shared = await readSharedNumbers(client, [{ customerId: customer.id }])
      const isAgreed =
        shared.customers === 0 ||
        (await on.confirm({
          title: text.markTitle(customerTitle(customer)),
          text: sharedNumbersText(shared, 1),
          confirmLabel: text.markConfirm,
          tone: 'danger',
        }))
      if (isAgreed) await set(customer, true, { also: alsoMarkedText(shared) })
    },
    /** Allows contact again after a confirmation. The notice has Undo. */
    async allow(customer: Customer): Promise<void> {
      const shared = await readSharedNumbers(client, [{ customerId: customer.id }])
      if (await on.confirm(allowQuestion(customerTitle(customer), shared))) await set(customer, false)
    },
  }
}
