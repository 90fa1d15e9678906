import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { MethodOutput } from '../../contract/methods.ts'
import { useQuery } from '../bridge/useQuery.ts'
import { percentOf } from '../ui/format.ts'

/** Every batch causes an event; the sidebar needs no faster pace than this. */
const minGapMs = 250

export type UploadsOverview = MethodOutput<'uploads.overview'>

/** Null when all rows are processed but the totals are not final yet: a running upload never shows 100%. */
export const percentDone = ({ done, total }: Pick<UploadsOverview, 'done' | 'total'>): number | null =>
  total > 0 && done >= total ? null : percentOf(done, total)

const nothing: UploadsOverview = {
  open: 0,
  ended: 0,
  removed: 0,
  running: 0,
  waiting: 0,
  attention: 0,
  paused: 0,
  done: 0,
  total: 0,
}

/** How many uploads there are, and what the sidebar shows of those that have not ended. */
export const useUploadsStore = defineStore('running-uploads', () => {
  const { data, failure, refresh } = useQuery('uploads.overview', {
    lazy: true,
    refreshOn: ['uploads.changed', 'connections.changed'],
    minGapMs,
  })
  const overview = computed(() => data.value)
  const summary = computed(() => {
    const counts = data.value ?? nothing
    return { ...counts, percent: percentDone(counts) }
  })
  return { overview, failure, summary, refresh }
})
