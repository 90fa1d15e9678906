import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { threads } from '../electron.vite.config.ts'

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The bundle of the measurements, with the threads and the reader process that they start. */
export const bundleFolder = place('../out/bench')

/** The bundle in which the start of core is measured: in the chunks of the desktop, with nothing that other measurements need. */
export const startBundleFolder = place('../out/bench/start')

/**
 * Bundles what is measured, because people run bundles: from its sources, each process and thread takes 200 ms and 40 MB more to
 * remove the types.
 */
export async function bundleMeasurements(): Promise<void> {
  await bundle(bundleFolder, { child: place('child.ts') })
  // Each thread loads a few files in the program, and here one.
  for (const [name, path] of Object.entries(threads)) await bundle(bundleFolder, { [name]: path }, false)
  await bundle(startBundleFolder, { child: place('start-child.ts'), ...threads })
}

async function bundle(outDir: string, input: Record<string, string>, emptyOutDir = true): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3-multiple-ciphers', 'keytar'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}
