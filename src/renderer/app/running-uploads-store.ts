import { useThrottleFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { UploadSummary } from '../../contract/uploads.ts'
import { onEvent } from '../bridge/client.ts'
import { percentOf } from '../ui/format.ts'
import { useCall } from '../ui/useCall.ts'

/** Events come with every batch; the top bar is fresh enough at this pace. */
const refreshMs = 250

const atWork: readonly UploadSummary['state'][] = ['running', 'waiting', 'cancelling']
const needsHer: readonly UploadSummary['state'][] = ['stopped', 'undecided']

/** What the top bar says of uploads that are not at their end. */
export function summariseUploads(uploads: readonly UploadSummary[]): {
  running: number
  attention: number
  /** Null when every row is through and the sums are still being made: no upload is said to run at 100 %. */
  percent: number | null
  /** The one to go to, when there is only one. */
  onlyId: string | null
} {
  const running = uploads.filter((upload) => atWork.includes(upload.state))
  const attention = uploads.filter((upload) => needsHer.includes(upload.state))
  const done = running.reduce((sum, upload) => sum + upload.progress.done, 0)
  const total = running.reduce((sum, upload) => sum + upload.progress.total, 0)
  const all = [...running, ...attention]
  return {
    running: running.length,
    attention: attention.length,
    percent: total > 0 && done >= total ? null : percentOf(done, total),
    onlyId: all.length === 1 ? (all[0]?.id ?? null) : null,
  }
}

export const useRunningUploadsStore = defineStore('running-uploads', () => {
  const { value, run } = useCall('uploads.list')
  const summary = computed(() => summariseUploads(value.value?.uploads ?? []))
  const refresh = useThrottleFn(() => run({}), refreshMs, true)
  onEvent('uploads.changed', () => void refresh())
  onEvent('connections.changed', () => void refresh())
  return { summary, refresh }
})
