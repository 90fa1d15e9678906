import { computed, type ComputedRef } from 'vue'
import type { ListedHoliday } from '../../../contract/call-settings.ts'
import type { CallSettings, DayHours, HolidayChange } from '../../../contract/call-hours.ts'
import type { Region } from '../../../contract/region.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useToasts } from '../../ui/useToasts.ts'

/** What is shown; `state` counts for Australia only. */
export interface HolidayList {
  readonly region: Region
  readonly state: string | null
  readonly year: number
}

export interface CallSettingsForm {
  /** Null until they are read. */
  readonly settings: ComputedRef<CallSettings | null>
  readonly holidays: ComputedRef<readonly ListedHoliday[]>
  /** The state, or the area that the settings have for the region. */
  readonly area: ComputedRef<string | null>
  setDay(weekday: number, hours: DayHours | null): Promise<void>
  change(changes: Partial<CallSettings>): Promise<void>
  /** Adds a holiday to the shown state or area. */
  add(date: string, name: string): Promise<void>
  remove(holiday: ListedHoliday): Promise<void>
  restore(holiday: ListedHoliday): Promise<void>
}

/** Calling hours and the public holidays of the list that is shown; each change is saved at once. */
export function useCallSettings(
  client: Pick<ProgramClient, 'call' | 'onEvent' | 'read'>,
  list: () => HolidayList,
): CallSettingsForm {
  const toasts = useToasts()
  const saved = useQuery(client, 'sightings.callSettings')
  const area = computed(() => {
    const { region, state } = list()
    return region === 'au' ? state : (saved.data.value?.areas[region] ?? null)
  })
  const shown = useQuery(client, 'sightings.holidays', {
    input: () => ({ region: list().region, area: area.value, year: list().year }),
  })

  async function change(changes: Partial<CallSettings>): Promise<void> {
    const result = await client.call('sightings.setCallSettings', changes)
    if (!result.ok) return void toasts.failure(result.error)
    saved.set(result.value)
    await shown.refresh()
  }
  const isOf = (one: HolidayChange, date: string): boolean => {
    return one.region === list().region && one.area === area.value && one.date === date
  }
  /** The change of a date in this list replaces an earlier one; null removes it. */
  async function setDate(date: string, name: string | null | undefined): Promise<void> {
    const { region } = list()
    const others = (saved.data.value?.changes ?? []).filter((one) => !isOf(one, date))
    await change({ changes: name === undefined ? others : [...others, { region, area: area.value, date, name }] })
  }
  return {
    settings: computed(() => saved.data.value),
    holidays: computed(() => shown.data.value?.holidays ?? []),
    area,
    change,
    async setDay(weekday, hours) {
      const days = [...(saved.data.value?.hours ?? [])]
      days[weekday] = hours
      await change({ hours: days })
    },
    add: (date, name) => setDate(date, name),
    remove: ({ date, source }) => setDate(date, source === 'added' ? undefined : null),
    restore: ({ date, name }) => setDate(date, name),
  }
}
