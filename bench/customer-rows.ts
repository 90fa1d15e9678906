import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  alternate,
  count,
  figureOf,
  most,
  peak,
  repeat,
  type BenchRow,
  type Extent,
  type Outcome,
  type Sample,
} from './bench-row.ts'
import { browserHostEnvironment, browserHostNodeOptions } from '../scripts/browser-host-options.mjs'
import { measureOnce, startService } from './processes.ts'

/** Work that takes long, the name of its figures, and what it is called in the report. */
const longJobs = {
  firstSync: 'the first sync',
  laterSync: 'a later sync',
  firstList: 'the first rows after a start',
  syncAfterStart: 'the first sync after a start',
  exportCsv: 'an export as CSV',
  exportXlsx: 'an export as a workbook',
  pastePreview: 'the preview of the largest paste',
  paste: 'the largest paste',
  undoPaste: 'the undo of the largest paste',
  editAll: 'a change of all customers',
  undoAll: 'its undo',
  status: 'the numbers above the list',
  facts: 'the choices of the filters',
  sighted: 'the customers with a sighting',
  vehicleKeys: 'the cars for the check of a draft',
  deleteAll: 'the deletion of all customers',
  statusDeleting: 'the numbers above the list while all are being deleted',
  wipe: 'a connection removed',
  recordMany: 'an outcome for 1,000 cars',
  undoMany: 'the undo of an outcome for 1,000 cars',
  callList: 'the call list after many outcomes',
  callSheetCsv: 'a call sheet as CSV',
  callSheetXlsx: 'a call sheet as a workbook',
  reportCsv: 'the report of a month as CSV',
  reportXlsx: 'the report of a month as a workbook',
  allFirstList: 'three connections: the call list for the first time',
  allList: 'three connections: the call list after many outcomes',
  allSearch: 'three connections: a search of the call list',
  allDueFirst: 'three connections: the call list by next action',
  allBestChance: 'three connections: the call list by chance',
  allSummary: 'three connections: the numbers above the call list',
  allReport: 'three connections: the report of a month',
  everythingCsv: 'everything exported as CSV',
  everythingXlsx: 'everything exported as workbooks',
} as const
type LongJob = keyof typeof longJobs

/** A cache with customers, filled once for all runs of a line. */
async function filledCache({ folder }: Extent, customers: number) {
  const key = randomBytes(32).toString('hex')
  const given = { path: join(folder, `customers-${customers}-${key.slice(0, 8)}.db`), key, customers }
  await measureOnce('fillCache', given)
  return given
}

async function listLines(extent: Extent, customers: number): Promise<Outcome[]> {
  const given = await filledCache(extent, customers)
  const ours = await repeat(extent.repeats, () => measureOnce('listCustomers', given))
  const line = (name: string, figure: string, limitMs?: number): Outcome => ({
    key: 'P4',
    name: `${count(customers)} customers: ${name}`,
    baseline: '',
    unit: 'ms',
    samples: figureOf(ours, figure),
    peakMiB: peak(ours),
    limit: limitMs === undefined ? null : most(limitMs),
  })
  return [
    line('first rows after opening', 'firstRowsMs', 50),
    line('all customers in memory after opening', 'allReadyMs'),
    line('the slowest search or filter', 'slowestSearchMs', 15),
    line('the slowest order, for the first time', 'firstSortMs', 30),
    line('the slowest order, again', 'laterSortMs', 10),
  ]
}

async function syncLines({ repeats }: Extent, customers: number): Promise<Outcome[]> {
  const service = await startService(customers)
  try {
    const given = { service: { url: service.url, apiKey: service.apiKey }, customers }
    const { bare, ours } = await alternate(
      repeats,
      () => measureOnce('pageBare', given),
      () => measureOnce('syncCustomers', given),
    )
    /** CPU beyond that of bare paging. */
    const line = (name: string, figure: string, bareFigure: string, limitMs?: number): Outcome => {
      const bareMs = figureOf(bare, bareFigure)
      return {
        key: 'P4',
        name: `${count(customers)} customers: ${name}: CPU beyond bare paging`,
        baseline: '',
        unit: 'ms',
        samples: figureOf(ours, figure).map((ms, at) => ms - bareMs[at]!),
        peakMiB: peak(ours),
        limit: limitMs === undefined ? null : most(limitMs),
      }
    }
    return [
      line('the first sync, into an empty cache', 'firstCpuMs', 'firstCpuMs', 600),
      line('a later sync without a change', 'laterCpuMs', 'againCpuMs'),
      line('a sync after one deletion near the start and 100 edits', 'changedCpuMs', 'againCpuMs'),
    ]
  } finally {
    await service.stop()
  }
}

async function memoryLines(extent: Extent, customers: number): Promise<Outcome[]> {
  const [empty, full] = [await filledCache(extent, 0), await filledCache(extent, customers)]
  const line = async (where: string, options: readonly string[], environment: object): Promise<Outcome> => {
    const { bare, ours } = await alternate(
      extent.repeats,
      () => measureOnce('restWithCustomers', empty, options, environment),
      () => measureOnce('restWithCustomers', full, options, environment),
    )
    const idle = figureOf(bare, 'residentMiB')
    return {
      key: 'P4',
      name: `${count(customers)} customers: memory of core at rest${where}, above core without customers`,
      baseline: '',
      unit: 'MiB',
      samples: figureOf(ours, 'residentMiB').map((MiB, at) => MiB - idle[at]!),
      peakMiB: peak(ours),
      limit: null,
    }
  }
  return [await line('', [], {}), await line(' in the browser host', browserHostNodeOptions, browserHostEnvironment)]
}

export const customerRows: readonly BenchRow[] = [
  {
    key: 'P4',
    about: 'the customers: syncs, the list, memory',
    async measure(extent) {
      const customers = extent.size === 'quick' ? 10_000 : 30_000
      return [
        ...(await syncLines(extent, customers)),
        ...(await listLines(extent, customers)),
        ...(await memoryLines(extent, customers)),
      ]
    },
  },
  {
    key: 'B1',
    about: 'the longest stretches of the program’s own thread in long jobs with customers',
    async measure({ repeats, size }) {
      const customers = size === 'quick' ? 10_000 : 100_000
      const service = await startService(customers)
      const samples: Sample[] = []
      const exports: Sample[] = []
      try {
        const given = { service: { url: service.url, apiKey: service.apiKey }, customers }
        for (let round = 0; round < repeats; round += 1) {
          const [syncs, jobs] = [await measureOnce('syncStretches', given), await measureOnce('customerJobs', given)]
          const calls = await measureOnce('callJobs', given)
          const all = await measureOnce('allConnectionsJobs', given)
          const peakMiB = Math.max(syncs.peakMiB, jobs.peakMiB, calls.peakMiB, all.peakMiB)
          samples.push({ ...syncs, ...jobs, ...calls, ...all, peakMiB })
          exports.push(await measureOnce('exportEverything', given))
        }
      } finally {
        await service.stop()
      }
      const line = (job: LongJob, time: 'CPU' | 'Wall'): Outcome => ({
        key: 'B1',
        name: `${count(customers)} customers, ${longJobs[job]}: longest stretch${time === 'CPU' ? ', CPU' : ''}`,
        baseline: '',
        unit: 'ms',
        samples: figureOf(
          job.startsWith('everything') ? exports : samples,
          time === 'CPU' ? `${job}CpuMs` : `${job}WallMs`,
        ),
        peakMiB: peak(job.startsWith('everything') ? exports : samples),
        limit: most(size === 'quick' ? 50 : 150),
      })
      const total = (job: 'everythingCsv' | 'everythingXlsx', limitMs: number): Outcome => ({
        ...line(job, 'Wall'),
        name: `${count(customers)} customers, ${longJobs[job]}`,
        samples: figureOf(exports, `${job}TotalMs`),
        limit: most(limitMs),
      })
      return [
        ...(Object.keys(longJobs) as LongJob[]).flatMap((job) => [line(job, 'CPU'), line(job, 'Wall')]),
        total('everythingCsv', 10_000),
        total('everythingXlsx', 30_000),
      ]
    },
  },
]
