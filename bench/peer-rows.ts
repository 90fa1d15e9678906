import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { alternate, count, figureOf, peak, type BenchRow, type Outcome } from './bench-row.ts'
import { madeCsv } from './made-files.ts'
import { measureOnce, measurePeer, peersFolder, type PeerName } from './processes.ts'

/** Other programs, each with what it leaves undone that a draft does. */
const peers: readonly { readonly name: PeerName; readonly what: string }[] = [
  { name: 'polars', what: 'nodejs-polars: typed frame in memory; no checks, duplicates, encryption or file' },
  { name: 'duckdb', what: 'DuckDB: table in memory; no checks, duplicates, encryption or file' },
  { name: 'duckdb-file', what: 'DuckDB: table in a plain file; no checks, duplicates or encryption' },
]

export const peerRows: readonly BenchRow[] = [
  {
    key: 'D3',
    about: 'other programs with the same CSV, after `npm ci --ignore-scripts` in bench/peers; nothing without it',
    async measure({ repeats, size, folder }) {
      if (!existsSync(join(peersFolder, 'node_modules'))) return []
      const rows = { quick: 20_000, usual: 100_000, full: 1_000_000 }[size]
      const path = await madeCsv(folder, rows)
      const outcomes: Outcome[] = []
      for (const { name, what } of peers) {
        const { bare, ours: theirs } = await alternate(
          repeats,
          () => measureOnce('parseBare', { path, rows }),
          () => measurePeer(name, path, folder),
        )
        const bareMs = figureOf(bare, 'cpuMs')
        outcomes.push({
          key: 'D3',
          name: `CSV, ${count(rows)} rows by ${what}`,
          baseline: 'bare PapaParse stream',
          unit: 'x',
          samples: figureOf(theirs, 'cpuMs').map((ms, at) => ms / bareMs[at]!),
          peakMiB: peak(theirs),
          limit: null,
        })
      }
      return outcomes
    },
  },
]
