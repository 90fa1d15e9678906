import type { Preferences } from '../../../contract/preferences.ts'
import type { LockState } from '../../../contract/lock.ts'
import { plural } from '../../ui/format.ts'

const dateFormats: Readonly<Record<Preferences['dateFormat'], string>> = {
  region: 'As usual in the region of the connection',
  'dd/mm/yyyy': '07/03/2026',
  'd mmm yyyy': '7 Mar 2026',
  'yyyy-mm-dd': '2026-03-07',
}

export const preferencesText = {
  dateFormat: 'Dates',
  dateFormats,
  work: {
    title: 'Everyday work',
    text: 'What Forecourt assumes and how often it checks.',
    defaultState: 'Default state of regos',
    noState: 'None: ask me',
    defaultStateHint:
      'For new imports without a state column, and for look-ups until you select a state. Australia only.',
    checkEvery: 'Check for new sightings every',
    minutes: (count: number) => (count === 60 ? '1 hour' : count === 120 ? '2 hours' : plural(count, 'minute')),
    checkEveryHint: 'Downloads the customer list of the connection in use. Webhooks arrive at once.',
  },
  start: {
    title: 'Start',
    switch: 'Start Forecourt when I sign in to this PC',
    hint: 'It starts in the tray and checks for sightings. Click its icon to open it.',
    notSupported: 'Only the desktop program on Windows and macOS can start by itself.',
  },
  lock: {
    title: 'Lock',
    text: 'Hides your customers when you leave the desk. Uploads continue.',
    explanations: {
      password: 'Forecourt unlocks with the password that protects your data.',
      pin: 'Forecourt unlocks with your PIN, also at the next start. A PIN keeps people at this desk out. It doesn’t encrypt your data: that is done with the key in this PC’s keychain.',
      none: 'Your data has no password, so a lock needs a PIN. A PIN keeps people at this desk out. Your data is encrypted with the key in this PC’s keychain, or not stored at all.',
    } satisfies Readonly<Record<LockState['by'], string>>,
    afterLabel: 'Lock when not used for',
    after: (count: number | null) => {
      if (count === null) return 'Never: only by hand'
      return count === 60 ? '1 hour' : plural(count, 'minute')
    },
    now: 'Lock now',
    set: 'Set a PIN',
    change: 'Change or remove PIN',
    current: 'Current PIN',
    pin: 'New PIN',
    pinHint: 'At least 4 characters. If you forget it, your recovery key unlocks too.',
    again: 'Confirm PIN',
    tooShort: (least: number) => `Use at least ${least} characters.`,
    mismatch: 'The PINs don’t match.',
    cancel: 'Cancel',
    remove: 'Remove PIN',
    save: 'Save PIN',
    saved: 'PIN saved.',
    removed: 'PIN removed.',
  },
  calling: {
    title: 'Calling hours',
    text: 'In the customer’s local time. Outside these hours, Forecourt warns before a call and asks for a reason.',
    from: (day: string) => `${day}, from`,
    to: (day: string) => `${day}, to`,
    fromLabel: 'from',
    toLabel: 'to',
    noCalls: 'No calls',
    order: 'Choose an end after the start.',
    reset: 'Reset to defaults',
    holidays: 'Public holidays without calls',
    holidayChoices: {
      state: 'National and state',
      national: 'National only',
      none: 'None',
    },
    region: 'Region',
    area: { au: 'State', nz: 'Area', my: 'State' },
    nationalOnly: 'National holidays only',
    areaHint: {
      au: 'The state of each customer decides. Here you see and change its list.',
      nz: 'Customers have no area, so this one counts for all of New Zealand.',
      my: 'Customers have no state, so this one counts for all of Malaysia.',
    },
    year: 'Year',
    list: 'Public holidays',
    sources: { national: 'National', state: 'State', added: 'Added by you' },
    remove: 'Remove',
    removeName: (name: string, date: string) => `Remove ${name}, ${date}`,
    restore: 'Restore',
    restoreName: (name: string, date: string) => `Restore ${name}, ${date}`,
    removed: 'Calls allowed',
    addDate: 'Date',
    addName: 'Name',
    addNamePlaceholder: 'e.g. Show Day',
    add: 'Add holiday',
    none: 'No holidays in this year.',
  },
} as const
