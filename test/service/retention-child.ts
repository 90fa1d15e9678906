/**
 * One run of retention on a data folder: deletes one kind of data older than a year and writes "done" to stdout. It kills itself at a counted
 * moment, before or after a statement of the database. Its arguments are JSON.
 */
import { join } from 'node:path'
import { keepEverything, type RetentionKind } from '../../src/contract/retention-kinds.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import { createAnnouncer } from '../../src/core/events/announcer.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createRetention } from '../../src/core/retention/retention.ts'
import { withMoments } from './upload-parts.ts'

export interface RetentionLife {
  readonly folder: string
  readonly key: string
  readonly kind: RetentionKind
  /** The moment at which it kills itself. */
  readonly dieAt: number
}

const life = JSON.parse(process.argv[2] ?? '') as RetentionLife
const opened = openDatabase(join(life.folder, 'forecourt.db'), life.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
let moments = 0
const database = withMoments(opened.database, () => {
  moments += 1
  if (moments === life.dieAt) process.kill(process.pid, 'SIGKILL')
})
const { signal } = new AbortController()
const { handlers } = createRetention(
  { database, clock: systemClock, log: { write: () => undefined }, announcer: createAnnouncer() },
  { logFolder: join(life.folder, 'log'), onDeleted: () => undefined },
)
await handlers.setDays({ days: { ...keepEverything, [life.kind]: 365 } }, signal)
while ((await handlers.status({}, signal)).running) await new Promise((done) => setImmediate(done))
process.stdout.write('done')
opened.database.close()
