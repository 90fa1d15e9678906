import { alternate, count, figureOf, most, peak, type BenchRow } from './bench-row.ts'
import { measureOnce, startService } from './processes.ts'

export const serviceRows: readonly BenchRow[] = [
  {
    key: 'P4',
    about: 'the customers: the first sync, and the list afterwards',
    async measure({ repeats, size }) {
      const customers = size === 'quick' ? 10_000 : 100_000
      const service = await startService(customers)
      try {
        const given = { service: { url: service.url, apiKey: service.apiKey }, customers }
        const { bare, ours } = await alternate(
          repeats,
          () => measureOnce('pageBare', given),
          () => measureOnce('syncAndList', given),
        )
        const bareMs = figureOf(bare, 'totalMs')
        const shared = { key: 'P4', peakMiB: peak(ours) }
        const times = (figure: string): number[] => figureOf(ours, figure).map((ms, at) => ms / bareMs[at]!)
        const all = `${count(customers)} customers`
        return [
          {
            ...shared,
            name: `${all}: the first sync, into an empty cache`,
            baseline: 'bare paging',
            unit: 'x',
            samples: times('syncMs'),
            limit: most(1.5),
          },
          {
            ...shared,
            name: `${all}: every later sync`,
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
            samples: figureOf(ours, 'firstRowsMs'),
            limit: most(300),
          },
          {
            ...shared,
            name: `${all}: the slowest search or sort`,
            baseline: '',
            unit: 'ms',
            samples: figureOf(ours, 'slowestListMs'),
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
    about: 'rows accepted per second by the service, the journal included',
    async measure({ repeats, size }) {
      const rows = size === 'quick' ? 5_000 : 20_000
      const service = await startService(0)
      try {
        const given = { service: { url: service.url, apiKey: service.apiKey }, rows }
        const { bare, ours } = await alternate(
          repeats,
          () => measureOnce('postBare', given),
          () => measureOnce('sendUpload', given),
        )
        const bareMs = figureOf(bare, 'totalMs')
        return [
          {
            key: 'P5',
            name: `Upload of ${count(rows)} rows: rows accepted per second`,
            baseline: 'bare fetch of the same batches',
            unit: 'x',
            samples: figureOf(ours, 'totalMs').map((ms, at) => bareMs[at]! / ms),
            peakMiB: peak(ours),
            limit: { at: 'least', value: 0.7 },
          },
        ]
      } finally {
        await service.stop()
      }
    },
  },
]
