import type { MeasurementName } from './child.ts'
import {
  alternate,
  count,
  figureOf,
  most,
  peak,
  repeat,
  type BenchRow,
  type Outcome,
  type Extent,
} from './bench-row.ts'
import {
  madeCsv,
  madeHardCsv,
  madeQuotedCsv,
  madeRaggedCsv,
  madeStateless,
  madeWindowsCsv,
  madeWorkbook,
} from './made-files.ts'
import { measureOnce } from './processes.ts'

interface Comparison {
  readonly key: string
  readonly what: string
  readonly library: string
  readonly baseline: MeasurementName
  readonly path: string
  /** What the library reads instead, where it does not read this as its rows. */
  readonly barePath?: string
  readonly rows: number
  readonly limits: { readonly times: number; readonly MiB?: number }
}

/** The longest turn of the program's own thread, in ms. */
const longestTurn = (rows: number): number => (rows > 50_000 ? 150 : 50)

/** Opens a file and compares it with only reading it. Nothing runs before the clock but a reader process that waits. */
async function compareFiles(extent: Extent, comparison: Comparison): Promise<Outcome[]> {
  const { key, what, library, baseline, path, barePath = path, rows, limits } = comparison
  const { bare, ours } = await alternate(
    extent.repeats,
    () => measureOnce(baseline, { path: barePath, rows }),
    () => measureOnce('openDraft', { path, rows }),
  )
  const name = `${what}, ${count(rows)} rows`
  const bareMs = figureOf(bare, 'cpuMs')
  const line = (text: string, unit: 'ms' | 'MiB', figure: string, limit: number): Outcome => ({
    key,
    peakMiB: peak(ours),
    name: `${name}: ${text}`,
    baseline: '',
    unit,
    samples: figureOf(ours, figure),
    limit: most(limit),
  })
  return [
    {
      key,
      peakMiB: peak(ours),
      name: `${name}: CPU of all processes, from the file to a durable draft`,
      baseline: library,
      unit: 'x',
      samples: figureOf(ours, 'cpuMs').map((ms, at) => ms / (bareMs[at] as number)),
      limit: most(limits.times),
    },
    ...(limits.MiB === undefined ? [] : [line('peak memory of all processes', 'MiB', 'peakMiB', limits.MiB)]),
    line('first rows shown', 'ms', 'firstRowsMs', 150),
    line('CPU of the longest turn of the program’s own thread', 'ms', 'longestBlockCpuMs', longestTurn(rows)),
  ]
}

const bareParse = { library: 'bare PapaParse stream', baseline: 'parseBare' } as const

/** Opens files of one length, each with its name. */
async function compareAll(
  extent: Extent,
  key: string,
  rows: number,
  files: Readonly<Record<string, string>>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const barePath = await madeCsv(extent.folder, rows)
  for (const [what, path] of Object.entries(files)) {
    const file = { key, what, ...bareParse, path, barePath, rows, limits: { times: 16 } }
    outcomes.push(...(await compareFiles(extent, file)))
  }
  return outcomes
}

export const fileRows: readonly BenchRow[] = [
  {
    key: 'I1',
    about: 'a CSV of 5,000 rows, opened, mapped, checked and saved',
    async measure({ repeats, folder }) {
      const given = { path: await madeCsv(folder, 5_000), rows: 5_000 }
      const ours = await repeat(repeats, () => measureOnce('openDraft', given))
      const shared = { key: 'I1', baseline: '', peakMiB: peak(ours), unit: 's' as const }
      const seconds = (figure: string): number[] => figureOf(ours, figure).map((ms) => ms / 1_000)
      return [
        {
          ...shared,
          name: 'CSV, 5,000 rows: CPU of all processes, from the file to a durable draft',
          samples: seconds('cpuMs'),
          limit: most(0.6),
        },
        {
          ...shared,
          name: 'CSV, 5,000 rows: from the file to a durable draft',
          samples: seconds('totalMs'),
          limit: most(2),
        },
      ]
    },
  },
  {
    key: 'P1',
    about: 'a long CSV against a bare parse of it (--full: also a million rows)',
    async measure(extent) {
      const all = [
        { rows: 50_000, limits: { times: 10, MiB: 350 } },
        { rows: 200_000, limits: { times: 12, MiB: 650 } },
        { rows: 1_000_000, limits: { times: 14, MiB: 1_229 } },
      ]
      const outcomes: Outcome[] = []
      for (const { rows, limits } of all.slice(0, { quick: 1, usual: 2, full: 3 }[extent.size])) {
        const path = await madeCsv(extent.folder, rows)
        outcomes.push(...(await compareFiles(extent, { key: 'P1', what: 'CSV', ...bareParse, path, rows, limits })))
      }
      return outcomes
    },
  },
  {
    key: 'D1',
    about: 'a list that repeats little, and damaged texts: rows of other widths, quotes out of place, Windows-1252',
    async measure(extent) {
      const { folder } = extent
      const rows = extent.size === 'quick' ? 10_000 : 50_000
      return compareAll(extent, 'D1', rows, {
        'CSV that repeats little': await madeHardCsv(folder, rows),
        'CSV with rows of other widths': await madeRaggedCsv(folder, rows),
        'CSV with quotes out of place': await madeQuotedCsv(folder, rows),
        'CSV in Windows-1252': await madeWindowsCsv(folder, rows),
      })
    },
  },
  {
    key: 'D2',
    about: 'edits, fixes, search, sort and choices for all rows in a long draft',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 10_000 : 200_000
      const [given, stateless] = [await madeCsv(folder, rows), await madeStateless(folder, rows)]
      const ours = await repeat(repeats, () => measureOnce('editMany', { path: given, rows }))
      const fixes = await repeat(repeats, () => measureOnce('fixAll', { path: stateless, rows }))
      const lineOf = (samples: typeof ours, name: string, figure: string, limitMs: number): Outcome => ({
        key: 'D2',
        baseline: '',
        unit: 'ms',
        peakMiB: peak(samples),
        name: `Draft of ${count(rows)} rows: ${name}`,
        samples: figureOf(samples, figure),
        limit: most(limitMs),
      })
      const line = (name: string, figure: string, limitMs: number): Outcome => lineOf(ours, name, figure, limitMs)
      return [
        line('one edit', 'editMs', 30),
        line('its undo', 'undoMs', 30),
        line('one row excluded', 'excludeMs', 30),
        line('the first search', 'firstSearchMs', 500),
        line('another search', 'searchMs', 100),
        line('sorted by the slowest of its columns', 'sortMs', 700),
        line('another default state', 'defaultStateMs', 700),
        line('another order of dates', 'dateOrderMs', 700),
        line('another column for the name', 'columnMs', 700),
        lineOf(fixes, 'an error of all rows fixed at once', 'fixMs', 100),
        lineOf(fixes, 'the undo of it', 'undoMs', 100),
      ]
    },
  },
  {
    key: 'P2',
    about: 'a workbook against the bare read of its library',
    async measure(extent) {
      const rows = extent.size === 'quick' ? 10_000 : 100_000
      const path = await madeWorkbook(extent.folder, rows)
      const bare = { library: 'bare read by hucre', baseline: 'readWorkbookBare' } as const
      return compareFiles(extent, {
        key: 'P2',
        what: 'Workbook',
        ...bare,
        path,
        rows,
        limits: { times: 0.8, MiB: 650 },
      })
    },
  },
  {
    key: 'U1',
    about:
      'a draft entered as an upload, complete in the journal before the first row is sent (--full: of a million rows)',
    async measure({ repeats, size, folder }) {
      const rows = { quick: 20_000, usual: 200_000, full: 1_000_000 }[size]
      const given = { path: await madeCsv(folder, rows), rows }
      const ours = await repeat(repeats, () => measureOnce('enterUpload', { ...given, watched: false }))
      const watched = await repeat(repeats, () => measureOnce('enterUpload', { ...given, watched: true }))
      const shared = { key: 'U1', baseline: '', peakMiB: peak(ours) }
      const name = `Entering ${count(rows)} rows`
      return [
        {
          ...shared,
          name: `${name}: CPU of all processes`,
          unit: 's',
          samples: figureOf(ours, 'cpuMs').map((ms) => ms / 1_000),
          limit: most((15 * rows) / 1_000_000),
        },
        {
          ...shared,
          name: `${name}: longest turn of the program’s own thread`,
          unit: 'ms',
          samples: figureOf(watched, 'longestTurnMs'),
          limit: most(longestTurn(rows)),
        },
        {
          ...shared,
          name: `${name}: peak memory of all processes, with the opening of the file`,
          unit: 'MiB',
          samples: figureOf(ours, 'peakMiB'),
          limit: most(size === 'full' ? 1_229 : 650),
        },
      ]
    },
  },
]
