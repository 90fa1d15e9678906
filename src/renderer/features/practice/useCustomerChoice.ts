import { useDebounceFn } from '@vueuse/core'
import { type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue'
import type { Customer } from '../../../contract/customers.ts'
import { call } from '../../bridge/client.ts'

const maxFound = 5
const typingMs = 200

export interface CustomerChoice {
  readonly search: Ref<string>
  /** Null: nothing is looked for. */
  readonly found: ShallowRef<readonly Customer[] | null>
}

/** A customer of the list, looked for by name, rego or mobile. */
export function useCustomerChoice(): CustomerChoice {
  const search = ref('')
  const found = shallowRef<readonly Customer[] | null>(null)

  const look = useDebounceFn(async () => {
    const wanted = search.value.trim()
    if (wanted === '') return
    const answer = await call('customers.list', { search: wanted, offset: 0, limit: maxFound })
    if (search.value.trim() === wanted) found.value = answer.ok ? answer.value.customers : []
  }, typingMs)

  watch(search, (typed) => {
    if (typed.trim() === '') found.value = null
    else void look()
  })
  return { search, found }
}

/** "Jane Citizen, 1AB2CD": what tells one customer from another in a short list. */
export const customerLabel = ({
  clientName,
  rego,
  vin,
}: Pick<Customer, 'clientName' | 'rego'> & { readonly vin?: string | null }): string =>
  [clientName, rego ?? vin].filter(Boolean).join(', ') || 'a customer without a name'
