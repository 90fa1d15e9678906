import type { CallNote } from '../../../contract/call-note.ts'
import { formatDate, formatTimeOfDay } from '../../ui/format.ts'

/** The next action of a note with its date and time: "Call after work, 1/12/2026, 2:30 pm". Empty without one. */
export const nextStepsText = ({
  nextAction,
  nextDate,
  nextTime,
}: Pick<CallNote, 'nextAction' | 'nextDate' | 'nextTime'>): string =>
  [nextAction, formatDate(nextDate), formatTimeOfDay(nextTime)].filter(Boolean).join(', ')
