import { alternate, count, figureOf, peak, type BenchRow } from './bench-row.ts'
import { madeSendable } from './made-files.ts'
import { measureOnce, startService } from './processes.ts'

export const serviceRows: readonly BenchRow[] = [
  {
    key: 'P5',
    about: 'rows accepted per second by the service, the journal included',
    async measure({ repeats, size, folder }) {
      const rows = size === 'quick' ? 5_000 : 20_000
      const path = await madeSendable(folder, rows)
      const service = await startService(0)
      try {
        const given = { service: { url: service.url, apiKey: service.apiKey }, rows }
        const { bare, ours } = await alternate(
          repeats,
          () => measureOnce('postBare', given),
          () => measureOnce('sendUpload', { ...given, path }),
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
            limit: { at: 'least', value: 0.85 },
          },
        ]
      } finally {
        await service.stop()
      }
    },
  },
]
