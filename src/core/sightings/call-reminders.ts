import { outcomeKind } from '../../contract/call-note.ts'
import { formatDate, localDate, type DateFormat } from '../../contract/calendar-date.ts'
import type { Source } from '../../contract/connection-region.ts'
import { rowKey } from '../../contract/source-key.ts'
import type { DueCall } from '../../contract/contact.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { Customers } from '../customers/customers.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields } from '../ports/log.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { CallListQuery } from './call-list-query.ts'
import { isOpen, type CallListCar } from './call-list.ts'
import type { CallLog } from './call-log.ts'
import { instantOnThisPc } from './call-times.ts'
import { timeText } from './calling-hours.ts'
import { reminderText as text, untitledCar } from './sightings-text.ts'

export interface CallReminderParts {
  readonly customers: Pick<Customers, 'ready'>
  readonly cars: Pick<CallListQuery, 'all' | 'get'>
  readonly log: Pick<CallLog, 'unreminded' | 'setReminded'>
  readonly notifier: Notifier | null
  /** Called when a planned call has become due. */
  onDue(): void
}

/**
 * Reminds the user of calls that were planned for a time: once, also after a restart, and at the next start when the program was closed at
 * that time. Calls of a connection or region that is not shown wait until it is, because its cars cannot be opened before.
 */
export type CallReminders = ReturnType<typeof createCallReminders>

/** A call whose time has come; `scope`: the key of its connection and region. */
interface DueNote {
  readonly noteId: string
  readonly scope: string
  readonly call: DueCall
}

/** The clock of the PC can be set: the time is compared again after this long. */
const longestWaitMs = 60_000

export function createCallReminders(storage: OpenStorage, parts: CallReminderParts) {
  const { announcer, clock, database, log: appLog } = storage
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  let waiting: AbortController | null = null
  let running: Promise<void> = Promise.resolve()
  let isStarted = false
  let untaken: readonly DueNote[] = []

  const toDueCall = (
    { customer, history, callNote }: CallListCar,
    source: Source,
    sources: readonly Source[],
  ): DueCall | null => {
    if (!callNote?.nextDate || !callNote.nextTime) return null
    return {
      customerId: customer.id,
      ...(sources.length > 1 ? { source } : {}),
      clientName: customer.clientName,
      carTitle: customer.vehicleTitle ?? history.sightings[0]?.listingTitle ?? untitledCar,
      outcome: callNote.outcome,
      nextAction: callNote.nextAction,
      nextDate: callNote.nextDate,
      nextTime: callNote.nextTime,
    }
  }

  const notify = (calls: readonly DueCall[]): void => {
    const [first] = calls
    if (!first || !parts.notifier) return
    const command = calls.length === 1 ? `show-call ${rowKey(first.customerId, first.source)}` : 'show-due-calls'
    parts.notifier.show({
      ...notificationOf(calls, localDate(clock.now()), storage.dateFormat()),
      onClick: () => announcer.announce('app.commanded', command),
    })
  }

  /** Reminds of what is due, and returns when the next call is (ms from now); null: there is none. */
  const remind = async (): Promise<number | null> => {
    if (ended.aborted) return null
    const sources = storage.connections.inUse()
    let nextMs: number | null = null
    const due: DueNote[] = []
    for (const source of sources) {
      const pending = parts.log.unreminded(source)
      if (pending.length === 0) continue
      await parts.customers.ready(source)
      const now = clock.now()
      for (const { customerId, note } of pending) {
        const waitMs = (instantOnThisPc(note.nextDate, note.nextTime)?.getTime() ?? Infinity) - now.getTime()
        if (waitMs > 0) {
          nextMs = Math.min(nextMs ?? Infinity, waitMs)
          continue
        }
        // A customer who is not in the list yet, or must not be contacted, is asked for again after the next change.
        const car = parts.cars.get(source, customerId)
        const call = car && isOpen(car) ? toDueCall(car, source, sources) : null
        if (call) due.push({ noteId: note.id, scope: scopeKey(source), call })
      }
    }
    if (due.length === 0) return nextMs
    const nowIso = clock.now().toISOString()
    // Before the reminder is shown: a program that is killed in between must not remind again.
    database.transaction(() => {
      for (const { noteId } of due) parts.log.setReminded(noteId, nowIso)
    })
    const sorted = due.toSorted((one, other) => byTime(one.call, other.call))
    untaken = [...untaken, ...sorted]
    notify(sorted.map(({ call }) => call))
    announcer.announce('sightings.reminded')
    parts.onDue()
    return nextMs
  }

  const run = async (): Promise<void> => {
    try {
      const nextMs = await remind()
      if (nextMs !== null) wait(Math.min(nextMs, longestWaitMs))
    } catch (error) {
      appLog.write('error', 'sightings.reminderFailed', errorFields(error))
      wait(longestWaitMs)
    }
  }
  const check = (): void => {
    waiting?.abort()
    running = running.then(run)
  }
  const wait = (ms: number): void => {
    const paused = new AbortController()
    waiting = paused
    const isOver = AbortSignal.any([ended, paused.signal])
    void clock.sleep(ms, isOver).then(check, () => undefined)
  }
  const stopListening = announcer.listen(({ name }) => {
    if (name === 'sightings.changed' || name === 'customers.changed' || name === 'connections.changed') {
      if (!ended.aborted && isStarted) check()
    }
  })

  return {
    start(): void {
      isStarted = true
      check()
    },
    /** Calls whose time has come, the earliest first. */
    dueCalls(sources: readonly Source[]): DueCall[] {
      const now = clock.now()
      const due = (source: Source): DueCall[] =>
        parts.cars
          .all(source)
          .filter((car) => isOpen(car) && isTimeCome(car, now))
          .flatMap((car) => toDueCall(car, source, sources) ?? [])
      return sources.flatMap(due).toSorted(byTime)
    },
    /** Reminders of these connections and regions that no window has shown yet. */
    take(sources: readonly Source[]): DueCall[] {
      const keys = new Set(sources.map(scopeKey))
      const taken = untaken.filter(({ scope }) => keys.has(scope))
      untaken = untaken.filter(({ scope }) => !keys.has(scope))
      return taken.map(({ call }) => call)
    },
    async close(): Promise<void> {
      stopListening()
      closing.abort()
      await running
    },
  }
}

const isTimeCome = ({ callNote }: CallListCar, now: Date): boolean => {
  const at = instantOnThisPc(callNote?.nextDate ?? null, callNote?.nextTime ?? null)
  return at !== null && at.getTime() <= now.getTime()
}

const byTime = (one: DueCall, other: DueCall): number =>
  `${one.nextDate} ${one.nextTime}`.localeCompare(`${other.nextDate} ${other.nextTime}`)

const maxTitles = 3

/** Anyone who passes may read a notification: it names cars, not people. */
function notificationOf(
  calls: readonly DueCall[],
  today: string,
  dateFormat: DateFormat,
): { title: string; body: string } {
  const titles = calls.slice(0, maxTitles).map(({ carTitle }) => carTitle)
  const body = text.cars(titles.join(', '), calls.length - titles.length)
  const [first] = calls
  if (calls.length > 1 || !first) return { title: text.several(calls.length), body }
  const [hours = 0, minutes = 0] = first.nextTime.split(':').map(Number)
  const day = first.nextDate === today ? '' : formatDate(first.nextDate, dateFormat)
  return { title: text.one(outcomeKind(first.outcome).label, timeText(hours * 60 + minutes), day), body }
}
