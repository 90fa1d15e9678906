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
import { madeCsv, madeHardCsv, madeStateless, madeWorkbook } from './made-files.ts'
import { measureOnce } from './processes.ts'

interface Comparison {
  readonly key: string
  readonly what: string
  readonly library: string
  readonly baseline: MeasurementName
  readonly path: string
  readonly rows: number
  readonly started: boolean
  readonly limits: { readonly times: number; readonly MiB: number }
}

/** Opens a file and compares it with only reading it. */
async function compareFiles(extent: Extent, comparison: Comparison): Promise<Outcome[]> {
  const { key, what, library, baseline, path, rows, started, limits } = comparison
  const { bare, ours } = await alternate(
    extent.repeats,
    () => measureOnce(baseline, { path, rows }),
    () => measureOnce('openDraft', { path, rows, started }),
  )
  const shared = { key, peakMiB: peak(ours) }
  const name = `${what}, ${count(rows)} rows${started ? '' : ', with the start of thread and process'}`
  const times = (figure: string): number[] => {
    const bareMs = figureOf(bare, figure)
    return figureOf(ours, figure).map((ms, at) => ms / bareMs[at]!)
  }
  const against = { ...shared, baseline: library, unit: 'x' as const, limit: most(limits.times) }
  return [
    { ...against, name: `${name}: CPU of all processes, from the file to a durable draft`, samples: times('cpuMs') },
    { ...against, name: `${name}: time from the file to a durable draft`, samples: times('totalMs') },
    {
      ...shared,
      name: `${name}: peak memory of all processes`,
      baseline: '',
      unit: 'MiB',
      samples: figureOf(ours, 'peakMiB'),
      limit: most(limits.MiB),
    },
    {
      ...shared,
      name: `${name}: first rows shown`,
      baseline: '',
      unit: 'ms',
      samples: figureOf(ours, 'firstRowsMs'),
      limit: most(150),
    },
    {
      ...shared,
      name: `${name}: longest block of the program’s own thread`,
      baseline: '',
      unit: 'ms',
      samples: figureOf(ours, 'longestBlockMs'),
      limit: most(25),
    },
    {
      ...shared,
      name: `${name}: CPU of the longest block of the program’s own thread`,
      baseline: '',
      unit: 'ms',
      samples: figureOf(ours, 'longestBlockCpuMs'),
      limit: most(25),
    },
  ]
}

const bareParse = { library: 'bare PapaParse stream', baseline: 'parseBare' } as const

export const fileRows: readonly BenchRow[] = [
  {
    key: 'I1',
    about: 'a CSV of 5,000 rows, opened, mapped, checked and saved',
    async measure({ repeats, folder }) {
      const given = { path: await madeCsv(folder, 5_000), rows: 5_000, started: true }
      const ours = await repeat(repeats, () => measureOnce('openDraft', given))
      const shared = { key: 'I1', baseline: '', peakMiB: peak(ours) }
      return [
        {
          ...shared,
          name: 'CSV, 5,000 rows: from the file to a durable draft',
          unit: 's',
          samples: figureOf(ours, 'totalMs').map((ms) => ms / 1_000),
          limit: most(2),
        },
        {
          ...shared,
          name: 'CSV, 5,000 rows: longest block of the program’s own thread',
          unit: 'ms',
          samples: figureOf(ours, 'longestBlockMs'),
          limit: most(25),
        },
      ]
    },
  },
  {
    key: 'P1',
    about: 'a long CSV against a bare parse of it (--full: also a million rows)',
    async measure(extent) {
      const sizes = { quick: [20_000], usual: [100_000], full: [100_000, 1_000_000] }[extent.size]
      const outcomes: Outcome[] = []
      for (const rows of sizes) {
        const path = await madeCsv(extent.folder, rows)
        const isLong = rows >= 1_000_000
        const file = { key: 'P1', what: 'CSV', ...bareParse, path, rows }
        const limits = isLong ? { times: 2.5, MiB: 450 } : { times: 4, MiB: 250 }
        outcomes.push(...(await compareFiles(extent, { ...file, started: true, limits })))
        const withStart = { ...limits, times: isLong ? 3 : 6 }
        outcomes.push(...(await compareFiles(extent, { ...file, started: false, limits: withStart })))
      }
      return outcomes
    },
  },
  {
    key: 'D1',
    about: 'a CSV of unique names and mobiles, duplicate cars and unusual mobiles against a bare parse of it',
    async measure(extent) {
      const rows = extent.size === 'quick' ? 20_000 : 100_000
      const path = await madeHardCsv(extent.folder, rows)
      const limits = { times: 5, MiB: 250 }
      return compareFiles(extent, { key: 'D1', what: 'Hard CSV', ...bareParse, path, rows, started: true, limits })
    },
  },
  {
    key: 'D2',
    about: 'single edits, search and sort in a long draft (--full: of a million rows)',
    async measure({ repeats, size, folder }) {
      const rows = { quick: 10_000, usual: 100_000, full: 1_000_000 }[size]
      const given = { path: await madeCsv(folder, rows), rows }
      const ours = await repeat(repeats, () => measureOnce('editMany', given))
      const shared = { key: 'D2', baseline: '', unit: 'ms' as const, peakMiB: peak(ours) }
      const line = (name: string, figure: string, limitMs: number): Outcome => ({
        ...shared,
        name: `Draft of ${count(rows)} rows: ${name}`,
        samples: figureOf(ours, figure),
        limit: most(limitMs),
      })
      return [
        line('one edit', 'editMs', 30),
        line('its undo', 'undoMs', 30),
        line('one row excluded', 'excludeMs', 30),
        line('the first search', 'firstSearchMs', 500),
        line('another search', 'searchMs', 100),
        line('sorted by the slowest of its columns', 'sortMs', 500),
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
      const limits = { times: 0.5, MiB: 300 }
      return compareFiles(extent, { key: 'P2', what: 'Workbook', ...bare, path, rows, started: true, limits })
    },
  },
  {
    key: 'P7',
    about: 'a fix of many equal errors at once, and its undo',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 10_000 : 100_000
      const given = { path: await madeStateless(folder, rows), rows }
      const ours = await repeat(repeats, () => measureOnce('fixAll', given))
      const shared = { key: 'P7', baseline: '', unit: 's' as const, peakMiB: peak(ours), limit: most(0.3) }
      const seconds = (figure: string): number[] => figureOf(ours, figure).map((ms) => ms / 1_000)
      return [
        { ...shared, name: `${count(rows)} equal errors fixed at once`, samples: seconds('fixMs') },
        { ...shared, name: `${count(rows)} equal errors: the undo`, samples: seconds('undoMs') },
      ]
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
          limit: most((5 * rows) / 1_000_000),
        },
        {
          ...shared,
          name: `${name}: longest turn of the program’s own thread`,
          unit: 'ms',
          samples: figureOf(watched, 'longestTurnMs'),
          limit: most(25),
        },
        {
          ...shared,
          name: `${name}: peak memory of all processes, with the opening of the file`,
          unit: 'MiB',
          samples: figureOf(ours, 'peakMiB'),
          limit: most(size === 'full' ? 450 : 250),
        },
      ]
    },
  },
]
