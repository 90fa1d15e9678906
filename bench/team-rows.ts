import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createTeamOwner } from '../src/core/team/server/team-owner.ts'
import { startPostgres, type PostgresHere } from '../test/postgres/postgres-here.ts'
import { parsedAddress } from '../test/postgres/team-parts.ts'
import {
  alternate,
  count,
  figureOf,
  most,
  peak,
  repeat,
  type BenchRow,
  type Outcome,
  type Sample,
} from './bench-row.ts'
import type { GivenMadeTeam } from './measurement.ts'
import { measureOnce } from './processes.ts'

const entriesOf = { quick: 10_000, usual: 50_000, full: 50_000 } as const
/** The work on the call list goes on for minutes with more. */
const appliedEntries = 20_000
const megabyte = 1_000_000

const settings = { shared_buffers: '128MB', max_wal_size: '1GB', max_connections: '100' }

export const teamRows: readonly BenchRow[] = [
  {
    key: 'T1',
    about: 'a team of 50 PCs on PostgreSQL: pushes, the first join, the delay, the work and the storage of the server',
    async measure({ repeats, size, folder }) {
      const entries = entriesOf[size]
      const postgres = await startPostgres({ settings })
      try {
        return await measureTeam(postgres, entries, size === 'full' ? 1 : repeats, mkdtempSync(join(folder, 'team-')))
      } finally {
        await postgres.stop()
      }
    },
  },
]

async function measureTeam(
  postgres: PostgresHere,
  entries: number,
  repeats: number,
  folder: string,
): Promise<Outcome[]> {
  const address = await postgres.createDatabase()
  const owner = createTeamOwner({ address: parsedAddress(address), certificates: null })
  await owner.createTables()
  await owner.close()
  const bytesOf = async (table: string): Promise<number> =>
    Number(
      (await postgres.run<{ bytes: string }>(`SELECT pg_total_relation_size('${table}') AS bytes`, 'team_1'))[0]?.bytes,
    )

  const team = randomUUID()
  const made = (from: number, to: number): GivenMadeTeam => ({
    address,
    team,
    path: join(folder, 'team.json'),
    from,
    to,
  })
  const guests: string[] = []
  const work = async (): Promise<Sample> => {
    const guest = randomUUID()
    guests.push(guest)
    await postgres.run('VACUUM ANALYZE forecourt.entry', 'team_1')
    return measureOnce('serverWork', { address, team, device: guest, entries })
  }
  await measureOnce('fillTeam', made(0, entries / 10))
  const workAtTenth = await work()
  await measureOnce('fillTeam', made(entries / 10, entries))
  const workAtAll = await work()
  await postgres.run(`DELETE FROM forecourt.entry WHERE device IN ('${guests.join("', '")}')`, 'team_1')
  await postgres.run('VACUUM FULL ANALYZE forecourt.entry', 'team_1')
  await postgres.run(
    `CREATE TABLE bare_bodies AS SELECT row_number() OVER (ORDER BY device, n) AS n, body FROM forecourt.entry;
     ALTER TABLE bare_bodies ADD PRIMARY KEY (n); ANALYZE bare_bodies; GRANT SELECT ON bare_bodies TO PUBLIC`,
    'team_1',
  )
  const [stored, bare] = [await bytesOf('forecourt.entry'), await bytesOf('bare_bodies')]
  const joined = await alternate(
    repeats,
    () => measureOnce('readBare', { address, team, device: '', entries }),
    () => measureOnce('joinTeam', made(0, entries)),
  )
  const toApply = { address, team: randomUUID(), path: join(folder, 'applied.json'), from: 0, to: appliedEntries }
  await measureOnce('fillTeam', toApply)
  const applied = await repeat(1, () => measureOnce('applyTeam', toApply))
  const delays = await repeat(1, () => measureOnce('entryDelay', { address, team, device: '', entries }))

  const few = Math.min(entries, 100_000)
  const newTeam = () => ({ address, entries: few, team: randomUUID(), device: randomUUID() })
  const pushed = await alternate(
    repeats,
    () => measureOnce('insertBare', newTeam()),
    () => measureOnce('pushEntries', newTeam()),
  )
  const shared = { key: 'T1', baseline: '', peakMiB: null, limit: null } as const
  const times = ({ bare: bares, ours }: typeof pushed, figure: string): number[] =>
    figureOf(ours, figure).map((value, at) => value / (figureOf(bares, figure)[at] ?? value))
  const perEntry = (name: string, figure: string): Outcome[] => [
    {
      ...shared,
      name: `Team: blocks that the server touches to ${name}, with ${count(entries)} entries`,
      baseline: `with ${count(entries / 10)} entries: ${figureOf([workAtTenth], figure)[0]?.toFixed(1)}`,
      unit: 'blocks',
      samples: figureOf([workAtAll], figure),
      // One more level of an index.
      limit: most(Math.ceil((figureOf([workAtTenth], figure)[0] ?? 0) * 1.4 + 1)),
    },
  ]
  return [
    {
      ...shared,
      name: `Team: ${count(few)} entries pushed`,
      baseline: 'time of bare inserts of the same bytes',
      unit: 'x',
      samples: times(pushed, 'totalMs'),
      peakMiB: peak(pushed.ours),
    },
    {
      ...shared,
      name: `Team: first join of 50 PCs with ${count(entries)} entries, checked and stored`,
      unit: 's',
      samples: figureOf(joined.ours, 'totalMs').map((ms) => ms / 1_000),
      peakMiB: peak(joined.ours),
      // A minute for 50,000, a second for the start.
      limit: most(1 + (60 * entries) / 50_000),
    },
    {
      ...shared,
      name: `Team: CPU of the joining PC for ${count(entries)} entries`,
      unit: 's',
      samples: figureOf(joined.ours, 'cpuMs').map((ms) => ms / 1_000),
    },
    {
      ...shared,
      name: `Team: CPU of the joining PC for ${count(entries)} entries, compared`,
      baseline: 'CPU of bare reads of the same bytes',
      unit: 'x',
      samples: times(joined, 'cpuMs'),
    },
    {
      ...shared,
      name: 'Team: steps of the progress of this join',
      unit: 'steps',
      samples: figureOf(joined.ours, 'steps'),
    },
    {
      ...shared,
      name: `Team: longest turn of the program’s thread during a join with ${count(appliedEntries)} entries (CPU)`,
      unit: 'ms',
      samples: figureOf(applied, 'joinTurnMs'),
      limit: most(50),
    },
    {
      ...shared,
      name: `Team: CPU until the call list has these ${count(appliedEntries)} entries, after the join`,
      unit: 's',
      samples: figureOf(applied, 'cpuMs').map((ms) => ms / 1_000),
    },
    {
      ...shared,
      name: `Team: longest turn of the program’s thread meanwhile (CPU)`,
      unit: 'ms',
      samples: figureOf(applied, 'turnMs'),
      limit: most(25),
    },
    {
      ...shared,
      name: 'Team: longest delay of a new entry among 50 connected PCs',
      unit: 'ms',
      samples: figureOf(delays, 'hintedMs'),
      limit: most(2_000),
    },
    {
      ...shared,
      name: 'Team: longest delay without notifications',
      unit: 'ms',
      samples: figureOf(delays, 'polledMs'),
      limit: most(2_000),
    },
    ...perEntry('store an entry', 'pushBlocks'),
    ...perEntry('say what is new', 'pollBlocks'),
    ...perEntry('give new entries to a PC', 'pullBlocks'),
    {
      ...shared,
      name: 'Team: storage of an entry at the server',
      baseline: `bare bodies: ${Math.round(bare / entries)} bytes`,
      unit: 'bytes',
      samples: [stored / entries],
    },
    {
      ...shared,
      name: 'Team: storage of an entry on a PC',
      unit: 'bytes',
      samples: figureOf(joined.ours, 'bytesHere'),
    },
    {
      ...shared,
      name: 'Team: database of this team at the server',
      unit: 'MB',
      samples: [stored / megabyte],
    },
  ]
}
