import type { MeasurementName } from './child.ts'
import { measureCustomerScreen, type ScreenFigures } from './customer-screen.ts'
import { measureGrid, type GridFigures } from './grid-frames.ts'
import { madeCsv, madeStateless, madeWorkbook } from './made-files.ts'
import type { Figures } from './measurement.ts'
import { measureMarket, type MarketFigures } from './measurements/market.ts'
import { measureOnce, startService } from './processes.ts'
import { initialScriptKb, startScreens } from './window-start.ts'

/** How large this run is: the sizes that the limits are meant for, or ones for a quick look. */
export interface Extent {
  readonly size: 'quick' | 'usual' | 'full'
  readonly repeats: number
  /** For the files that are made once for all rows. */
  readonly folder: string
}

export type Unit = 'x' | 'ms' | 's' | 'MiB' | 'KB' | 'fps' | '%'

/** One line of the answer: a figure that is to stay on the right side of a limit. */
export interface Outcome {
  /** The key by which `--only` names it, shared by the lines of one set of measurements. */
  readonly key: string
  readonly name: string
  /** What it was measured against; empty for a figure that stands alone. */
  readonly baseline: string
  readonly unit: Unit
  /** One per repeat. */
  readonly samples: readonly number[]
  readonly peakMiB: number | null
  readonly limit: { readonly at: 'most' | 'least'; readonly value: number }
}

export interface BenchRow {
  readonly key: string
  readonly about: string
  measure(extent: Extent): Promise<Outcome[]>
}

type Sample = Figures & { readonly peakMiB: number }

/** Baseline and measurement one after the other, so often: what else the machine does meanwhile meets both. */
async function inTurn(
  repeats: number,
  baseline: () => Promise<Sample>,
  measurement: () => Promise<Sample>,
): Promise<{ readonly bare: Sample[]; readonly ours: Sample[] }> {
  const bare: Sample[] = []
  const ours: Sample[] = []
  for (let turn = 0; turn < repeats; turn += 1) {
    bare.push(await baseline())
    ours.push(await measurement())
  }
  return { bare, ours }
}

async function again(repeats: number, measurement: () => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let turn = 0; turn < repeats; turn += 1) samples.push(await measurement())
  return samples
}

const scope = (samples: readonly Sample[], figure: string): number[] =>
  samples.map((sample) => {
    const value = sample[figure]
    if (value === undefined) throw new Error(`A measurement gave no ${figure}`)
    return value
  })

const peak = (samples: readonly Sample[]): number => Math.max(...scope(samples, 'peakMiB'))

const most = (value: number): Outcome['limit'] => ({ at: 'most', value })

/** A file of so many rows opened, against the bare reading of it. */
async function files(
  extent: Extent,
  words: { readonly key: string; readonly what: string; readonly library: string },
  baseline: MeasurementName,
  path: string,
  rows: number,
  mostTimes: number,
): Promise<Outcome[]> {
  const given = { path, rows }
  const { bare, ours } = await inTurn(
    extent.repeats,
    () => measureOnce(baseline, given),
    () => measureOnce('openDraft', given),
  )
  const bareMs = scope(bare, 'totalMs')
  const shared = { key: words.key, peakMiB: peak(ours) }
  return [
    {
      ...shared,
      name: `${words.what}, ${count(rows)} rows: from the file to a durable draft`,
      baseline: words.library,
      unit: 'x',
      samples: scope(ours, 'totalMs').map((ms, at) => ms / bareMs[at]!),
      limit: most(mostTimes),
    },
    {
      ...shared,
      name: `${words.what}, ${count(rows)} rows: peak memory`,
      baseline: '',
      unit: 'MiB',
      samples: scope(ours, 'peakMiB'),
      limit: most(400),
    },
    {
      ...shared,
      name: `${words.what}, ${count(rows)} rows: longest block of the program’s own thread`,
      baseline: '',
      unit: 'ms',
      samples: scope(ours, 'longestBlockMs'),
      limit: most(25),
    },
  ]
}

const count = (rows: number): string => rows.toLocaleString('en-AU')

export const benchRows: readonly BenchRow[] = [
  {
    key: 'I1',
    about: 'a CSV of 5,000 rows, opened, mapped, checked and kept',
    async measure({ repeats, folder }) {
      const given = { path: await madeCsv(folder, 5_000), rows: 5_000 }
      const ours = await again(repeats, () => measureOnce('openDraft', given))
      const shared = { key: 'I1', baseline: '', peakMiB: peak(ours) }
      return [
        {
          ...shared,
          name: 'CSV, 5,000 rows: from the file to a durable draft',
          unit: 's',
          samples: scope(ours, 'totalMs').map((ms) => ms / 1_000),
          limit: most(2),
        },
        {
          ...shared,
          name: 'CSV, 5,000 rows: longest block of the program’s own thread',
          unit: 'ms',
          samples: scope(ours, 'longestBlockMs'),
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
        outcomes.push(...(await files(extent, words, 'parseBare', await madeCsv(extent.folder, rows), rows, 3)))
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
      return files(extent, words, 'readWorkbookBare', await madeWorkbook(extent.folder, rows), rows, 1)
    },
  },
  {
    key: 'P3',
    about: 'the rows of a long draft in Chromium: the wheel, a fling, Enter to the editor',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 5_000 : 100_000
      const path = await madeCsv(folder, rows)
      const figures: GridFigures[] = []
      for (let turn = 0; turn < repeats; turn += 1) figures.push(await measureGrid(path))
      const shared = { key: 'P3', baseline: '', peakMiB: null }
      const grid = `Grid of ${count(rows)} rows`
      return [
        {
          ...shared,
          name: `${grid}: between two frames of the wheel, 99th percentile`,
          unit: 'ms',
          samples: figures.map(({ wheelMs }) => wheelMs),
          limit: most(17),
        },
        {
          ...shared,
          name: `${grid}: a fling`,
          unit: 'fps',
          samples: figures.map(({ flingFps }) => flingFps),
          limit: { at: 'least', value: 55 },
        },
        {
          ...shared,
          name: `${grid}: frames of a fling without a row`,
          unit: '%',
          samples: figures.map(({ blankShare }) => blankShare * 100),
          limit: most(0),
        },
        {
          ...shared,
          name: `${grid}: from Enter to the editor on the screen, 95th percentile`,
          unit: 'ms',
          samples: figures.map(({ editorMs }) => editorMs),
          limit: most(20),
        },
      ]
    },
  },
  {
    key: 'P4',
    about: 'the customers: the first look at the service, and the list afterwards',
    async measure({ repeats, size }) {
      const customers = size === 'quick' ? 10_000 : 100_000
      const service = await startService(customers)
      try {
        const given = { service: { url: service.url, apiKey: service.apiKey }, customers }
        const { bare, ours } = await inTurn(
          repeats,
          () => measureOnce('pageBare', given),
          () => measureOnce('syncAndList', given),
        )
        const bareMs = scope(bare, 'totalMs')
        const shared = { key: 'P4', peakMiB: peak(ours) }
        const times = (figure: string): number[] => scope(ours, figure).map((ms, at) => ms / bareMs[at]!)
        const all = `${count(customers)} customers`
        return [
          {
            ...shared,
            name: `${all}: the first look, into an empty copy`,
            baseline: 'bare paging',
            unit: 'x',
            samples: times('syncMs'),
            limit: most(1.5),
          },
          {
            ...shared,
            name: `${all}: every later look`,
            baseline: 'bare paging',
            unit: 'x',
            samples: times('resyncMs'),
            limit: most(1.5),
          },
          {
            ...shared,
            name: `${all}: first rows after opening`,
            baseline: '',
            unit: 'ms',
            samples: scope(ours, 'firstRowsMs'),
            limit: most(300),
          },
          {
            ...shared,
            name: `${all}: the slowest search or sort`,
            baseline: '',
            unit: 'ms',
            samples: scope(ours, 'slowestListMs'),
            limit: most(100),
          },
        ]
      } finally {
        await service.stop()
      }
    },
  },
  {
    key: 'P5',
    about: 'rows accepted a second by the service, the journal included',
    async measure({ repeats, size }) {
      const rows = size === 'quick' ? 5_000 : 20_000
      const service = await startService(0)
      try {
        const given = { service: { url: service.url, apiKey: service.apiKey }, rows }
        const { bare, ours } = await inTurn(
          repeats,
          () => measureOnce('postBare', given),
          () => measureOnce('sendUpload', given),
        )
        const bareMs = scope(bare, 'totalMs')
        return [
          {
            key: 'P5',
            name: `Upload of ${count(rows)} rows: rows accepted a second`,
            baseline: 'bare fetch of the same batches',
            unit: 'x',
            samples: scope(ours, 'totalMs').map((ms, at) => bareMs[at]! / ms),
            peakMiB: peak(ours),
            limit: { at: 'least', value: 0.7 },
          },
        ]
      } finally {
        await service.stop()
      }
    },
  },
  {
    key: 'P6',
    about: 'the start: core, memory at rest, the window’s first script and first paint',
    async measure({ repeats }) {
      const core = await again(repeats, () => measureOnce('startCore', {}))
      const shared = { key: 'P6', baseline: '', peakMiB: peak(core) }
      const screens = await startScreens(repeats)
      return [
        {
          ...shared,
          name: 'Start: core ready, counted from the start of its process',
          unit: 'ms',
          samples: scope(core, 'sinceProcessMs'),
          limit: most(300),
        },
        {
          ...shared,
          name: 'Start: memory of core at rest',
          unit: 'MiB',
          samples: scope(core, 'residentMiB'),
          limit: most(120),
        },
        {
          ...shared,
          peakMiB: null,
          name: 'Start: initial script, gzipped',
          unit: 'KB',
          samples: [initialScriptKb()],
          limit: most(200),
        },
        {
          ...shared,
          peakMiB: null,
          name: 'Start: first paint of the window',
          baseline: 'a blank Vue page',
          unit: 'x',
          samples: screens.map(({ ours, blank }) => ours.firstPaintMs / blank.firstPaintMs),
          limit: most(0.8),
        },
        {
          ...shared,
          peakMiB: null,
          name: 'Start: content of the window',
          baseline: 'a blank Vue page',
          unit: 'x',
          samples: screens.map(({ ours, blank }) => ours.contentMs / blank.contentMs),
          limit: most(2.6),
        },
      ]
    },
  },
  {
    key: 'P7',
    about: 'a fix of many equal errors at once, and its undo',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 10_000 : 100_000
      const given = { path: await madeStateless(folder, rows), rows }
      const ours = await again(repeats, () => measureOnce('fixAll', given))
      const shared = { key: 'P7', baseline: '', unit: 's' as const, peakMiB: peak(ours), limit: most(1) }
      const seconds = (figure: string): number[] => scope(ours, figure).map((ms) => ms / 1_000)
      return [
        { ...shared, name: `${count(rows)} equal errors fixed at once`, samples: seconds('fixMs') },
        { ...shared, name: `${count(rows)} equal errors: the undo`, samples: seconds('undoMs') },
      ]
    },
  },
  {
    key: 'P8',
    about: 'the market view of 2,000 listings in Chromium: its script, and the pointer over its points',
    async measure({ repeats, size }) {
      const listings = size === 'quick' ? 200 : 2_000
      const figures: MarketFigures[] = []
      for (let turn = 0; turn < repeats; turn += 1) figures.push(await measureMarket(listings))
      const shared = { key: 'P8', peakMiB: null }
      const view = `Market of ${count(listings)} listings`
      return [
        {
          ...shared,
          name: `${view}: script from the answer to the drawn view`,
          baseline: '',
          unit: 'ms',
          samples: figures.map(({ viewScriptMs }) => viewScriptMs),
          limit: most(100),
        },
        {
          ...shared,
          name: `${view}: that script`,
          baseline: 'as many circles on a bare canvas',
          unit: 'x',
          samples: figures.map(({ viewScriptMs, bareScriptMs }) => viewScriptMs / bareScriptMs),
          limit: most(25),
        },
        {
          ...shared,
          name: `${view}: work of the page for a step of the pointer over the points`,
          baseline: '',
          unit: 'ms',
          samples: figures.map(({ hoverMs }) => hoverMs),
          // Half of a frame: the other half is the browser's.
          limit: most(8),
        },
      ]
    },
  },
  {
    key: 'P9',
    about: 'the customers in Chromium: opened, searched, sorted, the wheel, a fling, the bar, Enter to the editor',
    async measure({ repeats, size }) {
      const customers = size === 'quick' ? 5_000 : 100_000
      const service = await startService(customers)
      try {
        const figures: ScreenFigures[] = []
        for (let turn = 0; turn < Math.min(repeats, 3); turn += 1)
          figures.push(await measureCustomerScreen(service, customers))
        const line = (
          name: string,
          unit: Unit,
          figure: (scope: ScreenFigures) => number,
          limit: Outcome['limit'],
        ): Outcome => ({
          key: 'P9',
          name: `Screen of ${count(customers)} customers: ${name}`,
          baseline: '',
          unit,
          samples: figures.map(figure),
          peakMiB: null,
          limit,
        })
        return [
          line('first rows after it is opened', 'ms', ({ firstRowsMs }) => firstRowsMs, most(300)),
          // The pause for further letters is 150 ms of it.
          line('from a letter of a search to what it finds', 'ms', ({ searchMs }) => searchMs, most(250)),
          line('from a press on a heading to the new order', 'ms', ({ sortMs }) => sortMs, most(100)),
          line('between two frames of the wheel, 99th percentile', 'ms', ({ wheelMs }) => wheelMs, most(17)),
          line('a fling', 'fps', ({ flingFps }) => flingFps, { at: 'least', value: 55 }),
          line('frames of a fling without a row', '%', ({ blankShare }) => blankShare * 100, most(0)),
          line('the bar drawn over the whole list', 'fps', ({ barFps }) => barFps, { at: 'least', value: 55 }),
          line('from Enter to the editor, 95th percentile', 'ms', ({ editorMs }) => editorMs, most(20)),
          // The records nearest to what is in view are kept.
          line('memory of the window after all of it', 'MiB', ({ heapMiB }) => heapMiB, most(15)),
        ]
      } finally {
        await service.stop()
      }
    },
  },
]
