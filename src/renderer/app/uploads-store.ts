import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { UploadSummary } from '../../contract/uploads.ts'
import { useClient } from '../bridge/program-client.ts'
import { useQuery } from '../bridge/useQuery.ts'
import { percentOf } from '../ui/format.ts'

/** Every batch causes an event; the top bar needs no faster pace than this. */
const minGapMs = 250

const activeStates: readonly UploadSummary['state'][] = ['running', 'waiting', 'cancelling']
const attentionStates: readonly UploadSummary['state'][] = ['stopped', 'undecided']

/** What the top bar shows of uploads that have not ended. */
export function summariseUploads(uploads: readonly UploadSummary[]): {
  running: number
  attention: number
  paused: number
  /** Null when all rows are processed but the totals are not final yet: a running upload never shows 100%. */
  percent: number | null
  /** Set when exactly one upload is counted. */
  onlyId: string | null
} {
  const running = uploads.filter((upload) => activeStates.includes(upload.state))
  const attention = uploads.filter((upload) => attentionStates.includes(upload.state))
  const done = running.reduce((sum, upload) => sum + upload.progress.done, 0)
  const total = running.reduce((sum, upload) => sum + upload.progress.total, 0)
  const paused = uploads.filter(({ state }) => state === 'paused')
  const all = [...running, ...attention, ...paused]
  return {
    running: running.length,
    attention: attention.length,
    paused: paused.length,
    percent: total > 0 && done >= total ? null : percentOf(done, total),
    onlyId: all.length === 1 ? (all[0]?.id ?? null) : null,
  }
}

export const useUploadsStore = defineStore('running-uploads', () => {
  const { data, failure, refresh } = useQuery(useClient(), 'uploads.list', {
    lazy: true,
    refreshOn: ['uploads.changed', 'connections.changed'],
    minGapMs,
  })
  /** Newest first; null until they are loaded. */
  const uploads = computed(() => data.value?.uploads ?? null)
  const summary = computed(() => summariseUploads(uploads.value ?? []))
  return { uploads, failure, summary, refresh }
})
