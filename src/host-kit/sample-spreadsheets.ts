import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadSample } from '../core/ports/host.ts'

const fileNames = { clean: 'sold-cars-clean.csv', messy: 'sold-cars-messy.xlsx' } as const

/** Reads the samples in `resources/samples` of the program's folder (absolute; the packed archive on the desktop). */
export function createSampleReader(programFolder: string): ReadSample {
  return async (sample) => {
    const name = fileNames[sample]
    return { name, bytes: await readFile(join(programFolder, 'resources', 'samples', name)) }
  }
}
