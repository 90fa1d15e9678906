import type { CustomerFacts } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { SightingFilter } from '../../../contract/sightings.ts'
import { formatDate, formatMoney } from '../../ui/format.ts'
import { kindOf } from './sighting-text.ts'

export const noSightingFilter: SightingFilter = {
  view: 'to-call',
  search: '',
  states: [],
  seenFrom: null,
  seenTo: null,
  priceFrom: null,
  priceTo: null,
  outcomes: [],
  uploadId: null,
}

export interface SightingChip {
  readonly id: string
  readonly label: string
  readonly without: SightingFilter
}

/** What is filtered by beside view and search, one chip each. */
export function sightingChips(
  filter: SightingFilter,
  uploads: CustomerFacts['uploads'],
  region: Region,
): SightingChip[] {
  const chips: SightingChip[] = []
  const add = (id: string, label: string, change: Partial<SightingFilter>): void => {
    chips.push({ id, label, without: { ...filter, ...change } })
  }
  for (const state of filter.states) {
    add(`state ${state}`, state || 'No state', { states: filter.states.filter((other) => other !== state) })
  }
  const { seenFrom, seenTo, priceFrom, priceTo } = filter
  if (seenFrom !== null) add('from', `Seen from ${formatDate(seenFrom)}`, { seenFrom: null })
  if (seenTo !== null) add('to', `Seen until ${formatDate(seenTo)}`, { seenTo: null })
  if (priceFrom !== null) add('price from', `${formatMoney(priceFrom, region)} or more`, { priceFrom: null })
  if (priceTo !== null) add('price to', `${formatMoney(priceTo, region)} or less`, { priceTo: null })
  for (const outcome of filter.outcomes) {
    add(`outcome ${outcome}`, kindOf(outcome).label, { outcomes: filter.outcomes.filter((other) => other !== outcome) })
  }
  if (filter.uploadId !== null) {
    const name = uploads.find(({ id }) => id === filter.uploadId)?.name
    add('upload', name === undefined ? 'One upload' : `Upload: ${name}`, { uploadId: null })
  }
  return chips
}

/** Everything but the view goes. */
export const cleared = (filter: SightingFilter): SightingFilter => ({ ...noSightingFilter, view: filter.view })

export const isNarrowed = (filter: SightingFilter): boolean =>
  filter.search.trim() !== '' || sightingChips(filter, [], 'au').length > 0

/** "25,000" or "$25000" to 25000; null for nothing and for what is no amount. */
export function typedAmount(text: string): number | null {
  const digits = text.replaceAll(/[\s$,]|RM/gi, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
