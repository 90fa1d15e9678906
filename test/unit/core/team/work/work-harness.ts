import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { OutcomeCode } from '../../../../../src/contract/call-note.ts'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { createCustomerViews } from '../../../../../src/core/customers/list/customer-views.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { createCallLog } from '../../../../../src/core/sightings/call-log.ts'
import { createCallRecorder } from '../../../../../src/core/sightings/call-recorder.ts'
import { createMessageTemplates } from '../../../../../src/core/sightings/message-templates.ts'
import type { SubjectKey } from '../../../../../src/core/team/log/subject.ts'
import { createTeamLog } from '../../../../../src/core/team/team-log.ts'
import type { SealedEntry } from '../../../../../src/core/team/team-server.ts'
import type { TeamSession } from '../../../../../src/core/team/team-session.ts'
import { openTeamWork } from '../../../../../src/core/team/work/team-work.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { desk, everyone, founder, ringOf, root } from '../team-log-harness.ts'
import { firstKey, teamId, type WritingPc } from '../team-harness.ts'

export const scope = { connectionId: 'c', region: 'au' } as const

const customer = (id: string): Customer =>
  ({
    id,
    clientName: `Client ${id}`,
    mobileNumber: `049157000${id.at(-1)}`,
    state: 'NSW',
    rego: `ABC12${id.at(-1)}`,
    vin: null,
    doNotContact: false,
    edits: [],
  }) as unknown as Customer

/** What a server has: the entries of each PC in order. */
export type MemoryServer = Map<string, SealedEntry[]>

export type WorkPc = ReturnType<typeof openWorkPc>

/** A folder that is removed after the test, for a database that is opened again. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'team-work-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const key = 'ab'.repeat(32)

function openFile(path: string): Database {
  const answer = openDatabase(path, path === ':memory:' ? null : key)
  if (answer.state !== 'ready') throw new Error(answer.state)
  return answer.database
}

/** One program: its database, its call list, and the team of `team-log-harness`. */
export function openWorkPc(pc: WritingPc, { path = ':memory:', person = 'Alex Chen', startsAt = 0 } = {}) {
  const database = openFile(path)
  const clock = createClockTwin(new Date(Date.UTC(2026, 10, 23) + startsAt))
  const log = createLogTwin()
  const doNotContact = createDoNotContact(database)
  const callLog = createCallLog(database)
  const personId = `person of ${person}`
  database.run(
    `INSERT OR IGNORE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c', 'C', 'account', 'https://api.example.com/', 'api-key', 'au', '{}', '')`,
  )
  database.run('INSERT OR IGNORE INTO person (id, name) VALUES (?, ?)', [personId, person])
  const asListed = (id: string): Customer => ({ ...customer(id), doNotContact: doNotContact.has(scope, customer(id)) })
  const recorder = createCallRecorder({
    database,
    clock,
    log: callLog,
    customers: {
      recordsOfPerson: (_scope, one) => [one],
      recordsOfPersons: async (_scope, several) => several,
      doNotContact,
      notifyDoNotContact: () => undefined,
    },
    currentPerson: () => ({ id: personId, name: person }),
  })
  const events: string[] = []
  let open: { session: TeamSession; work: ReturnType<typeof openTeamWork> } | null = null

  const join = (): TeamSession => {
    const listeners = new Set<(subjects: readonly SubjectKey[] | null) => void>()
    const teamLog = createTeamLog({
      database,
      identity: { ...root, device: pc.device, keys: pc.keys, keyRing: ringOf(firstKey) },
      now: () => clock.now().getTime(),
      onChanged: (subjects) => listeners.forEach((listener) => listener(subjects)),
    })
    if (pc === founder && teamLog.heads().size === 0) teamLog.append(everyone, null)
    const session: TeamSession = {
      syncedAt: () => null,
      isReceivingMany: () => false,
      teamId,
      isPractice: false,
      device: pc.device,
      log: teamLog,
      add: teamLog.append,
      onChanged(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    const work = openTeamWork(
      {
        database,
        clock,
        log,
        customers: { find: (_scope, id) => asListed(id) },
        currentPerson: () => ({ id: personId, name: person }),
        listeners: {
          onOutcomes: () => void events.push('outcomes'),
          onContacts: () => void events.push('contacts'),
          onOthers: (event) => void events.push(event),
        },
      },
      session,
    )
    open = { session, work }
    return session
  }
  const closeTeam = async (): Promise<void> => {
    await open?.work.close()
    open = null
  }
  const close = async (): Promise<void> => {
    await closeTeam()
    database.close()
  }
  return {
    pc,
    database,
    clock,
    log,
    events,
    doNotContact,
    callLog,
    recorder,
    templates: createMessageTemplates(database),
    views: createCustomerViews(database),
    join,
    closeTeam,
    close,
    team: () => open,
    settled: async () => open?.work.settled(),
    record: (id: string, outcome: OutcomeCode, note = '') =>
      recorder.record(scope, asListed(id), {
        outcome,
        note,
        nextAction: '',
        nextDate: outcome === 'call_back' ? '2030-01-01' : null,
        nextTime: null,
        amount: outcome === 'offer_made' ? 1_000 : null,
      }),
    undo: (id: string) => recorder.undoLatest(scope, asListed(id)),
    allow: (id: string) => recorder.allowContact(scope, asListed(id)),
    forbid: (id: string) => doNotContact.add(scope, customer(id), clock.now().toISOString()),
    isForbidden: (id: string) => asListed(id).doNotContact,
    notes: (id: string) =>
      callLog.notes(scope, id).map(({ outcome, note, person: by }) => `${outcome} ${note} ${by?.name ?? ''}`.trim()),
    /** What the screens show, to compare PCs with. */
    shown: (ids: readonly string[]) => ({
      notes: ids.map((id) =>
        callLog.notes(scope, id).map(({ at, outcome, note, person: by }) => [at, outcome, note, by?.name]),
      ),
      latest: ids.map((id) => callLog.latest(scope).get(id)?.outcome ?? null),
      reached: ids.filter((id) => callLog.reached(scope).has(id)),
      forbidden: ids.filter((id) => asListed(id).doNotContact),
      templates: createMessageTemplates(database)
        .get()
        .templates.map(({ id, text, isDefault }) => `${id} ${text} ${isDefault}`)
        .toSorted(),
      views: createCustomerViews(database)
        .all('c')
        .map(({ id, name }) => `${id} ${name}`)
        .toSorted(),
    }),
  }
}

/** Pushes all entries of the PC, and takes all that the server has. */
export async function exchange(pc: WorkPc, server: MemoryServer): Promise<void> {
  await pc.settled()
  const log = pc.team()?.session.log
  if (!log) return
  const own = server.get(pc.pc.device) ?? []
  server.set(pc.pc.device, [...own, ...log.read(own.length, 10_000)])
  log.setPushed(server.get(pc.pc.device)?.length ?? 0)
  // The list of members first, as it has to be known who wrote an entry.
  for (const [device, entries] of server) {
    if (device !== pc.pc.device) await log.receive(entries.slice(log.heads().get(device) ?? 0))
  }
  await pc.settled()
}

/** Exchanges until every PC has everything. */
export async function exchangeAll(pcs: readonly WorkPc[], server: MemoryServer): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const pc of pcs) await exchange(pc, server)
}

/** Two PCs that are in the team until the test ends. */
export function openTwoPcs() {
  const server: MemoryServer = new Map()
  const open = (pc: WorkPc): WorkPc => {
    onTestFinished(() => pc.close())
    pc.join()
    return pc
  }
  const here = open(openWorkPc(founder, { person: 'Alex Chen' }))
  const there = open(openWorkPc(desk, { person: 'Sam Lee' }))
  return { here, there, server }
}
