import type { CustomerFacts, CustomerFilter } from '../../../contract/customers.ts'
import { plural } from '../../ui/format.ts'

export const noFilter: CustomerFilter = {
  search: '',
  states: [],
  sighting: 'any',
  expiresWithinDays: null,
  uploadId: null,
  missingVin: false,
  fields: [],
  unsettled: false,
}

/** A part of the filter as it is shown, and the filter without it. */
export interface FilterChip {
  readonly id: string
  readonly words: string
  readonly without: CustomerFilter
}

export const expiryWords = (days: number): string =>
  days === 0 ? 'Expires today' : `Expires within ${plural(days, 'day')}`

/** What is filtered by, beside the search, one chip each. */
export function filterChips(filter: CustomerFilter, uploads: CustomerFacts['uploads']): FilterChip[] {
  const chips: FilterChip[] = filter.states.map((state) => ({
    id: `state ${state}`,
    words: state || 'No state',
    without: { ...filter, states: filter.states.filter((other) => other !== state) },
  }))
  const add = (id: string, words: string, change: Partial<CustomerFilter>): void => {
    chips.push({ id, words, without: { ...filter, ...change } })
  }
  if (filter.sighting === 'seen') add('sighting', 'Seen for sale', { sighting: 'any' })
  if (filter.sighting === 'never') add('sighting', 'Never seen for sale', { sighting: 'any' })
  if (filter.expiresWithinDays !== null)
    add('expiry', expiryWords(filter.expiresWithinDays), { expiresWithinDays: null })
  if (filter.uploadId !== null) {
    const upload = uploads.find(({ id }) => id === filter.uploadId)
    add('upload', upload ? `Upload: ${upload.name}` : 'One upload', { uploadId: null })
  }
  if (filter.missingVin) add('vin', 'No VIN', { missingVin: false })
  for (const [index, { name, contains }] of filter.fields.entries()) {
    const words = contains === '' ? `Has ${name}` : `${name}: ${contains}`
    chips.push({
      id: `field ${index} ${words}`,
      words,
      without: { ...filter, fields: filter.fields.toSpliced(index, 1) },
    })
  }
  if (filter.unsettled) add('unsettled', 'Changes not at the service yet', { unsettled: false })
  return chips
}

export const isFiltered = (filter: CustomerFilter): boolean =>
  filter.search !== '' || filterChips(filter, []).length > 0

export const sameFilter = (a: CustomerFilter, b: CustomerFilter): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The filter alone, of a query that also says the order. */
export const filterOf = (query: CustomerFilter): CustomerFilter => ({
  search: query.search,
  states: query.states,
  sighting: query.sighting,
  expiresWithinDays: query.expiresWithinDays,
  uploadId: query.uploadId,
  missingVin: query.missingVin,
  fields: query.fields,
  unsettled: query.unsettled,
})
