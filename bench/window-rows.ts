import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { alternate, count, figureOf, most, peak, type BenchRow, type Outcome, type Unit } from './bench-row.ts'
import { laterStarts } from './browser-host-process.ts'
import { measureCustomerScreen, type ScreenFigures } from './customer-screen.ts'
import { measureGrid, type GridFigures } from './grid-frames.ts'
import { madeCsv } from './made-files.ts'
import { measureMarket, type MarketFigures } from './measurements/market.ts'
import { measureStart, startService } from './processes.ts'
import { measureHour } from './window-hour.ts'
import { initialScriptKb, startScreens } from './window-start.ts'

export const windowRows: readonly BenchRow[] = [
  {
    key: 'P3',
    about: 'the rows of a long draft in Chromium: the wheel, a fast scroll, Enter to the editor',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 5_000 : 100_000
      const path = await madeCsv(folder, rows)
      const figures: GridFigures[] = []
      for (let round = 0; round < repeats; round += 1) figures.push(await measureGrid(path))
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
          name: `${grid}: a fast scroll`,
          unit: 'fps',
          samples: figures.map(({ flingFps }) => flingFps),
          limit: { at: 'least', value: 55 },
        },
        {
          ...shared,
          name: `${grid}: frames of a fast scroll without a row`,
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
    key: 'P6',
    about: 'the start: core, memory at rest, the window’s first script and first paint',
    async measure({ repeats, folder }) {
      let dataFolder = ''
      const { bare: core, ours: again } = await alternate(
        repeats,
        async () => {
          dataFolder = await mkdtemp(join(folder, 'start-'))
          return measureStart({ dataFolder })
        },
        () => measureStart({ dataFolder }),
      )
      const shared = { key: 'P6', baseline: '', peakMiB: peak(core) }
      const later = await laterStarts(repeats)
      const screens = await startScreens(repeats)
      return [
        {
          ...shared,
          name: 'Start: CPU of core until it is ready, with the first opening of its data',
          unit: 'ms',
          samples: figureOf(core, 'cpuMs'),
          limit: most(200),
        },
        {
          ...shared,
          name: 'Start: CPU of core until it is ready, with data that is there',
          unit: 'ms',
          samples: figureOf(again, 'cpuMs'),
          limit: most(200),
        },
        {
          ...shared,
          peakMiB: null,
          name: 'Start: CPU of the browser host until it can be opened, from its second start on',
          unit: 'ms',
          samples: later,
          limit: most(200),
        },
        {
          ...shared,
          name: 'Start: memory of core at rest',
          unit: 'MiB',
          samples: figureOf(core, 'residentMiB'),
          limit: most(120),
        },
        {
          ...shared,
          peakMiB: null,
          name: 'Start: initial script, gzipped',
          unit: 'KB',
          samples: [initialScriptKb()],
          limit: most(120),
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
    key: 'P8',
    about: 'the market view of 2,000 listings in Chromium: its script, and moving the pointer over its points',
    async measure({ repeats, size }) {
      const listings = size === 'quick' ? 200 : 2_000
      const figures: MarketFigures[] = []
      for (let round = 0; round < repeats; round += 1) figures.push(await measureMarket(listings))
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
          // Half of a frame: the browser needs the other half.
          limit: most(8),
        },
      ]
    },
  },
  {
    key: 'P9',
    about:
      'the customers in Chromium: opened, searched, sorted, the wheel, a fast scroll, the scroll bar, Enter to the editor',
    async measure({ repeats, size }) {
      const customers = size === 'quick' ? 5_000 : 100_000
      const service = await startService(customers)
      try {
        const figures: ScreenFigures[] = []
        for (let round = 0; round < Math.min(repeats, 3); round += 1)
          figures.push(await measureCustomerScreen(service, customers))
        const line = (
          name: string,
          unit: Unit,
          figure: (figures: ScreenFigures) => number,
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
          line('first rows after opening', 'ms', ({ firstRowsMs }) => firstRowsMs, most(300)),
          // Includes the 150 ms wait for more letters.
          line('from a letter in the search to its results', 'ms', ({ searchMs }) => searchMs, most(250)),
          line('from a click on a column title to the new order', 'ms', ({ sortMs }) => sortMs, most(100)),
          line('the preview of 1,000 pasted cells', 'ms', ({ pastePreviewMs }) => pastePreviewMs, most(200)),
          line('between two frames of the wheel, 99th percentile', 'ms', ({ wheelMs }) => wheelMs, most(17)),
          line('a fast scroll', 'fps', ({ flingFps }) => flingFps, { at: 'least', value: 55 }),
          line('frames of a fast scroll without a row', '%', ({ blankShare }) => blankShare * 100, most(0)),
          line('the scroll bar dragged over the whole list', 'fps', ({ barFps }) => barFps, { at: 'least', value: 55 }),
          line('from Enter to the editor, 95th percentile', 'ms', ({ editorMs }) => editorMs, most(20)),
          // The records near the visible rows are cached.
          line('memory of the window afterwards', 'MiB', ({ heapMiB }) => heapMiB, most(15)),
        ]
      } finally {
        await service.stop()
      }
    },
  },
  {
    key: 'W1',
    about: 'the memory of the window over an hour of ordinary work, in rounds through all screens',
    async measure({ size }) {
      // A round visits about twenty screens, as a person does in a minute.
      const rounds = size === 'quick' ? 12 : 60
      const { growthMiB } = await measureHour(rounds, rounds / 12)
      return [
        {
          key: 'W1',
          name: `An hour of work in ${rounds} rounds through all screens: growth of the window’s memory`,
          baseline: '',
          unit: 'MiB',
          samples: [growthMiB],
          peakMiB: null,
          limit: most(2),
        },
      ]
    },
  },
]
