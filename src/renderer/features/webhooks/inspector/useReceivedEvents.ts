import { reactive, ref, shallowRef, watch } from 'vue'
import { success } from '../../../../contract/result.ts'
import type { ReceivedEvent } from '../../../../contract/webhooks.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { usePages } from '../../../bridge/usePages.ts'
import { useRefresh } from '../../../bridge/useRefresh.ts'

const rowsPerPage = 100

/**
 * The received events, newest first, by pages around what is visible. The list does not move while it is paused or read
 * (`isReading`): newer events are counted, and shown when the user resumes.
 */
export function useReceivedEvents(isReading: () => boolean) {
  const client = useClient()
  const filter = reactive({ event: '', search: '', onlyMalformed: false })
  const paused = ref(false)
  /** Events that match the filter and arrived since the list stopped moving. */
  const newer = ref(0)
  const names = shallowRef<readonly string[]>([])
  /** Events from this number on are not shown; null while the list follows new events. */
  const before = ref<number | null>(null)

  const isFixed = (): boolean => paused.value || isReading()

  const query = () => ({
    event: filter.event === '' ? null : filter.event,
    search: filter.search,
    onlyMalformed: filter.onlyMalformed,
  })

  const pages = usePages<ReceivedEvent>({
    rowsPerPage,
    async fetchPage(offset, limit) {
      const input = { ...query(), before: before.value, offset, limit }
      const answer = await client.read('inspector.events', input)
      // The user started to read while the answer was in flight: the rows must not move any more.
      if (input.before === null && isFixed() && pages.rowAt(0) !== null) return null
      if (!answer.ok) return answer
      names.value = answer.value.names
      return success({ total: answer.value.total, rows: answer.value.events })
    },
  })

  /** The newest event that the user could see: in the list, or with a filter, at all. */
  async function newestSeen(): Promise<number | null> {
    const isFiltered = filter.event !== '' || filter.search !== '' || filter.onlyMalformed
    if (!isFiltered) return pages.rowAt(0)?.number ?? null
    const answer = await client.read('inspector.events', { offset: 0, limit: 1 })
    return answer.ok ? (answer.value.events[0]?.number ?? null) : null
  }

  /** Shows the newest events, or while the list is fixed, counts them. */
  async function follow(): Promise<void> {
    if (isFixed() && before.value === null) {
      const newest = await newestSeen()
      if (newest !== null) {
        before.value = newest + 1
        await pages.refresh()
      }
    }
    if (!isFixed() || before.value === null) {
      before.value = null
      await pages.refresh()
      // Last: the button with their number goes, and the focus moves from it into the list, which then counts as read.
      if (before.value === null) newer.value = 0
      return
    }
    const answer = await client.read('inspector.events', { ...query(), before: null, offset: 0, limit: 1 })
    if (!answer.ok || before.value === null) return
    const shown = pages.total.value ?? 0
    newer.value = Math.max(0, answer.value.total - shown)
    names.value = answer.value.names
    // Cleared, or the oldest events were removed.
    if (answer.value.total < shown) {
      before.value = null
      await pages.restart({ clear: true })
    }
  }
  const follower = useRefresh(follow, { refreshOn: ['inspector.changed'] })

  watch(filter, async () => {
    newer.value = 0
    // Another filter starts with its newest events, unless the user has paused the list.
    if (!paused.value) before.value = null
    await pages.restart({ clear: true })
    follower.request()
  })
  watch([paused, isReading], follower.request)
  follower.request()

  return {
    filter,
    paused,
    newer,
    names,
    total: pages.total,
    failure: pages.failure,
    loading: pages.loading,
    version: pages.version,
    rowAt: pages.rowAt,
    show: pages.show,
    refresh: pages.refresh,
  }
}
