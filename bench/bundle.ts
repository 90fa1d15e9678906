import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { inOneFile, nodeBundle, threads } from '../electron.vite.config.ts'

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
  rmSync(bundleFolder, { recursive: true, force: true })
  await build(nodeBundle(bundleFolder, { child: place('child.ts') }, inOneFile))
  await build(nodeBundle(startBundleFolder, { child: place('start-child.ts') }, inOneFile))
  for (const folder of [bundleFolder, startBundleFolder]) await build(nodeBundle(folder, threads))
}
