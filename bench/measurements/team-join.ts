import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../src/core/database/database.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createCallLog } from '../../src/core/sightings/call-log.ts'
import { publicKeyText } from '../../src/core/team/crypto/device-keys.ts'
import { createPostgresServer } from '../../src/core/team/server/postgres-server.ts'
import { createTeamSync } from '../../src/core/team/sync/team-sync.ts'
import { createTeamLog, type TeamLog } from '../../src/core/team/team-log.ts'
import { openTeamWork } from '../../src/core/team/work/team-work.ts'
import { newKey, openOnDisk, ownFolder } from '../core-storage.ts'
import { measureStretches } from '../event-loop.ts'
import type { GivenMadeTeam, Measurement } from '../measurement.ts'
import { emptyOutbox, parsed } from '../team-client.ts'
import { keysOf, measured, readTeam } from './team.ts'

interface Joining {
  readonly database: Database
  readonly log: TeamLog
  readonly device: string
  readonly file: string
  /** Parts that were stored. */
  steps(): number
  /** Gets all entries, checks, decrypts and stores them. */
  receiveAll(): Promise<void>
  close(): Promise<void>
}

/** The last member of the made team, with an encrypted database on disk. */
function openJoining({ address, team, path }: GivenMadeTeam): Joining {
  const { key, members } = readTeam(path)
  const [founder, joining] = [members[0], members.at(-1)]
  if (!founder || !joining) throw new Error('The team has no members')
  const file = join(ownFolder(), 'forecourt.db')
  const database = openOnDisk(file, newKey())
  const server = createPostgresServer({ team, address: parsed(address), certificates: null })
  const log = createTeamLog({
    database,
    identity: {
      teamId: team,
      founder: { device: founder.device, signKey: publicKeyText(keysOf(founder).sign) },
      device: joining.device,
      keys: keysOf(joining),
      keyRing: new Map([[key.id, key]]),
    },
    now: Date.now,
  })
  let steps = 0
  const receiveAll = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sync = createTeamSync({
        server,
        outbox: emptyOutbox(joining.device),
        inbox: {
          heads: log.heads,
          isMember: (device) => log.members().members.has(device),
          async store(entries) {
            await log.receive(entries)
            steps += 1
          },
        },
        clock: systemClock,
        random: Math.random,
        onChanged() {
          if (sync.status().currentAt !== null) void sync.close().then(resolve)
        },
        onError: reject,
      })
      sync.start()
    })
  return {
    database,
    log,
    device: joining.device,
    file,
    steps: () => steps,
    receiveAll,
    close: server.close,
  }
}

/** The last member joins: gets all entries, checks, decrypts and stores them in an encrypted database on disk. */
export const joinTeam: Measurement<GivenMadeTeam> = async (given) => {
  const { to } = given
  const { database, file, steps, receiveAll, close } = openJoining(given)
  const figures = await measured(receiveAll)
  const accepted = database.get<{ count: number }>("SELECT count(*) AS count FROM team_entry WHERE state = 'accepted'")
  if (accepted?.count !== to) throw new Error(`${accepted?.count ?? 0} of ${to} entries were accepted`)
  await close()
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytesHere = statSync(file).size / to
  database.close()
  return { ...figures, steps: steps(), bytesHere }
}

/** What the same member's program does then: the call notes of all others come into the call list. Also the turns of its thread. */
export const applyTeam: Measurement<GivenMadeTeam> = async (given) => {
  const { database, log, device, receiveAll, close } = openJoining(given)
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('shared', 'Bench', 'account', 'https://api.example.com', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
  )
  const joining = await measureStretches(receiveAll)
  await close()
  const callLog = createCallLog(database)
  const nothing = (): void => undefined
  const apply = async (): Promise<void> => {
    const work = openTeamWork(
      {
        database,
        clock: systemClock,
        log: { write: (_, event) => process.stderr.write(`${event}\n`) },
        customers: { find: () => null },
        currentPerson: () => null,
        listeners: {
          onOutcomes: callLog.reread,
          onContacts: nothing,
          onOthers: nothing,
        },
      },
      {
        teamId: given.team,
        isPractice: false,
        device,
        syncedAt: () => null,
        isReceivingMany: () => false,
        log,
        add: log.append,
        onChanged: () => nothing,
      },
    )
    await work.settled()
    await work.close()
  }
  let applying = { cpuMs: 0, wallMs: 0 }
  const figures = await measured(async () => {
    applying = await measureStretches(apply)
  })
  const notes = database.get<{ count: number }>('SELECT count(*) AS count FROM sighting_entry')?.count
  if (notes !== given.to - 1) throw new Error(`There are ${notes} call notes of ${given.to - 1}`)
  database.close()
  return {
    ...figures,
    joinTurnMs: joining.cpuMs,
    joinTurnWallMs: joining.wallMs,
    turnMs: applying.cpuMs,
    turnWallMs: applying.wallMs,
  }
}
