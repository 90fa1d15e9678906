import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the program lies. */
export interface ProgramPlace {
  /** Absolute. */
  readonly projectFolder: string
  /** A thread or process of the program: its source, or its bundle. */
  readonly programFile: (source: string, bundle: string) => URL
}

/**
 * The place of a program by the address of its first file: a source two folders below the project, or its bundle in `out/main`. Threads and
 * the process that reads files are files of their own beside it.
 */
export function programPlaceOf(firstFile: string): ProgramPlace & { readonly isBundle: boolean } {
  const isBundle = !firstFile.endsWith('.ts')
  return {
    projectFolder: fileURLToPath(new URL('../..', firstFile)),
    programFile: (source, bundle) => new URL(isBundle ? bundle : source, firstFile),
    isBundle,
  }
}

export function versionOfForecourt({ projectFolder }: Pick<ProgramPlace, 'projectFolder'>): string {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}
