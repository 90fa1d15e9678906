import { plural } from '../../ui/format.ts'

export const peopleText = {
  title: 'Who is working?',
  nobody: 'Nobody',
  nobodyHint: 'Outcomes are saved without a name.',
  menu: 'Person, theme and settings',
  menuOf: (name: string): string => `${name}: person, theme and settings`,
  explanation: 'The name is saved with each outcome and shown in the call history.',
  empty: 'No names yet. Add the people who make calls on this PC.',
  newName: 'New name',
  add: 'Add',
  nowWorking: (name: string, before: string): string => `${name} is working now instead of ${before}.`,
  notNow: 'Not now',
  edit: 'Edit names',
  done: 'Done',
  nameOf: (name: string): string => `Name of ${name}`,
  retire: (name: string): string => `Retire ${name}`,
  retiring: {
    title: (name: string): string => `Retire ${name}?`,
    text: (name: string, cars: number): string =>
      `${plural(cars, 'car is', 'cars are')} assigned to ${name}. Who makes these calls now?`,
    to: 'Assign to',
    everyone: 'Nobody: everyone can make them',
    stay: (name: string): string => `Leave them with ${name}`,
    stayHint: 'For a colleague of the same name on another PC of the team.',
    cancel: 'Cancel',
    confirm: 'Retire',
  },
  note: 'A new name is also shown in the call history. A retired person is no longer offered. Their call history stays.',
  retired: {
    title: 'Retired',
    done: (name: string): string => `${name} retired.`,
    assigned: (calls: number, to: string | null): string =>
      calls === 0 ? '' : `${plural(calls, 'call')} assigned to ${to ?? 'nobody'}.`,
    nobodyWorks: 'Nobody is working now: outcomes are saved without a name.',
    restored: (name: string): string => `${name} restored.`,
  },
  restore: (name: string): string => `Restore ${name}`,
  restoreShort: 'Restore',
  askAtStart: 'Ask at each start',
}

const longestLabel = 18

/** A name that fits a button of the top bar. */
export const shortName = (name: string): string =>
  name.length > longestLabel ? `${name.slice(0, longestLabel - 1).trimEnd()}…` : name
