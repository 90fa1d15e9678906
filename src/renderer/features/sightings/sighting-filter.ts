import { CallGroup, groupsToCall } from '../../../contract/call-group.ts'
import { outcomeKind } from '../../../contract/call-note.ts'
import type { Source } from '../../../contract/connection-region.ts'
import { isSameSource, rowKey } from '../../../contract/source-key.ts'
import { regionNames } from '../../../contract/region-names.ts'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import type { Person } from '../../../contract/people.ts'
import type { Region } from '../../../contract/region.ts'
import type { SightingFilter } from '../../../contract/sightings.ts'
import { formatDate, formatMoney } from '../../ui/format.ts'
import { callText } from './call-text.ts'
import { sourceLabel } from './car-source.ts'
import { sightingsText } from './sightings-text.ts'

const { filter: text } = sightingsText

export const noSightingFilter: SightingFilter = {
  groups: [...groupsToCall],
  search: '',
  states: [],
  seenFrom: null,
  seenTo: null,
  priceFrom: null,
  priceTo: null,
  outcomes: [],
  uploadId: null,
  people: [],
  sources: [],
  assigned: 'everyone',
  sort: 'suggested',
}

/** The names of what a filter gives by id. */
interface FilterNames {
  readonly uploads: CustomerFacts['uploads']
  readonly people: readonly Person[]
  readonly sources: readonly Source[]
}
const noNames: FilterNames = { uploads: [], people: [], sources: [] }

export interface SightingChip {
  readonly id: string
  readonly label: string
  readonly without: SightingFilter
}

/** One chip for each part of the filter except groups, search, and “Mine”, which the head of the list shows. */
export function sightingChips(
  filter: SightingFilter,
  { uploads, people, sources }: FilterNames,
  region: Region,
): SightingChip[] {
  const chips: SightingChip[] = []
  const add = (id: string, label: string, change: Partial<SightingFilter>): void => {
    chips.push({ id, label, without: { ...filter, ...change } })
  }
  for (const state of filter.states) {
    add(`state ${state}`, state || text.noState, { states: filter.states.filter((other) => other !== state) })
  }
  const { seenFrom, seenTo, priceFrom, priceTo } = filter
  if (seenFrom !== null) add('from', text.seenFromChip(formatDate(seenFrom)), { seenFrom: null })
  if (seenTo !== null) add('to', text.seenToChip(formatDate(seenTo)), { seenTo: null })
  if (priceFrom !== null) add('price from', text.minChip(formatMoney(priceFrom, region)), { priceFrom: null })
  if (priceTo !== null) add('price to', text.maxChip(formatMoney(priceTo, region)), { priceTo: null })
  for (const outcome of filter.outcomes) {
    add(`outcome ${outcome}`, outcomeKind(outcome).label, {
      outcomes: filter.outcomes.filter((other) => other !== outcome),
    })
  }
  if (filter.uploadId !== null) {
    const name = uploads.find(({ id }) => id === filter.uploadId)?.name
    add('upload', text.uploadChip(name), { uploadId: null })
  }
  if (filter.assigned === 'unassigned') add('assigned', callText.assign.shares.unassigned, { assigned: 'everyone' })
  for (const id of filter.people) {
    const name = id === '' ? text.noPerson : people.find((person) => person.id === id)?.name
    add(`person ${id}`, text.personChip(name), { people: filter.people.filter((other) => other !== id) })
  }
  for (const source of filter.sources) {
    const known = sources.find((each) => isSameSource(each, source))
    add(`source ${rowKey(source.connectionId, source)}`, known ? sourceLabel(known) : regionNames[source.region], {
      sources: filter.sources.filter((other) => !isSameSource(other, source)),
    })
  }
  return chips
}

/** Without search and filters; order and “Mine” stay. */
export const clearFilter = ({ sort, assigned }: SightingFilter): SightingFilter => ({
  ...noSightingFilter,
  sort,
  assigned: assigned === 'mine' ? assigned : 'everyone',
})

/** What is searched for can be in any group; without a search, those that are called now are open. */
export function withGroups(filter: SightingFilter, before: SightingFilter): SightingFilter {
  if (isFiltered(filter) === isFiltered(before)) return filter
  return { ...filter, groups: isFiltered(filter) ? [...CallGroup.options] : [...groupsToCall] }
}

export const isFiltered = (filter: SightingFilter): boolean =>
  filter.search.trim() !== '' || sightingChips(filter, noNames, 'au').length > 0
