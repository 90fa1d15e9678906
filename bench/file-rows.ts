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
import { madeCsv, madeStateless, madeWorkbook } from './made-files.ts'
import { measureOnce } from './processes.ts'

/** Opens a file and compares it with only reading it. */
async function compareFiles(
  extent: Extent,
  words: { readonly key: string; readonly what: string; readonly library: string },
  baseline: MeasurementName,
  path: string,
  rows: number,
  mostTimes: number,
): Promise<Outcome[]> {
  const given = { path, rows }
  const { bare, ours } = await alternate(
    extent.repeats,
    () => measureOnce(baseline, given),
    () => measureOnce('openDraft', given),
  )
  const bareMs = figureOf(bare, 'totalMs')
  const shared = { key: words.key, peakMiB: peak(ours) }
  return [
    {
      ...shared,
      name: `${words.what}, ${count(rows)} rows: from the file to a durable draft`,
      baseline: words.library,
      unit: 'x',
      samples: figureOf(ours, 'totalMs').map((ms, at) => ms / bareMs[at]!),
      limit: most(mostTimes),
    },
    {
      ...shared,
      name: `${words.what}, ${count(rows)} rows: peak memory`,
      baseline: '',
      unit: 'MiB',
      samples: figureOf(ours, 'peakMiB'),
      limit: most(400),
    },
    {
      ...shared,
      name: `${words.what}, ${count(rows)} rows: longest block of the program’s own thread`,
      baseline: '',
      unit: 'ms',
      samples: figureOf(ours, 'longestBlockMs'),
      limit: most(25),
    },
  ]
}

export const fileRows: readonly BenchRow[] = [
  {
    key: 'I1',
    about: 'a CSV of 5,000 rows, opened, mapped, checked and saved',
    async measure({ repeats, folder }) {
      const given = { path: await madeCsv(folder, 5_000), rows: 5_000 }
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
      const words = { key: 'P1', what: 'CSV', library: 'bare PapaParse stream' }
      const outcomes: Outcome[] = []
      for (const rows of sizes) {
        outcomes.push(...(await compareFiles(extent, words, 'parseBare', await madeCsv(extent.folder, rows), rows, 3)))
      }
      return outcomes
    },
  },
  {
    key: 'P2',
    about: 'a workbook against the bare read of its library',
    async measure(extent) {
      const rows = extent.size === 'quick' ? 10_000 : 100_000
      const words = { key: 'P2', what: 'Workbook', library: 'bare read by hucre' }
      return compareFiles(extent, words, 'readWorkbookBare', await madeWorkbook(extent.folder, rows), rows, 1)
    },
  },
  {
    key: 'P7',
    about: 'a fix of many equal errors at once, and its undo',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 10_000 : 100_000
      const given = { path: await madeStateless(folder, rows), rows }
      const ours = await repeat(repeats, () => measureOnce('fixAll', given))
      const shared = { key: 'P7', baseline: '', unit: 's' as const, peakMiB: peak(ours), limit: most(1) }
      const seconds = (figure: string): number[] => figureOf(ours, figure).map((ms) => ms / 1_000)
      return [
        { ...shared, name: `${count(rows)} equal errors fixed at once`, samples: seconds('fixMs') },
        { ...shared, name: `${count(rows)} equal errors: the undo`, samples: seconds('undoMs') },
      ]
    },
  },
]
