import { z } from 'zod'
import { addDays, localDate } from '../../contract/calendar-date.ts'
import type { Source } from '../../contract/connection-region.ts'
import { regionNames } from '../../contract/region-names.ts'
import type { SightingSettings } from '../../contract/sighting-settings.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { parseJson } from '../database/parse-json.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import { isOpen } from './call-list.ts'
import type { CallListQuery } from './call-list-query.ts'
import { instantOnThisPc } from './call-times.ts'
import { hasPriceDroppedSince, isNewSince } from './car-history.ts'
import type { SightingVisits } from './sighting-visits.ts'
import { dailyDigestText as text } from './sightings-text.ts'
import { errorFields } from '../ports/log.ts'
import type { SyncedState } from './sighting-monitor.ts'

/** As it is stored. `taken`: a window has shown its notice. */
const StoredDigest = z.object({ at: z.string(), text: z.string(), taken: z.boolean() })
type StoredDigest = z.infer<typeof StoredDigest>

export interface DailyDigestParts {
  readonly cars: Pick<CallListQuery, 'all'>
  readonly visits: SightingVisits
  readonly notifier: Notifier | null
  settings(): SightingSettings
}

/** One notice a day for all connections: new sightings and price drops since the digest before, and calls that are due. */
export type DailyDigest = ReturnType<typeof createDailyDigest>

export function createDailyDigest(storage: OpenStorage, { cars, visits, notifier, settings }: DailyDigestParts) {
  const { database, clock, announcer } = storage
  const dayOfIso = (at: string): string => localDate(new Date(at))

  const saved = (scope: ConnectionRegion): StoredDigest | null => {
    const digest = database.value<string>(`SELECT digest FROM sighting_visit WHERE ${inScope}`, scopeParams(scope))
    return digest === null ? null : parseJson(StoredDigest, digest)
  }
  const save = (scope: ConnectionRegion, digest: StoredDigest): void =>
    void database.run(
      `INSERT INTO sighting_visit (connection_id, region, digest) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET digest = excluded.digest`,
      [...scopeParams(scope), JSON.stringify(digest)],
    )

  /** Without a set time: the first start or activity of a day, but not of the first day with the list. */
  const isDue = (scope: ConnectionRegion, last: StoredDigest | null, now: Date): boolean => {
    const { digest, digestAt } = settings()
    const today = localDate(now)
    if (!digest || (last !== null && dayOfIso(last.at) === today)) return false
    if (digestAt !== null) return (instantOnThisPc(today, digestAt)?.getTime() ?? Infinity) <= now.getTime()
    const { lastVisitAt, activeAt } = visits.visit(scope)
    return [last?.at, lastVisitAt, activeAt].some((at) => typeof at === 'string' && dayOfIso(at) < today)
  }

  const todays = (scope: ConnectionRegion): StoredDigest | null => {
    const last = saved(scope)
    return settings().digest && last !== null && dayOfIso(last.at) === localDate(clock.now()) ? last : null
  }

  /** The digests as one text. Names the connections when there are several. */
  const joined = (sources: readonly Source[], textOf: (source: Source) => string | null): string | null => {
    const texts = sources.flatMap((source) => {
      const sentence = textOf(source)
      if (sentence === null) return []
      return [sources.length > 1 ? text.ofSource(source.name, regionNames[source.region], sentence) : sentence]
    })
    return texts.length === 0 ? null : texts.join(' ')
  }

  /** Makes the digest of one connection; null: it is not due, or has no news. */
  const make = (scope: ConnectionRegion): string | null => {
    const now = clock.now()
    const last = saved(scope)
    if (!isDue(scope, last, now)) return null
    const nowIso = now.toISOString()
    const yesterday = new Date(`${addDays(localDate(now), -1)}T00:00:00`).toISOString()
    // After the PC's clock was set back, the last digest is in the future.
    const since = last !== null && last.at < nowIso ? last.at : yesterday
    const open = cars.all(scope).filter(isOpen)
    const fresh = open.filter(({ history }) => isNewSince(history, since))
    const counts = {
      fresh: fresh.length,
      drops: open.filter((car) => !isNewSince(car.history, since) && hasPriceDroppedSince(car.history, since)).length,
      due: open.filter(({ due }) => due === 'overdue' || due === 'today' || due === 'now').length,
    }
    const sentence = text.sentence(counts)
    const isNews = counts.fresh + counts.drops + counts.due > 0
    // Stored first: a program that is killed in between must not show it again.
    save(scope, { at: nowIso, text: sentence, taken: !isNews })
    return isNews ? sentence : null
  }

  return {
    /** Makes the digest of today of each of these connections where it is due and was not made yet. Call it with the list up to date. */
    check(sources: readonly Source[]): void {
      const body = joined(sources, make)
      if (body === null) return
      notifier?.show({
        title: text.title,
        body,
        onClick: () => announcer.announce('app.commanded', 'show-sightings'),
      })
      announcer.announce('sightings.digested')
    },
    /** Milliseconds until the set time of today or tomorrow; null: without a set time. */
    waitMs(): number | null {
      const { digest, digestAt } = settings()
      if (!digest || digestAt === null) return null
      const now = clock.now()
      const today = localDate(now)
      const times = [today, addDays(today, 1)].flatMap((day) => instantOnThisPc(day, digestAt) ?? [])
      const next = times.find((time) => time.getTime() > now.getTime())
      return next ? next.getTime() - now.getTime() : null
    },
    /** The text of today's digest; null: there is none, or the user does not want it. */
    today: (sources: readonly Source[]): string | null => joined(sources, (scope) => todays(scope)?.text ?? null),
    /** The same, once: for the notice of a window. */
    take(sources: readonly Source[]): string | null {
      const taken = joined(sources, (scope) => {
        const digest = todays(scope)
        if (!digest || digest.taken) return null
        save(scope, { ...digest, taken: true })
        return digest.text
      })
      return taken === null ? null : `${text.title}: ${taken}`
    },
  }
}

interface DigestTimerParts {
  readonly digest: DailyDigest
  /** What the list shows, up to date. */
  updatedSources(): Promise<readonly Source[]>
  readonly ended: AbortSignal
}

/** Decides when the digest of a day is made: never before the first sync of a start, which would miss what is new. */
export type DigestTimer = ReturnType<typeof createDigestTimer>

const longestWaitMs = 60 * 60_000

export function createDigestTimer(
  { clock, log }: Pick<OpenStorage, 'clock' | 'log'>,
  { digest, updatedSources, ended }: DigestTimerParts,
) {
  const startedAt = clock.now()
  let isListCurrent = false
  let waiting = new AbortController()
  const check = (sources: readonly Source[]): void => {
    if (isListCurrent) digest.check(sources)
  }
  const checkNow = async (): Promise<void> => check(await updatedSources())
  /** Waits are short, because the clock of a PC can be set. */
  const wait = (): void => {
    waiting.abort()
    waiting = new AbortController()
    const ms = digest.waitMs()
    if (ms === null || ended.aborted) return
    void clock
      .sleep(Math.min(ms, longestWaitMs), AbortSignal.any([ended, waiting.signal]))
      .then(
        () => checkNow().then(wait),
        () => undefined,
      )
      .catch((error: unknown) => {
        log.write('error', 'sightings.digestFailed', errorFields(error))
        wait()
      })
  }
  return {
    /** The list is up to date: no sync runs. `states`: of the sources. */
    handleIdle(sources: readonly Source[], states: readonly SyncedState[]): void {
      isListCurrent ||= states.every(
        ({ syncedAt, isFailed }) => isFailed || (syncedAt !== null && syncedAt >= startedAt.toISOString()),
      )
      // After a night, the first use of the day makes it, not a sync at midnight.
      if (localDate(clock.now()) === localDate(startedAt)) check(sources)
    },
    /** The list is used. */
    check,
    /** The same, with the list brought up to date first. */
    checkNow,
    /** Waits for the set time; again after another time was set. */
    wait,
  }
}
