import { createHash } from 'node:crypto'
import { packRows, type RowBlock } from '../storage/row-blocks.ts'
import { compressBlock } from '../storage/block-codec.ts'
import { fileParts } from '../storage/file-parts.ts'
import { rowsOfBlock } from '../packed/packed-rows.ts'
import { fileProblems } from '../reading/file-messages.ts'
import type { SourceSheet } from '../model/draft-source.ts'
import { arrivingSource, FileUnreadableError, openFile, readFully, type ByteSource } from '../reading/byte-source.ts'
import { createContentMeter, type ContentMeter } from '../reading/content-meter.ts'
import { detectedForm, type FileEnd, type FilePart } from '../reading/file-read.ts'
import { firstRows } from '../reading/first-rows.ts'
import { readPlainText, type PlainBlock } from '../reading/plain-text.ts'
import { readFileParts } from '../reading/read-file.ts'
import { blocksInFlight, type ReaderMessage, type ReaderRequest } from './process-messages.ts'

/** Reads one file as the program asks. The process around it only carries messages. */
export type ReaderService = (request: ReaderRequest) => void

type ReadRequest = Extract<ReaderRequest, { kind: 'read' }>

export function createReaderService(post: (message: ReaderMessage) => void): ReaderService {
  const arrived: Uint8Array[] = []
  let onArrived: (() => void) | null = null
  let unsaved = 0
  let onSaved: (() => void) | null = null

  const nextBytes = async (): Promise<Uint8Array> => {
    post({ kind: 'more' })
    for (;;) {
      const bytes = arrived.shift()
      if (bytes) return bytes
      await new Promise<void>((resolve) => (onArrived = resolve))
    }
  }
  const sendBlock = async (block: RowBlock): Promise<void> => {
    unsaved += 1
    post({ kind: 'block', block })
    while (unsaved >= blocksInFlight) await new Promise<void>((resolve) => (onSaved = resolve))
  }
  /** Sends the rows of a file block by block; `sheets` is filled with what is known about each sheet. */
  const sendParts = async <End>(
    parts: AsyncGenerator<FilePart | PlainBlock, End, void>,
    sheets: SourceSheet[],
  ): Promise<End> => {
    let blocks = 0
    for (;;) {
      const { done, value } = await parts.next()
      if (done) return value
      const last = sheets.at(-1)
      if (value.kind === 'sheet') {
        sheets.push({ name: value.name, hidden: value.hidden, merges: [], notes: [], rowCount: 0 })
        blocks = 0
      } else if (!last) {
        throw new Error('Rows came before their sheet')
      } else if (value.kind === 'rows' || value.kind === 'block') {
        const sheet = sheets.length - 1
        if (sheet === 0 && blocks === 0) {
          const rows = value.kind === 'rows' ? value.rows : rowsOfBlock(value.bytes)
          post({ kind: 'first-rows', rows: firstRows(rows) })
        }
        const packed = value.kind === 'rows' ? packRows(sheet, value.rows) : [{ rows: compressBlock(value.bytes) }]
        for (const { rows } of packed) await sendBlock({ sheet, block: blocks++, rows })
        const rowCount = value.kind === 'rows' ? value.rows.length : value.rowCount
        sheets[sheet] = { ...last, rowCount: last.rowCount + rowCount }
      } else {
        sheets[sheets.length - 1] = { ...last, merges: value.merges, notes: value.notes, repairs: value.repairs }
      }
    }
  }
  const read = async (request: ReadRequest): Promise<void> => {
    const { sizeBytes, path } = request
    post({ kind: 'content', contentBytes: sizeBytes })
    if (path === null) return await readSource(request, arrivingSource(sizeBytes, nextBytes))
    const file = await openFile(path)
    try {
      await readSource(request, file)
    } finally {
      await file.close()
    }
  }
  const readSource = async (request: ReadRequest, source: ByteSource): Promise<void> => {
    const read = (request.form === null ? await readPlain(request, source) : null) ?? (await readAny(request, source))
    const isText = read.kind === 'done' && read.facts.textForm !== undefined
    if (isText && request.keep !== 'nothing') {
      const isSame = await sendFile(source, request.keep, read.facts.sha256)
      if (!isSame) return post({ kind: 'refused', problem: fileProblems.cannotOpen(request.name) })
    }
    post(read)
  }
  /** Null: the file is not plain. */
  const readPlain = async ({ name }: ReadRequest, source: ByteSource): Promise<ReadOutcome | null> => {
    const sheets: SourceSheet[] = []
    const hash = createHash('sha256')
    const options = { meter: createReportingMeter(post), onBytes: (bytes: Uint8Array) => void hash.update(bytes) }
    const end = await sendParts(readPlainText(name, source, options), sheets)
    if (end) return outcome(end, sheets, source.sizeBytes, hash.digest('hex'))
    if (sheets.length > 0) post({ kind: 'restart' })
    return null
  }
  const readAny = async ({ name, form }: ReadRequest, source: ByteSource): Promise<ReadOutcome> => {
    const sheets: SourceSheet[] = []
    const bytes = await readFully(source, new Uint8Array(source.sizeBytes))
    const parts = readFileParts(name, bytes, createReportingMeter(post), form ?? detectedForm)
    const end = await sendParts(parts, sheets)
    return outcome(end, sheets, bytes.byteLength, createHash('sha256').update(bytes).digest('hex'))
  }
  /** Sends the bytes of a file to be saved. False: they changed since the file was read. */
  const sendFile = async (source: ByteSource, keep: 'all' | 'head', sha256?: string): Promise<boolean> => {
    const hash = createHash('sha256')
    for await (const { part, bytes } of fileParts(source, keep)) {
      hash.update(bytes)
      unsaved += 1
      post({ kind: 'file-part', part: { part, bytes: compressBlock(bytes) } })
      while (unsaved >= blocksInFlight) await new Promise<void>((resolve) => (onSaved = resolve))
    }
    return keep === 'head' || hash.digest('hex') === sha256
  }
  return (request) => {
    if (request.kind === 'bytes') {
      arrived.push(request.bytes)
      onArrived?.()
    } else if (request.kind === 'saved') {
      unsaved -= 1
      onSaved?.()
    } else {
      read(request).catch((error: unknown) => {
        if (error instanceof FileUnreadableError)
          return post({ kind: 'refused', problem: fileProblems.cannotOpen(request.name) })
        const { message, stack } = error instanceof Error ? error : new Error(String(error))
        post({ kind: 'failed', message, stack: stack ?? '' })
      })
    }
  }
}

/** Counts what is read, and reports it: how much there is as soon as it is known, and then each percent. */
function createReportingMeter(post: (message: ReaderMessage) => void): ContentMeter {
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
  })
}

type ReadOutcome = Extract<ReaderMessage, { kind: 'done' | 'refused' }>

const outcome = (end: FileEnd, sheets: readonly SourceSheet[], sizeBytes: number, sha256: string): ReadOutcome => {
  if (!end.ok) return { kind: 'refused', problem: end.problem }
  const { ok: _ok, ...file } = end
  return { kind: 'done', facts: { ...file, sizeBytes, sha256, sheets } }
}
