import type { ContactAttempt } from '../../../contract/contact-attempt.ts'
import type { CallNote } from '../../../contract/call-note.ts'
import { formatDate, formatTimeOfDay } from '../../ui/format.ts'
import { callText } from './call-text.ts'

/** Call notes and attempts to reach the customer, newest first. `pcNames`: the PCs of the team. */
export function callHistory(
  notes: readonly CallNote[],
  attempts: readonly ContactAttempt[],
  pcNames: Readonly<Record<string, string>> = {},
) {
  /** The name of who recorded it, or of the PC of the team; null: neither is known. */
  const recordedBy = ({ person, pc }: CallNote): string | null =>
    person?.name ?? (pc === undefined ? null : (pcNames[pc] ?? null))
  const items = [
    ...notes.map((note) => ({ kind: 'note', id: note.id, at: note.at, person: recordedBy(note), note }) as const),
    ...attempts.map(
      ({ id, at, channel, template, reason, person }) =>
        ({
          kind: 'attempt',
          id,
          at,
          person: person?.name ?? null,
          text: callText.attempts.text(channel, template),
          reason,
        }) as const,
    ),
  ]
  return items.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

/** The next action of a note with its date and time: "Call after work, 1/12/2026, 2:30 pm". Empty without one. */
export const nextStepsText = ({
  nextAction,
  nextDate,
  nextTime,
}: Pick<CallNote, 'nextAction' | 'nextDate' | 'nextTime'>): string =>
  [nextAction, formatDate(nextDate), formatTimeOfDay(nextTime)].filter(Boolean).join(', ')
