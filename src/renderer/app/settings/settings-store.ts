import { defineStore } from 'pinia'
import { computed, type ComputedRef, shallowRef, watch } from 'vue'
import type { EventName } from '../../../contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../../contract/methods.ts'
import type { Result } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { type Query, useQuery } from '../../bridge/useQuery.ts'
import { formatSettings } from '../../ui/format-settings.ts'

interface GroupMethods {
  readonly read: MethodName
  readonly save: MethodName
  readonly refreshOn?: readonly EventName[]
  readonly minGapMs?: number
}

/** How each group of settings is read and saved. */
const groups = {
  preferences: { read: 'app.preferences', save: 'app.setPreferences' },
  lookups: {
    read: 'lookup.settings',
    save: 'lookup.setSettings',
    refreshOn: ['lookup.changed', 'connections.changed'],
  },
  sightings: {
    read: 'sightings.settings',
    save: 'sightings.setSettings',
    refreshOn: ['sightings.changed'],
    minGapMs: 1_000,
  },
  calls: { read: 'sightings.callSettings', save: 'sightings.setCallSettings' },
  lock: { read: 'lock.state', save: 'lock.setMinutes', refreshOn: ['lock.changed'] },
  start: { read: 'app.startWithSystem', save: 'app.setStartWithSystem' },
} as const satisfies Readonly<Record<string, GroupMethods>>

export type SettingGroup = keyof typeof groups
const groupNames = Object.keys(groups) as SettingGroup[]
export type SettingValues<G extends SettingGroup> = MethodOutput<(typeof groups)[G]['read']>
export type SettingChange<G extends SettingGroup> = MethodInput<(typeof groups)[G]['save']>

type AnyValues = Readonly<Record<string, unknown>>

interface Group {
  readonly query: Query<AnyValues>
  readonly values: ComputedRef<AnyValues | null>
  change(changed: AnyValues): Promise<Result<AnyValues>>
}

/** The settings of this PC that take effect at once, in groups as the program keeps them. */
export const useSettingsStore = defineStore('settings', () => {
  const client = useClient()
  /** The groups that were asked for: an event reads no others. */
  const known = new Set<SettingGroup>()

  function createGroup(name: SettingGroup): Group {
    const { read, save, minGapMs = 0, refreshOn = [] }: GroupMethods = groups[name]
    const isKnown = (): boolean => known.has(name)
    const query = useQuery(read, {
      lazy: true,
      minGapMs,
      refreshOn: Object.fromEntries(refreshOn.map((event) => [event, isKnown])),
    }) as Query<AnyValues>
    const unsaved = shallowRef<AnyValues>({})
    let saving = 0
    return {
      query,
      values: computed(() => query.data.value && { ...query.data.value, ...unsaved.value }),
      async change(changed) {
        saving += 1
        unsaved.value = { ...unsaved.value, ...changed }
        const result = (await client.call(save, changed as never)) as Result<AnyValues>
        if (result.ok) query.set(result.value)
        saving -= 1
        if (saving === 0) unsaved.value = {}
        return result
      },
    }
  }
  const all = new Map(groupNames.map((name) => [name, createGroup(name)]))
  function groupOf(name: SettingGroup): Group {
    known.add(name)
    return all.get(name)!
  }

  /** The settings of a group; null until `load` has read them for the first time. */
  const values = <G extends SettingGroup>(name: G): SettingValues<G> | null =>
    groupOf(name).values.value as SettingValues<G> | null

  /** Reads a group again. */
  const load = (name: SettingGroup): Promise<void> => groupOf(name).query.refresh()

  /** Shows a change at once and saves it. A failure puts the setting back. */
  async function change<G extends SettingGroup>(name: G, changed: SettingChange<G>): Promise<Result<SettingValues<G>>> {
    const result = await groupOf(name).change(changed)
    // Until a state is selected for look-ups, it is the default one.
    if (result.ok && name === 'preferences' && known.has('lookups')) await load('lookups')
    return result as Result<SettingValues<G>>
  }

  /** Takes over what another command returned. */
  const adopt = <G extends SettingGroup>(name: G, answer: SettingValues<G>): void => groupOf(name).query.set(answer)

  watch(
    () => values('preferences')?.dateFormat,
    (format) => {
      if (format) formatSettings.dateFormat = format
    },
    { flush: 'sync' },
  )
  return { values, load, change, adopt }
})
