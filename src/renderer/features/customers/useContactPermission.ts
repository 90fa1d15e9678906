import type { Customer } from '../../../contract/customer-record.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import {
  allowQuestion,
  alsoMarkedText,
  contactAllowedText,
  type SharedNumbers,
  sharedNumbersText,
  useSharedNumbers,
} from '../../contact/shared-numbers.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { customerTitle } from './customer-cells.ts'
import { customersText } from './customers-text.ts'

interface Setting {
  readonly customer: Customer
  readonly doNotContact: boolean
  /** Who else is marked, or can be contacted again. */
  readonly shared: SharedNumbers
  readonly undo?: boolean
}

/** Marks people as Do Not Contact, and allows contact again. `changed` gets the newer record. */
export function useContactPermission(changed: (customer: Customer) => void) {
  const { details: text } = customersText
  const client = useClient()
  const confirm = useConfirm()
  const readShared = useSharedNumbers()
  const setting = useAction(
    ({ customer: { id }, doNotContact, undo = false }: Setting) =>
      client.call('customers.setDoNotContact', { id, doNotContact, undo }),
    {
      done(answer, { customer, doNotContact, shared }) {
        changed(answer)
        const name = customerTitle(customer)
        return doNotContact ? text.marked(name) + alsoMarkedText(shared) : contactAllowedText(name, shared)
      },
      undo: (_, { doNotContact, ...same }) => ({
        run: () => void set({ ...same, doNotContact: !doNotContact, undo: true }),
      }),
    },
  )
  async function set(wanted: Setting): Promise<void> {
    await setting.run(wanted)
  }

  return {
    /** Marks the person as Do Not Contact: at once, or after a question when other customers have the number. The notice has Undo. */
    async forbid(customer: Customer): Promise<void> {
      const shared = await readShared([{ customerId: customer.id }])
      if (shared === null) return
      const isAgreed =
        shared.customers === 0 ||
        (await confirm({
          title: text.markTitle(customerTitle(customer)),
          text: sharedNumbersText(shared, 1),
          confirmLabel: text.markConfirm,
          tone: 'danger',
        }))
      if (isAgreed) await set({ customer, doNotContact: true, shared })
    },
    /** Allows contact again after a confirmation. The notice has Undo. */
    async allow(customer: Customer): Promise<void> {
      const shared = await readShared([{ customerId: customer.id }])
      if (shared !== null && (await confirm(allowQuestion(customerTitle(customer), shared))))
        await set({ customer, doNotContact: false, shared })
    },
  }
}
