import { refDebounced } from '@vueuse/core'
import { computed, onScopeDispose, reactive, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../contract/result.ts'
import type { ReceivedEvent } from '../../../../contract/webhooks.ts'
import { call } from '../../../bridge/client.ts'
import { useEvent } from '../../../ui/useEvent.ts'

const rowsPerPage = 100
const searchAfterMs = 200

/**
 * The received events, newest first, by pages around what is visible. The list holds still while she has paused it, or while `isHeld` says that it
 * is being read: what came since is counted, and shown when she lets it go on.
 */
export function useReceivedEvents(isHeld: () => boolean) {
  const filter = reactive({ event: '', search: '', onlyMalformed: false })
  const search = refDebounced(
    computed(() => filter.search),
    searchAfterMs,
  )
  const paused = ref(false)
  const total = ref(0)
  /** Came since the list stands still, and fit the filter. */
  const newer = ref(0)
  const names = shallowRef<readonly string[]>([])
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(true)
  const version = ref(0)
  /** Events from this number on are not shown; null while the list goes with what comes. */
  const before = ref<number | null>(null)
  let pages = new Map<number, readonly ReceivedEvent[]>()
  const asked = new Set<number>()
  let generation = 0
  let visible = { first: 0, last: 30 }
  let running = false
  let again = false
  let isOver = false

  const standsStill = (): boolean => paused.value || isHeld()

  const query = () => ({
    event: filter.event === '' ? null : filter.event,
    search: search.value,
    onlyMalformed: filter.onlyMalformed,
  })

  async function fetchPage(page: number): Promise<void> {
    const mine = generation
    asked.add(page)
    const input = { ...query(), before: before.value, offset: page * rowsPerPage, limit: rowsPerPage }
    const answer = await call('inspector.events', input)
    if (mine !== generation) return
    // She began to read while the answer was on its way: the rows that she is at must not move any more.
    if (input.before === null && standsStill() && pages.size > 0) return
    loading.value = false
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) {
      asked.delete(page)
      return
    }
    pages.set(page, answer.value.events)
    total.value = answer.value.total
    names.value = answer.value.names
    version.value += 1
  }

  async function fetchVisible(): Promise<void> {
    const first = Math.floor(visible.first / rowsPerPage)
    const last = Math.floor(Math.max(visible.first, visible.last) / rowsPerPage)
    const wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    await Promise.all(wanted.filter((page) => !asked.has(page)).map(fetchPage))
  }

  /** All anew; what stands on the screen stays until the newer answer is here. */
  function fetchAnew(keepsRows: boolean): Promise<void> {
    generation += 1
    asked.clear()
    if (!keepsRows) pages = new Map()
    return fetchVisible()
  }

  /** The newest that she has had the chance to see: on the screen, or, behind a filter, at all. */
  async function newestSeen(): Promise<number | null> {
    const isFiltered = filter.event !== '' || search.value !== '' || filter.onlyMalformed
    if (!isFiltered) return pages.get(0)?.[0]?.number ?? null
    const answer = await call('inspector.events', { offset: 0, limit: 1 })
    return answer.ok ? (answer.value.events[0]?.number ?? null) : null
  }

  /** Something came: the list follows, or counts what it does not show. */
  async function follow(): Promise<void> {
    if (standsStill() && before.value === null) {
      const newest = await newestSeen()
      if (newest !== null) {
        before.value = newest + 1
        await fetchAnew(true)
      }
    }
    if (!standsStill() || before.value === null) {
      before.value = null
      newer.value = 0
      await fetchAnew(true)
      return
    }
    const answer = await call('inspector.events', { ...query(), before: null, offset: 0, limit: 1 })
    if (!answer.ok || before.value === null) return
    newer.value = Math.max(0, answer.value.total - total.value)
    names.value = answer.value.names
    // Cleared, or fewer than are shown because the oldest had to go.
    if (answer.value.total < total.value) {
      before.value = null
      await fetchAnew(false)
    }
  }

  /** One look at a time, and one more after the last that was asked for: under load the answers come as fast as they can be shown. */
  async function heard(): Promise<void> {
    again = true
    if (running) return
    running = true
    while (again && !isOver) {
      again = false
      await follow()
    }
    running = false
  }
  useEvent('inspector.changed', () => void heard())
  onScopeDispose(() => {
    isOver = true
  })

  watch([() => filter.event, search, () => filter.onlyMalformed], () => {
    loading.value = true
    newer.value = 0
    // A list that is another one begins with its newest, unless she has paused it.
    if (!paused.value) before.value = null
    visible = { first: 0, last: 30 }
    void fetchAnew(false).then(heard)
  })
  watch([paused, isHeld], () => void heard())
  void heard()

  return {
    filter,
    paused,
    total,
    newer,
    names,
    failure,
    loading,
    version,
    rowAt: (at: number): ReceivedEvent | null => pages.get(Math.floor(at / rowsPerPage))?.[at % rowsPerPage] ?? null,
    visible(range: { first: number; last: number }): Promise<void> {
      visible = range
      return fetchVisible()
    },
    refresh: () => fetchAnew(true),
  }
}
