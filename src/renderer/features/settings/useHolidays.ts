import { computed, watch } from 'vue'
import type { ListedHoliday } from '../../../contract/call-settings.ts'
import type { CallSettings, HolidayChange } from '../../../contract/call-hours.ts'
import type { Region } from '../../../contract/region.ts'
import { useSettingsStore } from '../../app/settings/settings-store.ts'
import { useAction } from '../../bridge/useAction.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** What is shown; `state` counts for Australia only. */
export interface HolidayList {
  readonly region: Region
  readonly state: string | null
  readonly year: number
}

/** The public holidays of the list that is shown; each change is saved at once. */
export function useHolidays(client: Pick<ProgramClient, 'onEvent' | 'read'>, list: () => HolidayList) {
  const store = useSettingsStore()
  const saved = computed(() => store.values('calls'))
  void store.load('calls')
  const area = computed(() => {
    const { region, state } = list()
    return region === 'au' ? state : (saved.value?.areas[region] ?? null)
  })
  const shown = useQuery(client, 'sightings.holidays', {
    input: () => ({ region: list().region, area: area.value, year: list().year }),
  })

  watch(saved, shown.requestRefresh)

  const { run: change } = useAction((changes: Partial<CallSettings>) => store.change('calls', changes))
  const isOf = (one: HolidayChange, date: string): boolean => {
    return one.region === list().region && one.area === area.value && one.date === date
  }
  /** The change of a date in this list replaces an earlier one; null removes it. */
  async function setDate(date: string, name: string | null | undefined): Promise<void> {
    const { region } = list()
    const others = (saved.value?.changes ?? []).filter((one) => !isOf(one, date))
    await change({ changes: name === undefined ? others : [...others, { region, area: area.value, date, name }] })
  }
  return {
    /** Null until they are read. */
    settings: saved,
    holidays: computed(() => shown.data.value?.holidays ?? []),
    /** The state, or the area that the settings have for the region. */
    area,
    change,
    /** Adds a holiday to the shown state or area. */
    add: (date: string, name: string) => setDate(date, name),
    remove: ({ date, source }: ListedHoliday) => setDate(date, source === 'added' ? undefined : null),
    restore: ({ date, name }: ListedHoliday) => setDate(date, name),
  }
}
