import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, rmdir, stat, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DataExportManifest, ExportedTable } from '../../contract/data-export.ts'
import { regionNames } from '../../contract/region-names.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { errorCode } from '../storage/refusals.ts'
import { exportedConnections, exportSteps, type ExportSources } from './export-steps.ts'
import type { ExportJournal, StoredExport } from './export-journal.ts'
import { unfinishedEnding, writeTable, writeWhole } from './write-table.ts'
import { fail } from '../failures/failure-error.ts'
import { dataExportText as text } from './data-export-text.ts'

const manifestName = 'manifest.json'

/** How far a running export is. `work`: about how many rows it reads in all; `done`: of these. */
export interface ExportProgress {
  rows: number
  files: number
  done: number
  work: number
}

export interface RunParts extends ExportSources {
  readonly journal: ExportJournal
  readonly version: string
  now(): string
  readonly signal: AbortSignal
  readonly progress: ExportProgress
  onProgress(): void
}

/** Where the files of an export are written: beside a .zip file until it is made of them. */
const workFolder = ({ form, path }: Pick<StoredExport, 'form' | 'path'>): string =>
  form === 'zip' ? join(dirname(path), `.${basename(path)}.files`) : path

const inFolder = (folder: string, path: string): string => join(folder, ...path.split('/'))

/**
 * Writes the files of an export that are missing, then its manifest. A file counts as written when the journal has it, and is written
 * again when it was changed or removed, or when a person was deleted since. Returns the export as it was stored at the end.
 */
export async function runExport(started: StoredExport, parts: RunParts): Promise<StoredExport> {
  const { journal, progress, signal } = parts
  const folder = workFolder(started)
  const extension = started.format
  let stored = await withoutOutdated(started, folder, parts)
  const steps = exportSteps(parts, started)
  progress.work = steps.reduce((sum, { size }) => sum + size, 0)
  for (const { key, size, path, content, connection, region, table } of steps) {
    const before = progress.done
    const finished = stored.finished.find((one) => one.key === key)?.file
    if (finished) {
      progress.rows += finished.rows
    } else {
      const name = `${path}.${extension}`
      const target = inFolder(folder, name)
      // The folder that the user chose may be a drive that was pulled out: making it again would write elsewhere.
      await stat(dirname(started.path))
      makeFolder(dirname(target))
      const written = await writeTable(
        target,
        {
          format: extension,
          sheet: basename(path),
          signal,
          onRows(rows) {
            progress.rows += rows
            progress.done = Math.min(before + size, progress.done + rows)
            parts.onProgress()
          },
        },
        await table(),
      )
      const file: ExportedTable = { path: name, content, connection, region: regionNames[region as 'au'], ...written }
      stored = { ...stored, finished: [...stored.finished, { key, file }] }
      journal.save(stored)
    }
    progress.files += 1
    progress.done = before + size
    parts.onProgress()
  }
  await writeManifest(stored, folder, parts)
  if (stored.form === 'zip') {
    const names = [...stored.finished.map(({ file }) => file.path), manifestName]
    await writeWhole(stored.path, zipPieces(folder, names), signal)
    await rm(folder, { recursive: true, force: true })
  }
  const done: StoredExport = { ...stored, state: 'done', endedAt: parts.now(), failure: null }
  journal.save(done)
  return done
}

async function writeManifest(
  { format, includeDoNotContactNumbers, connectionId, startedAt, finished }: StoredExport,
  folder: string,
  { database, version, now, signal }: RunParts,
): Promise<void> {
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
    files: finished.map(({ file }) => file),
  }
  const text = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  }
  await writeWhole(join(folder, manifestName), text(), signal)
}

/** The export without finished files that were changed, or that may have a person who was deleted since. */
async function withoutOutdated(
  stored: StoredExport,
  folder: string,
  { journal, signal }: Pick<RunParts, 'journal' | 'signal'>,
): Promise<StoredExport> {
  const deletedAt = journal.lastDeletion()
  const isOutdated = deletedAt !== null && deletedAt > stored.startedAt
  const finished: StoredExport['finished'] = []
  for (const one of stored.finished) {
    if (!isOutdated && (await digestOf(inFolder(folder, one.file.path), signal)) === one.file.sha256) finished.push(one)
  }
  return { ...stored, finished }
}

/** Null: the file is not there. */
async function digestOf(path: string, signal: AbortSignal): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path, { signal })) hash.update(piece as Buffer)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}

/** Deletes what an export that is not done has written, and nothing else: folders only when nothing is left in them. */
export async function removeWritten(stored: StoredExport, sources: ExportSources): Promise<void> {
  const folder = workFolder(stored)
  if (stored.form === 'zip') {
    await rm(folder, { recursive: true, force: true })
    await rm(`${stored.path}${unfinishedEnding}`, { force: true })
    return
  }
  const planned = exportSteps(sources, stored).map(({ path }) => `${path}.${stored.format}`)
  const finished = new Set(stored.finished.map(({ file }) => file.path))
  for (const path of new Set([...planned, manifestName, ...finished])) {
    const target = inFolder(folder, path)
    await rm(`${target}${unfinishedEnding}`, { force: true })
    await rm(target, { force: true })
  }
  const folders = new Set([...planned, ...finished].map((path) => dirname(inFolder(folder, path))))
  for (const each of [...folders, ...(stored.madeFolder ? [folder] : [])]) {
    await rmdir(each).catch((error: unknown) => {
      // Not empty: the user put something there. Not there: nothing was written to it.
      if (errorCode(error) === null) throw error
    })
  }
}

/** Bytes that are packed before other calls are let through: 3 ms for text. */
const pieceBytes = 64 * 1_024
/** Offsets in a .zip file have 32 bits. */
const mostBytes = 0xffff_ffff

/** The bytes of a .zip file with files of a folder. `names`: with slashes. Workbooks are packed already and stored as they are. */
async function* zipPieces(folder: string, names: readonly string[]): AsyncGenerator<Uint8Array> {
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
  for (const name of names) {
    const entry = name.endsWith('.xlsx') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    const file = await open(join(folder, ...name.split('/')), 'r')
    try {
      for await (const piece of file.createReadStream({ highWaterMark: pieceBytes, autoClose: false })) {
        entry.push(piece as Uint8Array)
        yield* packed()
        await yieldToEventLoop()
      }
    } finally {
      await file.close()
    }
    entry.push(new Uint8Array(0), true)
    yield* packed()
  }
  zip.end()
  yield* packed()
}
