import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Region } from '../../../contract/region.ts'
import { type CallNote, outcomes } from '../../../contract/call-note.ts'
import { formatDate, formatMoney, formatTime } from '../../ui/format.ts'
import { customersText } from './customers-text.ts'

const { history: text } = customersText

export interface HistoryEntry {
  readonly id: string
  readonly kind: CustomerChange['kind'] | 'called'
  readonly at: string
  readonly text: string
  /** What was noted about a call, and its next action. */
  readonly details: readonly string[]
  /** The upload to which the entry links. */
  readonly uploadId: string | null
}

function callEntry(call: CallNote, region: Region): HistoryEntry {
  const { id, at, outcome, note, nextAction, nextDate, nextTime, amount, person } = call
  const label = outcomes.find(({ code }) => code === outcome)?.label ?? outcome
  const time = nextDate && nextTime ? formatTime(`${nextDate}T${nextTime}:00`) : ''
  const next = [nextAction, formatDate(nextDate), time].filter(Boolean).join(', ')
  return {
    id,
    kind: 'called',
    at,
    text: [label, formatMoney(amount, region)].filter(Boolean).join(' '),
    details: [note, next && text.next(next), text.by(person?.name ?? null)].filter(Boolean),
    uploadId: null,
  }
}

/** Uploads, changes and calls of one customer in one list, newest first. */
export function historyEntries(
  { uploads, changes }: MethodOutput<'customers.history'>,
  { entries: calls, attempts }: MethodOutput<'sightings.history'>,
  region: Region,
): HistoryEntry[] {
  const uploaded = uploads.map(({ uploadId, name, row, at }) => ({
    id: `${uploadId} ${row}`,
    kind: 'uploaded' as const,
    at,
    text: text.uploaded(row, name),
    details: [],
    uploadId,
  }))
  const changed = changes
    .filter(({ kind }) => kind !== 'uploaded')
    .map(({ id, kind, at, words, undone }) => ({
      id,
      kind,
      at,
      text: undone ? text.undone(words) : words,
      details: [],
      uploadId: null,
    }))
  const called = calls.map((call) => callEntry(call, region))
  const attempted = attempts.map(({ id, at, channel, template, reason, person }) => ({
    id,
    kind: 'called' as const,
    at,
    text: [text.attempts[channel], template].filter(Boolean).join(': '),
    details: [reason, text.by(person?.name ?? null)].filter(Boolean),
    uploadId: null,
  }))
  return [...uploaded, ...changed, ...called, ...attempted].toSorted((a, b) => b.at.localeCompare(a.at))
}
