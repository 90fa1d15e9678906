import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SightingFilter } from '../../../contract/sightings.ts'
import { useCall } from '../../ui/useCall.ts'
import { noSightingFilter } from './sighting-filter.ts'

/** Where she is in the list: a look at another screen must not lose it. And the counts, which the sidebar shows as well. */
export const useSightingsStore = defineStore('sightings', () => {
  const filter = shallowRef<SightingFilter>(noSightingFilter)
  const selectedId = ref<string | null>(null)
  const { value: summary, failure, run } = useCall('sightings.summary')
  return { filter, selectedId, summary, failure, refresh: () => run({}) }
})
