import type { MethodInput } from '../../contract/methods.ts'
import { rowKey } from '../../contract/source-key.ts'
import { useClient } from '../bridge/program-client.ts'
import { useReveal } from '../ui/useReveal.ts'

/** The hidden numbers of a Do Not Contact person, for half a minute. Each `show` is logged. */
export function useRevealedNumbers(
  customerId: () => string,
  /** The connection and region of the customer; absent: those in use. */
  source: () => Pick<MethodInput<'customers.revealMobile'>, 'source'> = () => ({}),
) {
  const client = useClient()
  return useReveal(
    () => client.call('customers.revealMobile', { id: customerId(), ...source() }),
    // Two connections may have customers with the same id.
    () => rowKey(customerId(), source().source),
  )
}
