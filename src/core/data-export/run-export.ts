import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DataExport, DataExportManifest, ExportedTable } from '../../contract/data-export.ts'
import { regionNames } from '../../contract/region-names.ts'
import { fail } from '../failures/failure-error.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { errorCode } from '../storage/refusals.ts'
import { dataExportText as text } from './data-export-text.ts'
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
  'form' | 'format' | 'connectionId' | 'includeDoNotContactNumbers' | 'path' | 'startedAt'
>

/** A file of an export. `name`: in the export, with slashes. Its pieces are read once, before the next file. */
interface ExportFile {
  readonly name: string
  readonly pieces: AsyncIterable<Uint8Array>
}

/**
 * Writes the files of an export, the manifest last. What does not end whole is deleted again: the files that it has written, and
 * folders in which nothing is left.
 */
export async function runExport(choices: ExportChoices, parts: RunParts): Promise<void> {
  const { path, form } = choices
  const files = exportFiles(choices, parts)
  if (form === 'zip') return writeWhole(path, zipPieces(files), parts.signal)
  const written: string[] = []
  try {
    for await (const { name, pieces } of files) {
      const target = join(path, ...name.split('/'))
      // The folder that the user chose may be a drive that was pulled out: making it again would write elsewhere.
      statSync(dirname(path))
      makeFolder(dirname(target))
      written.push(target)
      await writeWhole(target, pieces, parts.signal)
    }
  } catch (error) {
    await removeWritten(path, written)
    throw error
  }
}

async function* exportFiles(choices: ExportChoices, parts: RunParts): AsyncGenerator<ExportFile> {
  const { progress, signal } = parts
  const { format } = choices
  const finished: ExportedTable[] = []
  const steps = exportSteps(parts, choices)
  progress.work = steps.reduce((sum, { size }) => sum + size, 0)
  for (const { size, path, content, connection, region, table } of steps) {
    const before = progress.done
    const name = `${path}.${format}`
    const written = { rows: 0, bytes: 0 }
    const onRows = (rows: number): void => {
      written.rows += rows
      progress.rows += rows
      progress.done = Math.min(before + size, progress.done + rows)
      parts.onProgress()
    }
    const hash = createHash('sha256')
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of tablePieces(await table(), { format, sheet: basename(path), signal, onRows })) {
        hash.update(piece)
        written.bytes += piece.length
        yield piece
      }
    }
    yield { name, pieces: pieces() }
    finished.push({
      path: name,
      content,
      connection,
      region: regionNames[region],
      ...written,
      sha256: hash.digest('hex'),
    })
    progress.files += 1
    progress.done = before + size
    parts.onProgress()
  }
  yield { name: manifestName, pieces: manifestPieces(choices, finished, parts) }
}

async function* manifestPieces(
  { format, includeDoNotContactNumbers, connectionId, startedAt }: ExportChoices,
  files: ExportedTable[],
  { database, version, now }: RunParts,
): AsyncGenerator<Uint8Array> {
  const manifest: DataExportManifest = {
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
  }
  yield Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

async function removeWritten(folder: string, written: readonly string[]): Promise<void> {
  for (const path of written) await rm(path, { force: true })
  for (const each of new Set([...written.map((path) => dirname(path)), folder])) {
    await rmdir(each).catch((error: unknown) => {
      // Not empty: the user put something there. Not there: nothing was written to it.
      if (errorCode(error) === null) throw error
    })
  }
}

/** Offsets in a .zip file have 32 bits. */
const mostBytes = 0xffff_ffff

/** The bytes of a .zip file with these files. Workbooks are packed already and stored as they are. */
async function* zipPieces(files: AsyncIterable<ExportFile>): AsyncGenerator<Uint8Array> {
  // Its entry for Node declares `require`, as the bundle does.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate/browser')
  let waiting: Uint8Array[] = []
  let total = 0
  const zip = new Zip((error, piece) => {
    if (error) throw error
    waiting.push(piece)
    total += piece.length
  })
  const packed = (): Uint8Array[] => {
    const pieces = waiting
    waiting = []
    if (total > mostBytes) fail('invalid-input', text.tooLargeForZip, { next: text.tooLargeNext })
    return pieces
  }
  for await (const { name, pieces } of files) {
    const entry = name.endsWith('.xlsx') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    for await (const piece of pieces) {
      entry.push(piece)
      yield* packed()
      await yieldToEventLoop()
    }
    entry.push(new Uint8Array(0), true)
    yield* packed()
  }
  zip.end()
  yield* packed()
}
