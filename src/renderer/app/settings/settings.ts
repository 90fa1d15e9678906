import { Monitor, Moon, Sun } from '@lucide/vue'
import type { Component } from 'vue'
import { StateCode, stateNames } from '../../../contract/region.ts'
import { formatMinutes, formatTimeOfDay, plural } from '../../ui/format.ts'
import type { SettingGroup, SettingValues } from './settings-store.ts'

export type SettingValue = string | number | boolean | null

/** The sections of Settings that are made of what is described here, alone or among other things. */
export type SettingSection = 'appearance' | 'calling' | 'start' | 'closing' | 'lock' | 'lookups' | 'sightings'

/** A choice of a few (`cards`: boxes side by side) or of a list, or a switch. */
type Control<V> =
  | {
      readonly kind: 'cards' | 'radio' | 'segments' | 'select'
      /** In the order of the screen. A value that was set elsewhere is shown too. */
      readonly values: readonly V[]
      readonly show: (value: V) => string
      readonly icons?: V extends string ? Readonly<Record<V, Component>> : never
    }
  | { readonly kind: V extends boolean ? 'switch' : never }

/** A setting that takes effect at once: what is shown, and how it is chosen. */
export interface Setting<V = SettingValue, All = object> {
  readonly section: SettingSection
  readonly label: string
  readonly hint?: string
  /** Other words by which it is found, with commas between them. */
  readonly words?: string
  readonly control: Control<V>
  /** Whether the other settings of its group leave it a meaning. */
  readonly isShown?: (all: All) => boolean
  /** Why it can't be changed on this PC; null: it can. */
  readonly blocked?: (all: All) => string | null
}

export type Descriptions<All> = { readonly [N in keyof All]: Setting<All[N], All> | null }

/** The values of a choice and their words, in the order of the screen. */
const among = <V extends string>(words: Readonly<Record<V, string>>) => ({
  values: Object.keys(words) as V[],
  show: (value: V): string => words[value],
})

const reuseText = (hours: number): string => {
  if (hours === 0) return 'Never'
  return hours % 24 === 0 && hours > 24 ? plural(hours / 24, 'day') : plural(hours, 'hour')
}
const stateText = (state: StateCode | null): string =>
  state === null ? 'None: ask me' : `${stateNames[state]} (${state})`

/**
 * Each setting once: Settings, the panels of other screens and Search follow from it. Null: it is chosen on its own screen, or
 * the program itself keeps it. To add a setting, add it to its schema in `contract/` and here.
 */
export const settings: { readonly [G in SettingGroup]: Descriptions<SettingValues<G>> } = {
  lookups: {
    repeatAfterHours: {
      section: 'lookups',
      label: 'Reuse results for',
      hint: 'You can look up again at any time. Forecourt tells you first if a charge may apply.',
      control: { kind: 'select', values: [0, 1, 4, 12, 24, 48, 72, 168, 720], show: reuseText },
    },
    pageLength: {
      section: 'lookups',
      label: 'Results per page',
      control: { kind: 'select', values: [10, 25, 50, 100], show: String },
    },
    state: null,
  },
  preferences: {
    theme: {
      section: 'appearance',
      label: 'Appearance',
      words: 'theme, dark, light, colours',
      control: {
        kind: 'cards',
        ...among({ system: 'System', light: 'Light', dark: 'Dark' }),
        icons: { system: Monitor, light: Sun, dark: Moon },
      },
    },
    density: {
      section: 'appearance',
      label: 'Row height',
      words: 'density',
      control: { kind: 'segments', ...among({ compact: 'Compact', comfortable: 'Comfortable' }) },
    },
    dateFormat: {
      section: 'appearance',
      label: 'Dates',
      words: 'formats',
      control: {
        kind: 'select',
        ...among({
          region: 'As usual in the region of the connection',
          'dd/mm/yyyy': '07/03/2026',
          'd mmm yyyy': '7 Mar 2026',
          'yyyy-mm-dd': '2026-03-07',
        }),
      },
    },
    defaultState: {
      section: 'lookups',
      label: 'Default state of regos',
      hint: 'For new imports without a state column, and for look-ups until you select a state. Australia only.',
      control: { kind: 'select', values: [null, ...StateCode.options.toSorted()], show: stateText },
    },
    whenClosing: {
      section: 'closing',
      label: 'While an upload runs',
      words: 'tray, quit, close',
      control: {
        kind: 'radio',
        ...among({ ask: 'Ask me', background: 'Continue in the tray', quit: 'Stop, and continue next time' }),
      },
    },
    tour: null,
    tourStep: null,
    noticedVersion: null,
    readVersion: null,
  },
  sightings: {
    checkEveryMinutes: {
      section: 'sightings',
      label: 'Check for new sightings every',
      hint: 'Downloads the customer list of the connection in use, or of each one while all connections are shown.',
      control: { kind: 'select', values: [1, 2, 5, 10, 15, 30, 60, 120], show: formatMinutes },
    },
    notify: {
      section: 'sightings',
      label: 'Notify me about new sightings and price drops',
      control: { kind: 'switch' },
    },
    digest: {
      section: 'sightings',
      label: 'Daily digest of what to call',
      control: { kind: 'switch' },
    },
    digestAt: {
      section: 'sightings',
      label: 'Show the digest at',
      control: {
        kind: 'select',
        values: [null, ...Array.from({ length: 16 }, (_, at) => `${String(at + 5).padStart(2, '0')}:00`)],
        show: (time) => (time === null ? 'First start of the day' : formatTimeOfDay(time)),
      },
      isShown: ({ digest }) => digest,
    },
    sort: null,
  },
  calls: {
    holidays: {
      section: 'calling',
      label: 'Public holidays without calls',
      control: {
        kind: 'select',
        ...among({ state: 'National and state', national: 'National only', none: 'None' }),
      },
    },
    hours: null,
    changes: null,
  },
  lock: {
    afterMinutes: {
      section: 'lock',
      label: 'Lock when not used for',
      control: {
        kind: 'select',
        values: [null, 1, 2, 5, 10, 15, 30, 60],
        show: (minutes) => (minutes === null ? 'Never: only by hand' : formatMinutes(minutes)),
      },
      isShown: ({ by }) => by !== 'none',
    },
    locked: null,
    by: null,
    waitSeconds: null,
  },
  start: {
    on: {
      section: 'start',
      label: 'Start Forecourt when I sign in to this PC',
      hint: 'It starts in the tray and checks for sightings. Click its icon to open it.',
      words: 'start with the system, autostart',
      control: { kind: 'switch' },
      blocked: ({ supported }) =>
        supported ? null : 'Only the desktop program on Windows and macOS can start by itself.',
    },
    supported: null,
  },
}

/** A setting by its place: "preferences.theme". */
export type SettingName = { [G in SettingGroup]: `${G}.${keyof SettingValues<G> & string}` }[SettingGroup]

const shown: ReadonlyMap<SettingName, Setting> = new Map(
  Object.entries(settings).flatMap(([group, named]) =>
    Object.entries(named).flatMap(([key, setting]) =>
      // The types of values meet again in the control, which gets and gives those of its own setting.
      setting === null ? [] : [[`${group}.${key}` as SettingName, setting as unknown as Setting] as const],
    ),
  ),
)

/** How a setting is shown. For those that are shown only. */
export function descriptionOf(name: SettingName): Setting {
  const setting = shown.get(name)
  if (!setting) throw new Error(`${name} is shown nowhere`)
  return setting
}

/** The settings of a section, in its order. */
export const settingsOf = (section: SettingSection): readonly SettingName[] =>
  [...shown].filter(([, setting]) => setting.section === section).map(([name]) => name)
