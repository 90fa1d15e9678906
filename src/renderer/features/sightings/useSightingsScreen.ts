import { useIntervalFn } from '@vueuse/core'
import { computed, onMounted, ref, watch } from 'vue'
import { CallGroup, countOf } from '../../../contract/call-group.ts'
import type { Reachability } from '../../../contract/connections.ts'
import type { SightingSort } from '../../../contract/sighting-sort.ts'
import type { SightingFilter } from '../../../contract/sightings.ts'
import type { usePeopleStore } from '../../app/people-store.ts'
import type { useSettingsStore } from '../../app/settings/settings-store.ts'
import { useAction } from '../../bridge/useAction.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useRefresh } from '../../bridge/useRefresh.ts'
import { providedState } from '../../ui/provided-state.ts'
import { toggled } from '../../ui/toggled.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { sightingsEmptyKind, staleReason, staleSourcesText } from './sightings-empty-state.ts'
import { isFiltered, noSightingFilter, withGroups } from './sighting-filter.ts'
import type { useSightingsStore } from './sightings-store.ts'
import { digestText, weekText } from './digest.ts'
import { sightingsText } from './sightings-text.ts'
import { useBulkOutcome } from './useBulkOutcome.ts'
import { useCallAssignment } from './useCallAssignment.ts'
import { useCallFlow } from './useCallFlow.ts'
import { useCallSheet } from './useCallSheet.ts'
import { useSightedCar } from './useSightedCar.ts'
import { useSightingList } from './useSightingList.ts'
import { useVisitReports } from './useVisitReports.ts'

const clockMs = 30_000

export interface SightingsScreenContext {
  readonly store: ReturnType<typeof useSightingsStore>
  /** The connection and its region: another one has other sightings. */
  readonly scope: () => string
  /** The list shows all connections and regions. */
  readonly showsAll: () => boolean
  readonly reachability: () => Reachability | undefined
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>
  readonly toasts: Toasts
  readonly people: ReturnType<typeof usePeopleStore>
  readonly settings: ReturnType<typeof useSettingsStore>
}

/** The screen "Sightings" without its layout, focus and address. */
function useSightingsScreen(client: ProgramClient, context: SightingsScreenContext) {
  const { store, toasts } = context
  const now = ref(new Date())
  useIntervalFn(() => (now.value = new Date()), clockMs)

  const list = useSightingList(client)
  const openCar = useSightedCar(client, list.replace)
  const status = useQuery(client, 'customers.status', { lazy: true, refreshOn: ['customers.changed'] })
  const facts = useQuery(client, 'customers.facts', { lazy: true })
  const settings = computed(() => context.settings.values('sightings'))
  const sources = useQuery(client, 'sightings.sources', {
    lazy: true,
    refreshOn: ['sightings.changed', 'customers.changed', 'connections.changed'],
    minGapMs: 1_000,
  })
  const sheet = useCallSheet(list, () => store.filter)
  const calls = useCallFlow({
    client,
    list,
    openCar,
    selected: (id) => (store.selectedId = id),
    changed: () => void store.refresh(),
    confirm: context.confirm,
    toasts,
    askPerson: context.people.askOnce,
  })

  const bulk = useBulkOutcome(client, {
    list,
    confirm: context.confirm,
    toasts,
    askPerson: context.people.askOnce,
  })

  const assignment = useCallAssignment(client)

  const sorting = useAction((sort: SightingSort) => context.settings.change('sightings', { sort }))
  const unmarking = useAction('sightings.markSeen', { done: ({ summary }) => store.setSummary(summary) })
  const marking = useAction('sightings.markSeen', {
    done({ summary, before }) {
      store.setSummary(summary)
      return sightingsText.menu.markedSeen(before.length)
    },
    undo: ({ before }) => ({ run: () => void unmarking.run({ undo: before }) }),
  })

  /** Shows another list from its top. The open car stays open when it is part of it. */
  async function show(wanted: SightingFilter): Promise<void> {
    // Whose calls are mine is known once somebody is picked.
    if (wanted.assigned === 'mine') await context.people.askOnce()
    const filter = withGroups(wanted, store.filter)
    store.filter = filter
    bulk.ticks.clear()
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
    await context.settings.load('sightings')
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
  watch(context.scope, load)
  // The connections that were chosen among all are no filter for one.
  watch(context.showsAll, () => (store.filter = { ...store.filter, sources: [] }), { flush: 'sync' })

  const refreshList = (): Promise<void> => (list.total.value === 0 ? show(store.filter) : list.refresh())
  useRefresh(client, () => Promise.all([store.refresh(), refreshList(), openCar.refresh()]), {
    refreshOn: ['sightings.changed'],
  })

  /** Open calls that are planned for later. */
  const laterCount = computed(() => store.summary?.groups.later ?? 0)
  /** The connections and regions that the list shows together; null while it shows one. */
  const shownSources = computed(() => (context.showsAll() ? (sources.data.value?.sources ?? null) : null))
  const failure = computed(() => store.failure ?? list.failure.value ?? status.failure.value)
  const emptyKind = computed(() =>
    sightingsEmptyKind({
      summary: store.summary,
      status: status.data.value,
      groups: list.groups.value,
      filter: store.filter,
      failed: failure.value !== null,
      personKnown: context.people.current !== null,
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
      const reason = staleReason(context.reachability(), status.data.value?.problem ?? null)
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
      await show(store.filter)
    },
    /** Opens a group, and the call of its first car. */
    async showGroup(group: CallGroup): Promise<void> {
      store.openGroup(group)
      await show(store.filter)
    },
    async setSort(sort: SightingSort): Promise<void> {
      await show({ ...store.filter, sort })
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
