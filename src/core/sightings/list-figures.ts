import { localDate } from '../../contract/calendar-date.ts'
import { type CallGoal, hasGoal } from '../../contract/call-figures.ts'
import type { ConnectionRegion, Source } from '../../contract/connection-region.ts'
import type { CallReport, ReportPeriod, SightingSource, SightingSummary } from '../../contract/sightings.ts'
import type { Customers } from '../customers/customers.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { People } from '../people/people.ts'
import type { Clock } from '../ports/clock.ts'
import type { CallListQuery } from './call-list-query.ts'
import type { CallLog } from './call-log.ts'
import { callReport, countDays, daysOfPeriod, lastSevenDays, timeOf } from './call-report.ts'
import { sumCounts } from './car-counts.ts'
import type { LoggedOutcome } from './note-rows.ts'
import type { SightingVisits } from './sighting-visits.ts'
import type { Database } from '../database/database.ts'
import type { Person } from '../../contract/people.ts'

export interface ListFiguresParts {
  readonly clock: Clock
  readonly customers: Pick<Customers, 'syncedAt' | 'syncState' | 'doNotContact'>
  readonly cars: Pick<CallListQuery, 'all' | 'counts'>
  readonly log: Pick<CallLog, 'between'>
  readonly visits: Pick<SightingVisits, 'visit'>
  readonly people: Pick<People, 'byId'>
  readonly database: Database
}

/** What the call list of connections and regions says in numbers. Call it with the list up to date. */
export type ListFigures = ReturnType<typeof createListFigures>

export function createListFigures(parts: ListFiguresParts) {
  const { clock, customers, cars, log, visits, people, database } = parts
  const checkedAt = ({ connectionId, region }: ConnectionRegion): string | null =>
    customers.syncedAt(connectionId, region)

  const notesOf = (scopes: readonly ConnectionRegion[], from: string, to: string): LoggedOutcome[] =>
    scopes.flatMap((scope) =>
      log.between(scope, from, to).map((note) => ({ ...note, customerId: `${scopeKey(scope)} ${note.customerId}` })),
    )

  return {
    summary(scopes: readonly ConnectionRegion[]): SightingSummary {
      const days = lastSevenDays(localDate(clock.now()))
      const { firstSeen, groups } = sumCounts(scopes.map(cars.counts))
      const week = countDays(days, firstSeen, notesOf(scopes, ...timeOf(days)))
      return {
        groups,
        week,
        lastVisitAt: earliest(scopes.map((scope) => visits.visit(scope).lastVisitAt)),
        checkedAt: earliest(scopes.map(checkedAt)),
        doNotContact: scopes.reduce((sum, scope) => sum + customers.doNotContact.count(scope), 0),
      }
    },

    sources: (sources: readonly Source[]): SightingSource[] =>
      sources.map((source) => {
        const { syncing, problem } = customers.syncState(source)
        const states = new Set(cars.all(source).flatMap(({ customer }) => customer.state || []))
        return {
          source: { ...source },
          groups: { ...cars.counts(source).groups },
          states: [...states].toSorted(),
          checkedAt: checkedAt(source),
          syncing: syncing !== null,
          problem,
        }
      }),

    report(scopes: readonly ConnectionRegion[], { period, back }: ReportPeriod, goal: CallGoal): CallReport {
      const days = daysOfPeriod(period, back, localDate(clock.now()))
      const { firstSeen } = sumCounts(scopes.map(cars.counts))
      const notes = notesOf(scopes, ...timeOf(days))
      const ofThisPc = people.byId()
      const known = withTeamPeople(database, ofThisPc)
      const awaitsEveryone = back === 0 && goal.per === 'person' && hasGoal(goal)
      const working = awaitsEveryone ? [...ofThisPc.values()].filter(({ retired }) => !retired) : []
      const expected = working.map(({ id }) => id)
      return callReport(days, firstSeen, notes, { known, expected }, goal)
    },
  }
}

const earliest = (times: readonly (string | null)[]): string | null =>
  times.flatMap((at) => at ?? []).toSorted()[0] ?? null

/** The people of this PC, and those of the team's other PCs who have recorded something, by id. */
const withTeamPeople = (
  database: Database,
  ofThisPc: ReadonlyMap<string, Person>,
): ReadonlyMap<string, Pick<Person, 'name'>> => {
  const others = database.all<{ id: string; name: string }>(
    `SELECT DISTINCT person_id AS id, person_name AS name FROM sighting_entry
     WHERE team_ref IS NOT NULL AND team_pc IS NOT NULL AND person_id IS NOT NULL AND person_name IS NOT NULL`,
  )
  return new Map<string, Pick<Person, 'name'>>([...others.map((each) => [each.id, each] as const), ...ofThisPc])
}
