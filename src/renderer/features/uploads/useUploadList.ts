import { computed, ref, watch, type Ref } from 'vue'
import type { UploadSummary } from '../../../contract/uploads.ts'
import { mostListedUploads, type UploadListPart } from '../../../contract/upload-list.ts'
import { type Result, success } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** Every batch of a running upload causes an event. */
const minGapMs = 250

interface LoadedUploads {
  readonly total: number
  readonly uploads: readonly UploadSummary[]
}

export type UploadPart = ReturnType<typeof useUploadPart>

/**
 * The first uploads of a part of the list, and more on request. `concerns`: whether an event about an upload changes what is shown; null: about the list. `wanted`: false fetches nothing for
 * now. Only the pages that are shown are fetched again.
 */
function useUploadPart(
  part: UploadListPart,
  options: {
    readonly concerns: (uploadId: string | null) => boolean
    readonly wanted?: () => boolean
  },
) {
  const client = useClient()
  const pages = ref(1)
  const fetchPages = async (count: number): Promise<Result<LoadedUploads>> => {
    const uploads: UploadSummary[] = []
    let total = 0
    for (let page = 0; page < count; page += 1) {
      const offset = page * mostListedUploads
      const answer = await client.read('uploads.list', { show: part, offset })
      if (!answer.ok) return answer
      total = answer.value.total
      uploads.push(...answer.value.uploads)
      if (uploads.length >= total) break
    }
    return { ok: true, value: { total, uploads } }
  }
  const { data, failure, loading, refresh } = useQuery<number, LoadedUploads>(fetchPages, {
    input: () => ((options.wanted?.() ?? true) ? pages.value : null),
    refreshOn: {
      'uploads.changed': ({ subject }) => options.concerns(subject ?? null),
      'connections.changed': () => true,
    },
    minGapMs,
  })
  return {
    /** Null until they are loaded. */
    loaded: data,
    more: computed(() => (data.value ? Math.max(0, data.value.total - data.value.uploads.length) : 0)),
    loading,
    failure,
    showMore: () => void (pages.value += 1),
    refresh,
  }
}

/** The uploads that a search found, the newest first. */
export function useFoundUploads(ids: () => readonly string[]) {
  const client = useClient()
  const fetchAll = async (wanted: readonly string[]): Promise<Result<LoadedUploads>> => {
    const uploads: UploadSummary[] = []
    for (let first = 0; first < wanted.length; first += mostListedUploads) {
      const page = await client.read('uploads.list', { ids: wanted.slice(first, first + mostListedUploads) })
      if (!page.ok) return page
      uploads.push(...page.value.uploads)
    }
    return success({ total: uploads.length, uploads })
  }
  return useQuery(fetchAll, {
    input: () => (ids().length > 0 ? ids() : null),
    refreshOn: { 'uploads.changed': ({ subject }) => subject === null || ids().includes(subject ?? '') },
    minGapMs,
  })
}

/** The open, the ended and the removed uploads. An event about an open upload fetches the open ones again, not the others. */
export function useUploadList(showRemoved: Ref<boolean>) {
  const isOpen = (uploadId: string | null): boolean =>
    uploadId !== null && (open.loaded.value?.uploads.some(({ id }) => id === uploadId) ?? false)
  const open: UploadPart = useUploadPart('open', { concerns: () => true })
  const ended = useUploadPart('ended', { concerns: (uploadId) => !isOpen(uploadId) })
  const removed = useUploadPart('removed', {
    concerns: (uploadId) => !isOpen(uploadId),
    wanted: () => showRemoved.value,
  })
  // An upload that ends leaves the open ones; its event was about an open one.
  watch(
    () => open.loaded.value?.uploads.map(({ id }) => id).join(' '),
    (ids, before) => {
      if (before !== undefined && ids !== before) void ended.refresh()
    },
  )
  return { open, ended, removed }
}
