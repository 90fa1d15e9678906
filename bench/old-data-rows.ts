import { count, figureOf, most, peak, repeat, type BenchRow } from './bench-row.ts'
import { measureOnce } from './processes.ts'

/** Each job with what it is called in the report. */
const jobs = {
  preview: 'the preview of what is deleted',
  lookups: 'the deletion of old look-ups',
  notes: 'the deletion of old call notes',
  exports: 'the deletion of old entries of the export log',
  logs: 'the deletion of old lines of the log',
} as const

export const oldDataRows: readonly BenchRow[] = [
  {
    key: 'B2',
    about: 'the longest stretches of the program’s own thread while old data is counted and deleted',
    async measure({ repeats, size }) {
      const items = { quick: 10_000, usual: 20_000, full: 100_000 }[size]
      const samples = await repeat(repeats, () => measureOnce('oldDataJobs', { items }))
      return Object.entries(jobs).flatMap(([job, name]) =>
        (['CPU', 'Wall'] as const).map((time) => ({
          key: 'B2',
          name: `${count(items)} items of each kind, ${name}: longest stretch${time === 'CPU' ? ', CPU' : ''}`,
          baseline: '',
          unit: 'ms' as const,
          samples: figureOf(samples, `${job}${time === 'CPU' ? 'CpuMs' : 'WallMs'}`),
          peakMiB: peak(samples),
          limit: most(25),
        })),
      )
    },
  },
]
