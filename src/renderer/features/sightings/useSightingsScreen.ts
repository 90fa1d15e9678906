import { useIntervalFn } from '@vueuse/core'
import { computed, type ComputedRef, onMounted, ref, type Ref, type ShallowRef, watch } from 'vue'
import type { Reachability } from '../../../contract/connections.ts'
import type { CustomerFacts, CustomersStatus } from '../../../contract/customers.ts'
import type { Failure } from '../../../contract/result.ts'
import type { SightingFilter, SightingSettings, SightingView } from '../../../contract/sightings.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useRefresh } from '../../bridge/useRefresh.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { type SightingsEmptyKind, sightingsEmptyKind, staleReason } from './sightings-empty-state.ts'
import { isFiltered } from './sighting-filter.ts'
import type { useSightingsStore } from './sightings-store.ts'
import { sightingsText } from './sightings-text.ts'
import { type CallFlow, useCallFlow } from './useCallFlow.ts'
import { type CallSheet, useCallSheet } from './useCallSheet.ts'
import { type OpenCar, useSightedCar } from './useSightedCar.ts'
import { type SightingList, useSightingList } from './useSightingList.ts'
import { useVisitReports } from './useVisitReports.ts'

const clockMs = 30_000

export interface SightingsScreenContext {
  readonly store: ReturnType<typeof useSightingsStore>
  /** The connection and its region: another one has other sightings. */
  readonly scope: () => string
  readonly reachability: () => Reachability | undefined
  readonly confirm: (confirmation: Confirmation) => Promise<boolean>
  readonly toasts: Toasts
}

export interface SightingsScreen {
  readonly now: Ref<Date>
  readonly list: SightingList
  readonly openCar: OpenCar
  readonly calls: CallFlow
  readonly sheet: CallSheet
  readonly status: ShallowRef<CustomersStatus | null>
  readonly facts: ShallowRef<CustomerFacts | null>
  readonly settings: ShallowRef<SightingSettings | null>
  readonly failure: ComputedRef<Failure | null>
  readonly emptyKind: ComputedRef<SightingsEmptyKind | null>
  /** There are sightings, so that the call list and its tools make sense. */
  readonly hasSightings: ComputedRef<boolean>
  readonly subtitle: ComputedRef<string>
  /** Why the list may be out of date; null when it is current. */
  readonly staleText: ComputedRef<string | null>
  /** Open calls that are planned for later. */
  readonly laterCount: ComputedRef<number>
  /** What the shown list contains, with its count. */
  readonly listNote: ComputedRef<string>
  load(): Promise<void>
  /** Shows another list from its top. The open car stays open when it is part of it. */
  show(filter: SightingFilter): Promise<void>
  setView(view: SightingView): Promise<void>
  markSeen(): Promise<void>
  changeSettings(changes: Partial<SightingSettings>): Promise<void>
  sync(): Promise<void>
  refreshFacts(): Promise<void>
}

/** The screen "Sightings" without its layout, focus and address. */
export function useSightingsScreen(client: ProgramClient, context: SightingsScreenContext): SightingsScreen {
  const { store, toasts } = context
  const now = ref(new Date())
  useIntervalFn(() => (now.value = new Date()), clockMs)

  const list = useSightingList(client)
  const openCar = useSightedCar(client, list.replace)
  const status = useQuery(client, 'customers.status', { lazy: true, refreshOn: ['customers.changed'] })
  const facts = useQuery(client, 'customers.facts', { lazy: true })
  const settings = useQuery(client, 'sightings.settings', { lazy: true, refreshOn: ['sightings.changed'] })
  const sheet = useCallSheet(client, list, () => store.filter, toasts)
  const calls = useCallFlow({
    list,
    openCar,
    selected: (id) => (store.selectedId = id),
    changed: () => void store.refresh(),
    confirm: context.confirm,
    toasts,
  })

  async function show(filter: SightingFilter): Promise<void> {
    store.filter = filter
    await list.show(filter)
    if (list.cars.value.length > 0) calls.select(Math.max(0, list.indexOf(store.selectedId)))
    else calls.leave()
  }

  const reportVisit = useVisitReports(async () => {
    const answer = await client.call('sightings.visit', {})
    if (answer.ok) store.setSummary(answer.value)
  })

  async function load(): Promise<void> {
    await reportVisit()
    await Promise.all([store.refresh(), status.refresh(), settings.refresh(), facts.refresh(), show(store.filter)])
  }
  onMounted(load)
  watch(context.scope, load)

  const refreshList = (): Promise<void> => (list.total.value === 0 ? show(store.filter) : list.refresh())
  useRefresh(client, () => Promise.all([store.refresh(), refreshList(), openCar.refresh()]), {
    refreshOn: ['sightings.changed'],
  })

  const laterCount = computed(() => {
    const views = store.summary?.views
    return views ? views.open - views['to-call'] : 0
  })
  const failure = computed(() => store.failure ?? list.failure.value ?? status.failure.value)
  const emptyKind = computed(() =>
    sightingsEmptyKind({
      summary: store.summary,
      status: status.data.value,
      total: list.total.value,
      filter: store.filter,
      failed: failure.value !== null,
    }),
  )

  return {
    now,
    list,
    openCar,
    calls,
    sheet,
    status: status.data,
    facts: facts.data,
    settings: settings.data,
    failure,
    emptyKind,
    hasSightings: computed(
      () => !['no-customers', 'no-sightings', 'reading', 'problem'].includes(emptyKind.value ?? ''),
    ),
    subtitle: computed(() => {
      const checkedAt = store.summary?.checkedAt ?? null
      if (checkedAt === null) return sightingsText.subtitle
      return sightingsText.checked(checkedAt, now.value, settings.data.value?.checkEveryMinutes ?? null)
    }),
    staleText: computed(() => {
      const reason = staleReason(context.reachability(), status.data.value?.problem ?? null)
      if (reason === null || !store.summary?.views.all) return null
      return sightingsText.stale(reason, store.summary.checkedAt, now.value)
    }),
    laterCount,
    listNote: computed(() => {
      const { view } = store.filter
      if (isFiltered(store.filter)) return sightingsText.list.matches(list.total.value ?? 0)
      const planned = view === 'to-call' && laterCount.value > 0 ? laterCount.value : null
      return sightingsText.list.count(store.summary?.views[view] ?? 0, sightingsText.viewNotes[view], planned)
    }),
    load,
    show,
    setView: (view) => show({ ...store.filter, view }),
    async markSeen() {
      const answer = await client.call('sightings.markSeen', {})
      if (answer.ok) store.setSummary(answer.value)
      else toasts.failure(answer.error)
    },
    async changeSettings(changes) {
      const answer = await client.call('sightings.setSettings', changes)
      if (answer.ok) settings.set(answer.value)
      else toasts.failure(answer.error)
    },
    async sync() {
      await client.call('customers.sync', {})
    },
    refreshFacts: facts.refresh,
  }
}
