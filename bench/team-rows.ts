import { randomUUID } from 'node:crypto'
import { createTeamOwner } from '../src/core/team/server/team-owner.ts'
import { startPostgres } from '../test/postgres/postgres-here.ts'
import { parsedAddress } from '../test/postgres/team-parts.ts'
import { alternate, count, figureOf, most, peak, type BenchRow } from './bench-row.ts'
import { measureOnce } from './processes.ts'

const entriesOf = { quick: 20_000, usual: 100_000, full: 1_000_000 } as const

export const teamRows: readonly BenchRow[] = [
  {
    key: 'T1',
    about: 'entries of a team pushed to PostgreSQL, and pulled by a PC that joins',
    async measure({ repeats, size }) {
      const entries = entriesOf[size]
      const postgres = await startPostgres({ settings: { shared_buffers: '128MB', max_wal_size: '1GB' } })
      try {
        const address = await postgres.createDatabase()
        const owner = createTeamOwner({ address: parsedAddress(address), certificates: null })
        await owner.createTables()
        await owner.close()
        const newTeam = () => ({ address, entries, team: randomUUID(), device: randomUUID() })
        let bareTeam = newTeam()
        let team = newTeam()
        const pushed = await alternate(
          repeats,
          () => measureOnce('insertBare', (bareTeam = newTeam())),
          () => measureOnce('pushEntries', (team = newTeam())),
        )
        const pulled = await alternate(
          repeats,
          () => measureOnce('readBare', bareTeam),
          () => measureOnce('joinTeam', team),
        )
        const ratio = ({ bare, ours }: typeof pushed): number[] => {
          const bareMs = figureOf(bare, 'totalMs')
          return figureOf(ours, 'totalMs').map((ms, at) => bareMs[at]! / ms)
        }
        const shared = { key: 'T1', limit: null }
        const baseline = (what: string): string => `bare ${what} of the same bytes`
        return [
          {
            ...shared,
            name: `Team: ${count(entries)} entries pushed`,
            baseline: baseline('inserts'),
            unit: 'x',
            samples: ratio(pushed),
            peakMiB: peak(pushed.ours),
          },
          {
            ...shared,
            name: `Team: ${count(entries)} entries pulled`,
            baseline: baseline('reads'),
            unit: 'x',
            samples: ratio(pulled),
            peakMiB: peak(pulled.ours),
          },
          {
            key: 'T1',
            name: `Team: first join with ${count(entries)} entries, without storing them`,
            baseline: '',
            unit: 's',
            samples: figureOf(pulled.ours, 'totalMs').map((ms) => ms / 1000),
            peakMiB: peak(pulled.ours),
            // A minute for a million, of which about half is left for storing them. A second for the start.
            limit: most(1 + (30 * entries) / 1_000_000),
          },
        ]
      } finally {
        await postgres.stop()
      }
    },
  },
]
