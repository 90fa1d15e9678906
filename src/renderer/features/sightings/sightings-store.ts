import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { CallGroup } from '../../../contract/call-group.ts'
import type { SightingFilter } from '../../../contract/sightings.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { noSightingFilter } from './sighting-filter.ts'

/** The filter and selection, which stay while another screen is open, and the counts of the groups. */
export const useSightingsStore = defineStore('sightings', () => {
  const filter = shallowRef<SightingFilter>(noSightingFilter)
  const selectedId = ref<string | null>(null)
  /** Without a selection, the next list opens the first car of this group. */
  const firstGroup = ref<CallGroup | null>(null)
  const {
    data: summary,
    failure,
    refresh,
    set: setSummary,
  } = useQuery(useClient(), 'sightings.summary', { lazy: true })
  return { filter, selectedId, firstGroup, summary, failure, refresh, setSummary }
})
