import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DataExport, DataExportManifest, ExportedTable } from '../../contract/data-export.ts'
import { regionNames } from '../../contract/region-names.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { errorCode } from '../storage/refusals.ts'
import { exportedConnections, exportSteps, type ExportSources } from './export-steps.ts'
import { tablePieces, writeWhole } from './write-table.ts'

const manifestName = 'manifest.json'

/** How far a running export is. `work`: about how many rows it reads in all; `done`: of these. */
export interface ExportProgress {
  rows: number
  files: number
  done: number
  work: number
}

export interface RunParts extends ExportSources {
  readonly version: string
  now(): string
  readonly signal: AbortSignal
  readonly progress: ExportProgress
  onProgress(): void
}

export type ExportChoices = Pick<
  DataExport,
  'format' | 'connectionId' | 'includeDoNotContactNumbers' | 'path' | 'startedAt'
>

/**
 * Writes the files of an export, the manifest last. What does not end whole is deleted again: the files that it has written, and
 * folders in which nothing is left.
 */
export async function runExport(choices: ExportChoices, parts: RunParts): Promise<void> {
  const { path, format } = choices
  const { progress, signal } = parts
  const written: string[] = []
  const write = async (name: string, pieces: Parameters<typeof writeWhole>[1]): Promise<void> => {
    const target = join(path, ...name.split('/'))
    // The folder that the user chose may be a drive that was pulled out: making it again would write elsewhere.
    statSync(dirname(path))
    makeFolder(dirname(target))
    written.push(target)
    await writeWhole(target, pieces, signal)
  }
  const finished: ExportedTable[] = []
  try {
    const steps = exportSteps(parts, choices)
    progress.work = steps.reduce((sum, { size }) => sum + size, 0)
    for (const { size, path: place, content, connection, region, table } of steps) {
      const before = progress.done
      const name = `${place}.${format}`
      const counted = { rows: 0, bytes: 0 }
      const onRows = (rows: number): void => {
        counted.rows += rows
        progress.rows += rows
        progress.done = Math.min(before + size, progress.done + rows)
        parts.onProgress()
      }
      const hash = createHash('sha256')
      const pieces = async function* (): AsyncGenerator<Uint8Array> {
        for await (const piece of tablePieces(await table(), { format, sheet: basename(place), signal, onRows })) {
          hash.update(piece)
          counted.bytes += piece.length
          yield piece
        }
      }
      await write(name, pieces())
      const sha256 = hash.digest('hex')
      finished.push({ path: name, content, connection, region: regionNames[region], ...counted, sha256 })
      progress.files += 1
      progress.done = before + size
      parts.onProgress()
    }
    await write(manifestName, [Buffer.from(`${JSON.stringify(manifestOf(choices, finished, parts), null, 2)}\n`)])
  } catch (error) {
    await removeWritten(path, written)
    throw error
  }
}

const manifestOf = (
  { format, includeDoNotContactNumbers, connectionId, startedAt }: ExportChoices,
  files: ExportedTable[],
  { database, version, now }: RunParts,
): DataExportManifest => ({
  program: 'Forecourt',
  version,
  startedAt,
  finishedAt: now(),
  format,
  doNotContactNumbers: includeDoNotContactNumbers ? 'included' : 'left out',
  connections: exportedConnections(database, connectionId).map(({ name, regions }) => ({
    name,
    regions: regions.map((region) => regionNames[region]),
  })),
  files,
})

async function removeWritten(folder: string, written: readonly string[]): Promise<void> {
  for (const path of written) await rm(path, { force: true })
  for (const each of new Set([...written.map((path) => dirname(path)), folder])) {
    await rmdir(each).catch((error: unknown) => {
      // Not empty: the user put something there. Not there: nothing was written to it.
      if (errorCode(error) === null) throw error
    })
  }
}
