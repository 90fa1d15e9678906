import { refDebounced } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { Customer } from '../../../contract/customer-record.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { practiceText } from './practice-text.ts'

const maxFound = 5
const typingMs = 200

/** Searches the customers by name, rego or mobile, when the typing pauses. */
export function useCustomerChoice() {
  const search = ref('')
  const paused = refDebounced(
    computed(() => search.value.trim()),
    typingMs,
  )
  const { data, failure } = useQuery('customers.list', {
    input: () => (paused.value === '' ? null : { search: paused.value, offset: 0, limit: maxFound }),
    lazy: true,
  })
  /** Null while nothing is searched for, or until the first answer. */
  const found = computed(() => {
    if (search.value.trim() === '' || paused.value === '') return null
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
