import { createHash } from 'node:crypto'
import { cellText, type SourceRow } from '../../fields/source-cell.ts'
import { packPiece, type RowBlock } from '../storage/row-blocks.ts'
import { PieceWriter, type RowPiece } from '../columns/row-piece.ts'
import { compressBlock } from '../../database/block-codec.ts'
import { fileParts } from '../storage/file-parts.ts'
import { fileProblems } from '../reading/file-messages.ts'
import type { SourceSheet } from '../model/draft-source.ts'
import { arrivingSource, FileUnreadableError, openFile, readFully, type ByteSource } from '../reading/byte-source.ts'
import { createContentMeter, type ContentLimits, type ContentMeter } from '../reading/content-meter.ts'
import { detectedForm, readWhole, type FileEnd, type TriedParts } from '../reading/file-read.ts'
import { fileKind } from '../reading/file-kind.ts'
import { readText } from '../reading/read-text.ts'
import { waysToRead } from '../reading/read-file.ts'
import { splitSheets } from '../reading/sheet-tables.ts'
import { streamText } from '../reading/stream-text.ts'
import { blocksInFlight, type ReaderMessage, type ReaderRequest } from './process-messages.ts'

/** Reads one file as the program asks. The process around it only carries messages. */
export type ReaderService = (request: ReaderRequest) => void

type ReadRequest = Extract<ReaderRequest, { kind: 'read' }>

/** `post` copies a message before it returns: the bytes in it are freed then. */
export function createReaderService(post: (message: ReaderMessage) => void): ReaderService {
  const flow = createFlow(post)
  let hasFirstRows = false
  const sendFirstRows = (rows: Iterable<SourceRow>): void => {
    hasFirstRows = true
    post({ kind: 'first-rows', rows: firstRows(rows) })
  }
  /** Sends the rows of a file block by block; `sheets` is filled with what is known about its sheets. */
  const sendRows = async (parts: TriedParts, sheets: SourceSheet[]): Promise<FileEnd | null> => {
    let blocks = 0
    const writer = new PieceWriter()
    const sendPiece = async (piece: RowPiece | null): Promise<void> => {
      if (!piece) return
      const block: RowBlock = { sheet: sheets.length - 1, block: blocks++, rows: packPiece(piece) }
      await flow.send({ kind: 'block', block })
    }
    hasFirstRows = false
    for (;;) {
      const { done, value } = await parts.next()
      if (done) return value
      const last = sheets.at(-1)
      if (value.kind === 'sheet') {
        const { kind: _, ...sheet } = value
        sheets.push({ ...sheet, merges: [], notes: [], rowCount: 0 })
        blocks = 0
      } else if (!last) {
        throw new Error('Rows came before their sheet')
      } else if (value.kind === 'rows') {
        if (!hasFirstRows) sendFirstRows(value.rows)
        for (const row of value.rows) {
          const piece = writer.add(row)
          if (piece) await sendPiece(piece)
        }
        sheets[sheets.length - 1] = { ...last, rowCount: last.rowCount + value.rows.length }
      } else {
        await sendPiece(writer.finish())
        const { merges, notes, repairs } = value
        sheets[sheets.length - 1] = { ...last, merges, notes, repairs }
      }
    }
  }
  const read = async (request: ReadRequest): Promise<void> => {
    const { sizeBytes, path } = request
    post({ kind: 'content', contentBytes: sizeBytes })
    if (path === null) return await readSource(request, arrivingSource(sizeBytes, flow.nextBytes))
    const file = await openFile(path)
    try {
      await readSource(request, file)
    } finally {
      await file.close()
    }
  }
  const readSource = async (request: ReadRequest, source: ByteSource): Promise<void> => {
    const read = (request.form === null ? await readStream(request, source) : null) ?? (await readAny(request, source))
    if (read.kind === 'done' && read.facts.textForm && request.keep !== 'nothing') {
      const isSame = await sendFile(source, request.keep, read.facts.sha256)
      if (!isSame) return post({ kind: 'refused', problem: fileProblems.cannotOpen(request.name) })
    }
    post(read)
  }
  /** Null: the file is no text that can be read in pieces. */
  const readStream = async (request: ReadRequest, source: ByteSource): Promise<ReadOutcome | null> => {
    const sheets: SourceSheet[] = []
    const hash = createHash('sha256')
    const onBytes = (bytes: Uint8Array): void => void hash.update(bytes)
    const { remembered } = request
    const options = { meter: meterOf(request), onBytes, onFirstRows: sendFirstRows, remembered }
    const end = await sendRows(splitSheets(streamText(request.name, source, options), 'text'), sheets)
    if (end) return outcome(end, sheets, source.sizeBytes, hash.digest('hex'))
    if (sheets.length > 0) post({ kind: 'restart' })
    return null
  }
  const readAny = async (request: ReadRequest, source: ByteSource): Promise<ReadOutcome> => {
    const { name, form, remembered } = request
    const bytes = await readFully(source, new Uint8Array(source.sizeBytes))
    const meter = meterOf(request)
    if (!hasFirstRows) await showBegin(request, bytes)
    for (const way of waysToRead(name, bytes, form ?? detectedForm, meter.limits, remembered)) {
      const sheets: SourceSheet[] = []
      const end = await sendRows(way(meterOf(request)), sheets)
      if (end) return outcome(end, sheets, bytes.byteLength, createHash('sha256').update(bytes).digest('hex'))
      if (sheets.length > 0) post({ kind: 'restart' })
    }
    throw new Error('No way to read the file is left')
  }
  /** Shows the first rows of a text that must be read whole. More of it may change how they are read. */
  const showBegin = async ({ name, form, remembered }: ReadRequest, bytes: Uint8Array): Promise<void> => {
    const begin = bytes.subarray(0, bytes.lastIndexOf(0x0a, beginBytes) + 1)
    if (begin.byteLength === 0 || fileKind(name, begin).kind !== 'text') return
    const read = await readWhole(readText(name, begin, createContentMeter(), form ?? detectedForm, remembered))
    const rows = read?.ok ? read.file.sheets[0]?.rows : null
    if (rows && rows.length > 0) sendFirstRows(rows)
  }
  const meterOf = ({ limits }: ReadRequest): ContentMeter => createReportingMeter(post, limits)
  /** Sends the bytes of a file to be saved. False: they changed since the file was read. */
  const sendFile = async (source: ByteSource, keep: 'all' | 'head', sha256?: string): Promise<boolean> => {
    const hash = createHash('sha256')
    for await (const { part, bytes } of fileParts(source, keep)) {
      hash.update(bytes)
      await flow.send({ kind: 'file-part', part: { part, bytes: compressBlock(bytes) } })
    }
    return keep === 'head' || hash.digest('hex') === sha256
  }
  return (request) => {
    if (request.kind === 'bytes') {
      flow.handleBytes(request.bytes)
    } else if (request.kind === 'saved') {
      flow.handleSaved()
    } else {
      read(request).catch((error: unknown) => {
        if (error instanceof FileUnreadableError) {
          const { notAllowed, cannotOpen } = fileProblems
          return post({ kind: 'refused', problem: (error.isForbidden ? notAllowed : cannotOpen)(request.name) })
        }
        const { message, stack } = error instanceof Error ? error : new Error(String(error))
        post({ kind: 'failed', message, stack: stack ?? '' })
      })
    }
  }
}

/** What crosses to and from the program piece by piece: the bytes of a file, and what the program saves of it. */
function createFlow(post: (message: ReaderMessage) => void) {
  const arrived: Uint8Array[] = []
  let onArrived: (() => void) | null = null
  let unsaved = 0
  let onSaved: (() => void) | null = null
  return {
    handleBytes(bytes: Uint8Array): void {
      arrived.push(bytes)
      onArrived?.()
    },
    handleSaved(): void {
      unsaved -= 1
      onSaved?.()
    },
    async nextBytes(): Promise<Uint8Array> {
      post({ kind: 'more' })
      for (;;) {
        const bytes = arrived.shift()
        if (bytes) return bytes
        await new Promise<void>((resolve) => (onArrived = resolve))
      }
    },
    /** Sends what is to be saved. Waits while too much of it is not. */
    async send(message: Extract<ReaderMessage, { kind: 'block' | 'file-part' }>): Promise<void> {
      unsaved += 1
      post(message)
      while (unsaved >= blocksInFlight) await new Promise<void>((resolve) => (onSaved = resolve))
    },
  }
}

/** Counts what is read, and reports it: how much there is as soon as it is known, and then each percent. */
function createReportingMeter(post: (message: ReaderMessage) => void, limits: ContentLimits): ContentMeter {
  let reportedBytes = 0
  let expectedBytes = 0
  return createContentMeter((counts) => {
    if (counts.expectedBytes !== expectedBytes) {
      expectedBytes = counts.expectedBytes
      post({ kind: 'content', contentBytes: expectedBytes })
    }
    if (expectedBytes === 0 || counts.contentBytes - reportedBytes < expectedBytes / 100) return
    reportedBytes = counts.contentBytes
    post({ kind: 'progress', part: Math.min(1, reportedBytes / expectedBytes) })
  }, limits)
}

type ReadOutcome = Extract<ReaderMessage, { kind: 'done' | 'refused' }>

function outcome(end: FileEnd, sheets: readonly SourceSheet[], sizeBytes: number, sha256: string): ReadOutcome {
  if (!end.ok) return { kind: 'refused', problem: end.problem }
  const { ok: _ok, ...file } = end
  return { kind: 'done', facts: { ...file, sizeBytes, sha256, sheets } }
}

/** Enough of a text for its first rows. */
const beginBytes = 64 * 1_024

/** What is shown of a file while it is read: a few rows, as far as they fit on a screen. */
const shownRows = 8
const shownColumns = 30
const shownCharacters = 80

/** The first rows as texts. */
function firstRows(rows: Iterable<SourceRow>): string[][] {
  const shown: string[][] = []
  for (const { cells } of rows) {
    shown.push(cells.slice(0, shownColumns).map((cell) => cellText(cell).slice(0, shownCharacters)))
    if (shown.length === shownRows) break
  }
  return shown
}
