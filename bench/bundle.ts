import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The bundle of the measurements, with the threads and the reader process that they start. */
export const bundleFolder = place('../out/bench')

/**
 * Bundles what is measured, because people run bundles: from its sources, each process and thread takes 200 ms and 40 MB more to
 * remove the types.
 */
export async function bundleMeasurements(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3-multiple-ciphers', 'keytar'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: bundleFolder,
      rolldownOptions: {
        input: {
          child: place('child.ts'),
          'draft-worker': place('../src/core/drafts/worker/draft-worker.ts'),
          'database-worker': place('../src/core/updating/database-worker.ts'),
          'team-worker': place('../src/core/team/checking/check-worker.ts'),
          'file-reader': place('../src/core/drafts/file-process/reader-process.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}
