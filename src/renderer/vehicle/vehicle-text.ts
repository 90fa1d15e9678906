import { formatAge, formatFrom, plural } from '../ui/format.ts'

/** "3 cars". */
const cars = (count: number): string => plural(count, 'car')

/** The sentences of what look-up, specs and market share. */
export const vehicleText = {
  connectionSettings: 'Open connection settings',
  savedLookups: 'Saved look-ups',
  stillAvailable: 'are still available.',
  lookUpAgain: 'Look up again',
  lookingUp: 'Looking up…',
  /** On paper "just now" would mean nothing. */
  resultFrom: (moment: string) => `Result from ${moment}`,
  /** Where a result comes from: "Saved result from 3 minutes ago.", "Updated just now." */
  source: (result: { readonly at: string; readonly kept: boolean }, now: Date): string =>
    result.kept ? `Saved result ${formatFrom(result.at, now)}.` : `Updated ${formatAge(result.at, now)}.`,
  confirmLookUpAgain: (at: string, now: Date) => ({
    title: 'Look up again?',
    text: `This result is ${formatFrom(at, now)}. Looking it up again may be charged.`,
    confirmLabel: 'Look up again',
    cancelLabel: 'Cancel',
  }),
  carsToCompare: 'Cars to compare',
  compareCars: (count: number) => `Compare ${cars(count)}`,
  addOneMore: 'Add one more car to compare.',
  removeFromComparison: (title: string) => `Remove ${title} from comparison`,
  untitled: (vehicleId: string) => `Vehicle ${vehicleId}`,
} as const
