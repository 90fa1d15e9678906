import { computed, ref } from 'vue'
import type { Customer } from '../../../contract/customer-record.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { practiceText } from './practice-text.ts'

const maxFound = 5

/** Searches the customers by name, rego or mobile. */
export function useCustomerChoice() {
  const search = ref('')
  const wanted = computed(() => search.value.trim())
  const { data, failure } = useQuery('customers.list', {
    input: () => (wanted.value === '' ? null : { search: wanted.value, offset: 0, limit: maxFound }),
    lazy: true,
  })
  /** Null while nothing is searched for, or until the first answer. */
  const found = computed(() => {
    if (wanted.value === '') return null
    return failure.value ? [] : (data.value?.customers ?? null)
  })
  return { search, found }
}

/** "Jane Citizen, 1AB2CD": distinguishes the customers of a short list. */
export const customerLabel = ({
  clientName,
  rego,
  vin,
}: Pick<Customer, 'clientName' | 'rego'> & { readonly vin?: string | null }): string =>
  [clientName, rego ?? vin].filter(Boolean).join(', ') || practiceText.sighting.noName
