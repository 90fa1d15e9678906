import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Database } from '../../../../../src/core/database/database.ts'
import { entriesByBlock } from '../../../../../src/core/database/team-blocks.ts'
import { eraseTeamRows } from '../../../../../src/core/privacy/team-rows.ts'
import { emptyOldTeamEntries } from '../../../../../src/core/retention/old-team-entries.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'
import type { TeamContent } from '../../../../../src/core/team/log/entry-kinds.ts'
import { entryText } from '../../../../../src/core/team/log/entry.ts'
import { carSubject } from '../../../../../src/core/team/log/subject.ts'
import type { TeamLog } from '../../../../../src/core/team/team-log.ts'
import type { SealedEntry } from '../../../../../src/core/team/team-server.ts'
import { sampleContents, sampleHead, teamCar } from '../sample-entries.ts'
import { emptyList, firstKey } from '../team-harness.ts'
import { desk, everyone, founder, office, openLog, pushed } from '../team-log-harness.ts'
import { runs } from '../../../../runs.ts'

const count = 600
const cars = Array.from({ length: 9 }, (_, at) => teamCar(`customer ${at}`, { name: `Owner ${at}` }))
const startMs = Date.UTC(2026, 9, 1)
const timeOf = (n: number): number => startMs + n * 1_000

function contentOf(n: number): TeamContent {
  const car = cars[n % cars.length] ?? teamCar('0')
  if (n % 7 === 0) return { kind: 'note', data: { car, text: `Line 1\nLine ${n} – “ä” 🚗` } }
  const nextDate = n % 5 === 0 ? '2099-01-01' : null
  return { kind: 'outcome', data: { ...sampleContents[0].data, car, nextDate, note: `Note ${n}` } }
}
const entries: SealedEntry[] = []
for (let n = 1; n <= count; n += 1) {
  const text = entryText({ ...sampleHead({ at: [timeOf(n), 0] }), ...contentOf(n) })
  // Another program may write its JSON in lines.
  const written = n % 50 === 0 ? JSON.stringify(JSON.parse(text), null, 1) : text
  entries.push(desk.sealText(n, written, firstKey, entries.at(-1)?.body))
}

interface Stored {
  readonly device: string
  readonly n: number
  readonly state: string
  readonly reason: string | null
  readonly kind: string | null
  readonly subject: string | null
  readonly content: string | null
}

/** Every entry, wherever it is stored. */
function storedIn(database: Database): Stored[] {
  const single = database.all<Stored>('SELECT device, n, state, reason, kind, subject, content FROM team_entry')
  const inBlocks = [...entriesByBlock(database)].flat().map(({ device, n, kind, subject, content }): Stored => {
    return { device, n, state: 'accepted', reason: null, kind, subject, content }
  })
  return [...single, ...inBlocks].toSorted((one, other) => one.device.localeCompare(other.device) || one.n - other.n)
}
const placesIn = (database: Database) => [
  database.all('SELECT * FROM team_place'),
  database.all('SELECT * FROM team_outcome_time'),
]
const shownOf = (log: TeamLog) => ({
  cars: cars.map((car) =>
    log
      .entriesOf(carSubject(car))
      .map(({ entry, arrivedAtMs }) => ({ ...entry, arrivedAtMs }))
      .toSorted((one, other) => one.n - other.n),
  ),
  since: log.subjectsSince(timeOf(count - 5)).toSorted(),
  counts: log.counts(),
  last: log.lastEntryMs(desk.device),
  heads: [...log.heads()],
})

type Change =
  | { readonly do: 'erase'; readonly customer: number }
  | { readonly do: 'empty'; readonly before: number }
  | { readonly do: 'remove'; readonly until: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ do: fc.constant('erase' as const), customer: fc.nat(cars.length - 1) }),
  fc.record({ do: fc.constant('empty' as const), before: fc.integer({ min: 1, max: count }) }),
  fc.record({ do: fc.constant('remove' as const), until: fc.integer({ min: 1, max: count }) }),
)

async function openBoth() {
  const writer = openLog(founder)
  writer.log.append(everyone, null)
  const list = pushed(writer)
  const both = [openLog(office), openLog(office)] as const
  for (const { log } of both) await log.receive(list)
  const [blocks, rows] = both
  await blocks.log.receive(entries)
  await blocks.log.endReceiving()
  for (const entry of entries) await rows.log.receive([entry])
  return { writer, blocks, rows }
}
type Opened = Awaited<ReturnType<typeof openBoth>>

async function apply({ writer, blocks, rows }: Opened, made: Change, version: number): Promise<void> {
  const list = (): readonly SealedEntry[] => {
    if (made.do !== 'remove') return []
    const members = [founder.member({ role: 'owner' }), desk.member({ until: made.until }), office.member()]
    writer.log.append({ kind: 'members', data: emptyList({ version, members }) }, null)
    return pushed(writer)
  }
  const received = list()
  for (const { log, database } of [blocks, rows]) {
    await log.receive(received)
    await log.settled()
    if (made.do === 'erase') runAtOnce(eraseTeamRows(database, (keys) => keys.includes(`id:customer ${made.customer}`)))
    if (made.do !== 'empty') continue
    const before = new Date(timeOf(made.before)).toISOString()
    await emptyOldTeamEntries(database, before, new AbortController().signal)
  }
}

it('entries in blocks show and store the same as entries by themselves, whatever is changed about them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const opened = await openBoth()
      const { blocks, rows } = opened
      expect(blocks.database.all('SELECT * FROM team_block').length).toBeGreaterThan(10)
      expect(rows.database.all('SELECT * FROM team_block')).toEqual([])
      const compare = (): void => {
        expect(shownOf(blocks.log)).toEqual(shownOf(rows.log))
        expect(storedIn(blocks.database)).toEqual(storedIn(rows.database))
        expect(placesIn(blocks.database)).toEqual(placesIn(rows.database))
      }
      compare()
      for (const [at, made] of changes.entries()) {
        await apply(opened, made, at + 2)
        compare()
      }
    }),
    { numRuns: runs(2), endOnFailure: true },
  )
})
