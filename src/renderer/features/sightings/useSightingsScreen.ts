import { useEventListener, useIntervalFn } from '@vueuse/core'
import { computed, onMounted, ref, watch } from 'vue'
import { CallGroup, countOf } from '../../../contract/call-group.ts'
import type { SightingSort } from '../../../contract/sighting-sort.ts'
import type { SightingFilter } from '../../../contract/sightings.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { usePeopleStore } from '../../app/people-store.ts'
import { useSettingsStore } from '../../app/settings/settings-store.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useRefresh } from '../../bridge/useRefresh.ts'
import { providedState } from '../../ui/provided-state.ts'
import { toggled } from '../../ui/toggled.ts'
import { sightingsEmptyKind, staleReason, staleSourcesText } from './sightings-empty-state.ts'
import { isFiltered, noSightingFilter, sightingChips, withGroups } from './sighting-filter.ts'
import { useSightingsStore } from './sightings-store.ts'
import { digestText, sightingsText, weekText } from './sightings-text.ts'
import { useBulkOutcome } from './useBulkOutcome.ts'
import { useCallAssignment } from './useCallAssignment.ts'
import { useCallFlow } from './useCallFlow.ts'
import { useCallSheet } from './useCallSheet.ts'
import { useListSources } from './useListSources.ts'
import { useSightedCar } from './useSightedCar.ts'
import { useSightingList } from './useSightingList.ts'

const clockMs = 30_000
const visitGapMs = 60_000

/**
 * Reports that the user is active, at most once a minute: after a long pause the program starts a new visit. Returns a function that
 * reports at once.
 */
function useVisitReports(report: () => Promise<void>): () => Promise<void> {
  let reportedMs = Number.NEGATIVE_INFINITY
  const reportNow = (): Promise<void> => {
    reportedMs = performance.now()
    return report()
  }
  useEventListener(['pointerdown', 'keydown'], () => {
    if (performance.now() - reportedMs > visitGapMs) void reportNow()
  })
  return reportNow
}

/** The screen "Sightings" without its layout, focus and address. */
function useSightingsScreen() {
  const client = useClient()
  const store = useSightingsStore()
  const people = usePeopleStore()
  const connection = useConnectionStore()
  const settingsStore = useSettingsStore()
  const { showsAll } = useListSources()
  const now = ref(new Date())
  useIntervalFn(() => (now.value = new Date()), clockMs)

  const list = useSightingList()
  const openCar = useSightedCar(list.replace)
  const status = useQuery('customers.status', { lazy: true, refreshOn: ['customers.changed'] })
  const facts = useQuery('customers.facts', { lazy: true })
  const settings = computed(() => settingsStore.values('sightings'))
  const sources = useQuery('sightings.sources', {
    lazy: true,
    refreshOn: ['sightings.changed', 'customers.changed', 'connections.changed'],
    minGapMs: 1_000,
  })
  const sheet = useCallSheet(list, () => store.filter)
  const calls = useCallFlow({
    list,
    openCar,
    selected: (id) => (store.selectedId = id),
    changed: () => void store.refresh(),
    askPerson: people.askOnce,
  })
  const bulk = useBulkOutcome(list, people.askOnce)
  const assignment = useCallAssignment()

  const sorting = useAction((sort: SightingSort) => settingsStore.change('sightings', { sort }))
  const unmarking = useAction('sightings.markSeen', { done: ({ summary }) => store.setSummary(summary) })
  const marking = useAction('sightings.markSeen', {
    done({ summary, before }) {
      store.setSummary(summary)
      return sightingsText.menu.markedSeen(before.length)
    },
    undo: ({ before }) => ({ run: () => void unmarking.run({ undo: before }) }),
  })

  /**
   * Shows another list from its top. The open car stays open when it is part of it. `isSame`: only open groups or the order change, so
   * that ticks stay.
   */
  async function show(wanted: SightingFilter, isSame = false): Promise<void> {
    // Whose calls are mine is known once somebody is picked.
    if (wanted.assigned === 'mine') await people.askOnce()
    const filter = withGroups(wanted, store.filter)
    store.filter = filter
    if (!isSame) bulk.ticks.clear()
    await list.show(filter)
    const selected = list.indexOf(store.selectedId)
    const first = list.cars.value.findIndex(({ group }) => group === store.firstGroup)
    store.firstGroup = null
    if (list.cars.value.length > 0) calls.select(Math.max(0, selected < 0 ? first : selected))
    else calls.leave()
  }

  const reportVisit = useVisitReports(async () => {
    const answer = await client.call('sightings.visit', {})
    if (answer.ok) store.setSummary(answer.value)
  })

  async function load(): Promise<void> {
    await reportVisit()
    await Promise.all([settingsStore.load('sightings'), settingsStore.load('lookups')])
    const sort = settings.value?.sort ?? store.filter.sort
    await Promise.all([
      store.refresh(),
      sources.refresh(),
      status.refresh(),
      facts.refresh(),
      show({ ...store.filter, sort }),
    ])
  }
  onMounted(load)
  // Another connection or region has other sightings.
  watch(() => `${connection.current?.id ?? ''} ${connection.region} ${showsAll.value}`, load)
  // The connections that were chosen among all are no filter for one.
  watch(showsAll, () => (store.filter = { ...store.filter, sources: [] }), { flush: 'sync' })

  const refreshList = (): Promise<void> => (list.total.value === 0 ? show(store.filter) : list.refresh())
  useRefresh(() => Promise.all([store.refresh(), refreshList(), openCar.refresh()]), {
    refreshOn: ['sightings.changed'],
  })

  const laterCount = computed(() => store.summary?.groups.later ?? 0)
  /** The connections and regions that the list shows together; null while it shows one. */
  const shownSources = computed(() => (showsAll.value ? (sources.data.value?.sources ?? null) : null))
  const failure = computed(() => store.failure ?? list.failure.value ?? status.failure.value)
  const emptyKind = computed(() =>
    sightingsEmptyKind({
      summary: store.summary,
      status: status.data.value,
      groups: list.groups.value,
      filter: store.filter,
      failed: failure.value !== null,
      personKnown: people.current !== null,
    }),
  )

  return {
    now,
    list,
    openCar,
    calls,
    bulk,
    assignment,
    sheet,
    status: status.data,
    facts: facts.data,
    chips: computed(() =>
      sightingChips(
        store.filter,
        {
          uploads: facts.data.value?.uploads ?? [],
          people: people.people,
          sources: connection.state?.sources ?? [],
        },
        connection.region,
      ),
    ),
    settings,
    failure,
    emptyKind,
    /** There are sightings, so that the call list and its tools make sense. */
    hasSightings: computed(
      () => !['no-customers', 'no-sightings', 'reading', 'problem'].includes(emptyKind.value ?? ''),
    ),
    /** What is new and due, and the last seven days. */
    subtitle: computed(() => {
      const { summary } = store
      if (!summary || countOf(summary.groups) === 0) return sightingsText.subtitle
      return `${digestText(summary, now.value)} ${weekText(summary.week)}`
    }),
    sources: shownSources,
    /** Why the list may be out of date; null when it is current. */
    staleText: computed(() => {
      if (shownSources.value) return staleSourcesText(shownSources.value, now.value)
      const reason = staleReason(connection.state?.reachability, status.data.value?.problem ?? null)
      if (reason === null || !store.summary || countOf(store.summary.groups) === 0) return null
      return sightingsText.stale(reason, store.summary.checkedAt, now.value)
    }),
    laterCount,
    /** What the shown list contains, with its count. */
    listNote: computed(() => {
      const shown = list.groups.value ? countOf(list.groups.value) : 0
      if (isFiltered(store.filter)) return sightingsText.list.matches(shown)
      const checkedAt = store.summary?.checkedAt ?? null
      if (checkedAt === null) return sightingsText.list.count(shown)
      return sightingsText.checked(checkedAt, now.value, settings.value?.checkEveryMinutes ?? null)
    }),
    load,
    show,
    /** Opens the call of a customer, in another list when this one does not have it. */
    async openCall(customerId: string): Promise<void> {
      if (list.indexOf(customerId) < 0) {
        store.selectedId = customerId
        await show(noSightingFilter)
        if (list.indexOf(customerId) < 0) await show({ ...noSightingFilter, groups: [...CallGroup.options] })
      }
      calls.select(list.indexOf(customerId))
    },
    /** Opens or closes a group of the list. */
    async toggleGroup(group: CallGroup): Promise<void> {
      store.filter = { ...store.filter, groups: toggled(store.filter.groups ?? [], group) }
      await show(store.filter, true)
    },
    /** Opens a group, and the call of its first car. */
    async showGroup(group: CallGroup): Promise<void> {
      store.openGroup(group)
      await show(store.filter)
    },
    async setSort(sort: SightingSort): Promise<void> {
      await show({ ...store.filter, sort }, true)
      await sorting.run(sort)
    },
    markSeen: marking.run,
    async sync(): Promise<void> {
      await client.call('customers.sync', {})
    },
    refreshFacts: facts.refresh,
  }
}

export type SightingsScreen = ReturnType<typeof useSightingsScreen>

export const [provideSightings, useProvidedSightings] = providedState('call list', useSightingsScreen)
