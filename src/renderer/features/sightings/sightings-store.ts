import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { type CallGroup, groupsToCall } from '../../../contract/call-group.ts'
import type { SightingFilter } from '../../../contract/sightings.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { clearFilter, noSightingFilter } from './sighting-filter.ts'

/** The filter and selection, which stay while another screen is open, and the counts of the groups. */
export const useSightingsStore = defineStore('sightings', () => {
  const filter = shallowRef<SightingFilter>(noSightingFilter)
  const selectedId = ref<string | null>(null)
  /** Without a selection, the next list opens the first car of this group. */
  const firstGroup = ref<CallGroup | null>(null)
  const { data: summary, failure, refresh, set: setSummary } = useQuery('sightings.summary', { lazy: true })
  /** The next list has this group open, and the call of its first car. */
  function openGroup(group: CallGroup): void {
    filter.value = { ...clearFilter(filter.value), groups: [...new Set([...groupsToCall, group])] }
    selectedId.value = null
    firstGroup.value = group
  }
  return { filter, selectedId, firstGroup, openGroup, summary, failure, refresh, setSummary }
})
