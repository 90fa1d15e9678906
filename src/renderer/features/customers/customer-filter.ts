import type { CustomerFacts, CustomerFilter } from '../../../contract/customers.ts'
import { customersText } from './customers-text.ts'

const { filter: filterText } = customersText

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

/** One part of the filter, and the filter without it. */
export interface FilterChip {
  readonly id: string
  readonly label: string
  readonly without: CustomerFilter
}

/** One chip for each part of the filter except the search. */
export function filterChips(filter: CustomerFilter, uploads: CustomerFacts['uploads']): FilterChip[] {
  const chips: FilterChip[] = filter.states.map((state) => ({
    id: `state ${state}`,
    label: state || filterText.noState,
    without: { ...filter, states: filter.states.filter((other) => other !== state) },
  }))
  const add = (id: string, label: string, change: Partial<CustomerFilter>): void => {
    chips.push({ id, label, without: { ...filter, ...change } })
  }
  if (filter.sighting === 'seen') add('sighting', filterText.seen, { sighting: 'any' })
  if (filter.sighting === 'never') add('sighting', filterText.neverChip, { sighting: 'any' })
  if (filter.expiresWithinDays !== null)
    add('expiry', filterText.expiryChip(filter.expiresWithinDays), { expiresWithinDays: null })
  if (filter.uploadId !== null) {
    const upload = uploads.find(({ id }) => id === filter.uploadId)
    add('upload', filterText.uploadChip(upload?.name), { uploadId: null })
  }
  if (filter.missingVin) add('vin', filterText.missingVin, { missingVin: false })
  for (const [index, { name, contains }] of filter.fields.entries()) {
    const label = filterText.fieldChip(name, contains)
    chips.push({
      id: `field ${index} ${label}`,
      label,
      without: { ...filter, fields: filter.fields.toSpliced(index, 1) },
    })
  }
  if (filter.unsettled) add('unsettled', filterText.unsaved, { unsettled: false })
  return chips
}

export const isFiltered = (filter: CustomerFilter): boolean =>
  filter.search !== '' || filterChips(filter, []).length > 0

export const sameFilter = (a: CustomerFilter, b: CustomerFilter): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The filter of a query, without its order. */
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

const maxDays = 3_650

/** A number of days as typed, within the limits of the filter; null when it is not a number. */
export function parseDays(text: string): number | null {
  const days = Number.parseInt(text, 10)
  return Number.isNaN(days) ? null : Math.min(maxDays, Math.max(0, days))
}

/** The list with the value added, or removed when it is there. */
export const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
