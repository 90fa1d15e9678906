import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { EventName } from '../../../contract/events.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { batchSize, eachBatch } from '../../database/in-batches.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { TeamWorkKind } from '../../database/team-outbox.ts'
import { FailureError } from '../../failures/failure-error.ts'
import { errorFields } from '../../ports/log.ts'
import type { SubjectKey } from '../log/subject.ts'
import { applyCar } from './apply-car.ts'
import { applyContacts, applyTemplate, applyUploads, applyView } from './apply-lists.ts'
import { publishWork } from './publish-work.ts'
import type { TeamSession } from '../team-session.ts'
import { createWorkAccounts } from './work-accounts.ts'
import type { WorkContext, WorkParts } from './work-context.ts'
import type { Database } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { publishedSetting } from '../log/leave-work.ts'

/** In the order of the customers, whose call notes are neighbours in the database. */
const changedCars = `SELECT subject FROM team_changed WHERE subject >= 'car ' AND subject < 'car!' ORDER BY subject LIMIT ${batchSize}`
/** All but cars. */
const changedOthers = `SELECT subject FROM team_changed WHERE subject < 'car '
  UNION ALL SELECT subject FROM team_changed WHERE subject >= 'car!' LIMIT ${batchSize}`
/** After a failure of the disk. */
const retryMs = 10_000

interface Changes {
  notes: boolean
  readonly contacts: Map<string, ConnectionRegion>
  readonly others: Set<EventName>
}

const noChanges = (): Changes => ({ notes: false, contacts: new Map(), others: new Set() })

/** Applies what changed about a subject of the log. */
function applySubject(work: WorkContext, subject: SubjectKey, changes: Changes): void {
  const [kind] = subject.split(' ', 1)
  if (kind === 'car') {
    if (applyCar(work, subject)) changes.notes = true
    changes.others.add('sightings.changed')
  } else if (kind === 'contact') {
    for (const scope of applyContacts(work, subject)) changes.contacts.set(scopeKey(scope), scope)
  } else if (kind === 'template') {
    if (applyTemplate(work, subject)) changes.others.add('sightings.changed')
  } else if (kind === 'view') {
    if (applyView(work, subject)) changes.others.add('customers.changed')
  } else if (kind === 'upload') {
    applyUploads(work, subject)
    changes.others.add('uploads.changed')
  }
}

/**
 * Opens the work of a team: own work becomes entries of the log, and entries become work. What is to be done is in two tables, each
 * written in the transaction of its cause: own changes (`team_outbox`) and changes of the log (`team_changed`). Each item compares both
 * sides, so that it can be done again after a kill. The team of practice shares the work of the practice connection only; another team
 * never does.
 */
export function openTeamWork(parts: WorkParts, session: TeamSession) {
  const { database, clock, log, listeners } = parts
  const accounts = createWorkAccounts(database, session.isPractice ? 'practice' : 'account')
  const work: WorkContext = { ...parts, session, accounts }
  const closing = new AbortController()
  let [isClosed, isDue] = [false, true]

  /** A defect with one item must not stop the others; a full or failing disk stops all of them, and they are done later. */
  const attempt = (item: string, action: () => void): void => {
    try {
      database.transaction(action)
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind !== 'rejected') throw error
      log.write('error', 'team.workFailed', { item, ...errorFields(error) })
    }
  }
  const publishAll = (): Promise<boolean> =>
    eachBatch(
      database,
      () =>
        isClosed
          ? []
          : database.all<{ number: number; kind: TeamWorkKind; key: string }>(
              `SELECT number, kind, key FROM team_outbox ORDER BY number LIMIT ${batchSize}`,
            ),
      ({ number, kind, key }) => {
        attempt(kind, () => publishWork(work, kind, key))
        database.run('DELETE FROM team_outbox WHERE number = ?', [number])
      },
    )

  const applyAll = async (): Promise<boolean> => {
    let changes = noChanges()
    const announce = (): void => {
      const { notes, contacts, others } = changes
      changes = noChanges()
      if (isClosed) return
      if (notes) listeners.onOutcomes()
      for (const scope of contacts.values()) listeners.onContacts(scope)
      for (const event of others) listeners.onOthers(event)
    }
    const done = eachBatch(
      database,
      () => {
        announce()
        // A mark that was just removed here must not come back before its removal is in the log.
        if (isClosed || database.get('SELECT 1 FROM team_outbox LIMIT 1')) return []
        const others = database.values<SubjectKey>(changedOthers)
        // A car that more entries are about would be done again for each of them.
        if (others.length > 0 || session.isReceivingMany()) return others
        return database.values<SubjectKey>(changedCars)
      },
      (subject) => {
        attempt('apply', () => applySubject(work, subject, changes))
        database.run('DELETE FROM team_changed WHERE subject = ?', [subject])
      },
      // What a power cut undoes is noted again as well.
      { durable: 'later' },
    )
    return done.finally(announce)
  }

  const run = async (): Promise<void> => {
    while (isDue && !isClosed) {
      isDue = false
      accounts.refresh()
      await accounts.noteNew(() => !isClosed)
      await notePastWork(database, `${session.teamId} ${session.device}`, () => !isClosed)
      // Own work first: what it says was known when it was done.
      while ((await publishAll()) || (await applyAll()));
    }
  }
  let running: Promise<void> | null = null
  const start = (): Promise<void> => {
    running ??= run()
      .catch((error: unknown) => {
        log.write('error', 'team.workStopped', errorFields(error))
        // What it had begun to note is undone.
        isDue = false
        void clock.sleep(retryMs, closing.signal).then(schedule, () => undefined)
      })
      .finally(() => (running = null))
    return running
  }
  function schedule(): void {
    isDue = true
    // After the statement and the transaction of the cause.
    queueMicrotask(() => {
      if (!isClosed) void start()
    })
  }
  const stopListening = session.onChanged(schedule)
  database.watch('team_outbox', ['number'], { changed: schedule, undone: () => undefined })
  schedule()

  return {
    /** Resolves when everything up to now is published and applied. For tests, and before the program closes. */
    async settled(): Promise<void> {
      while (!isClosed && (isDue || running)) await start()
    },
    async close(): Promise<void> {
      isClosed = true
      closing.abort()
      stopListening()
      await running
    },
  }
}

const notesAtOnce = 200

/** The numbers of all call notes in ranges of a few hundred, for short transactions: after the first, up to and with the second. */
function* noteRanges(database: Database): Generator<readonly [after: number, last: number], void, void> {
  for (let after = 0; ;) {
    const last = database.value<number>(
      `SELECT max(number) FROM (SELECT number FROM sighting_entry WHERE number > ? ORDER BY number LIMIT ${notesAtOnce})`,
      [after],
    )
    if (last === null) return
    yield [after, last]
    after = last
  }
}

/**
 * Notes the work of this PC from the time before it was in the team as own work (`team_outbox`), once for each `team`. Call notes in short
 * transactions, as long as `isOpen` holds.
 */
async function notePastWork(database: Database, team: string, isOpen: () => boolean): Promise<void> {
  if (readSetting(database, publishedSetting) === team) return
  const add = (kind: TeamWorkKind, select: string, params: readonly number[] = []): void => {
    database.run(`INSERT INTO team_outbox (kind, key) SELECT '${kind}', ${select} ON CONFLICT DO NOTHING`, params)
  }
  if (!isOpen()) return
  for (const range of noteRanges(database)) {
    add(
      'outcome',
      'id FROM sighting_entry WHERE number > ? AND number <= ? AND team_ref IS NULL AND undone_at IS NULL',
      range,
    )
    await yieldToEventLoop()
    if (!isOpen()) return
  }
  database.transaction(() => {
    add(
      'contact',
      `json_object('connectionId', connection_id, 'region', region, 'people', json_array(person))
       FROM do_not_contact WHERE in_team = 0`,
    )
    add(
      'assignment',
      `json_object('connectionId', connection_id, 'region', region, 'customerId', customer_id) FROM assignment WHERE true`,
    )
    add(
      'template',
      `json_each.value ->> 'id' FROM setting, json_each(setting.value, '$.templates') WHERE name = 'sightings.templates'`,
    )
    add(
      'template',
      `json_each.value FROM setting, json_each(setting.value, '$.deleted') WHERE name = 'sightings.templates'`,
    )
    add('view', 'id FROM customer_view WHERE true')
    add('upload', `id FROM upload WHERE file_hash IS NOT NULL AND state <> 'preparing'`)
    writeSetting(database, publishedSetting, team)
  })
}
