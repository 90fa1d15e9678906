import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { packRows } from '../storage/row-blocks.ts'
import { fileProblems } from '../reading/file-messages.ts'
import type { SourceRow } from '../../fields/source-cell.ts'
import type { SourceSheet } from '../model/draft-source.ts'
import { createContentMeter, type ContentMeter } from '../reading/content-meter.ts'
import type { FileEnd, FileParts } from '../reading/file-read.ts'
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
  const receiveBytes = async (sizeBytes: number): Promise<Uint8Array> => {
    const all = new Uint8Array(sizeBytes)
    for (let at = 0; at < sizeBytes;) {
      const bytes = await nextBytes()
      all.set(bytes, at)
      at += bytes.byteLength
    }
    return all
  }
  const sendBlocks = async (sheet: number, firstBlock: number, rows: readonly SourceRow[]): Promise<number> => {
    let number = firstBlock
    for (const block of packRows(sheet, rows)) {
      unsaved += 1
      post({ kind: 'block', block: { ...block, block: number } })
      number += 1
      while (unsaved >= blocksInFlight) await new Promise<void>((resolve) => (onSaved = resolve))
    }
    return number
  }
  /** Sends the rows of a file block by block; `sheets` is filled with what is known about each sheet. */
  const sendParts = async (parts: FileParts, sheets: SourceSheet[]): Promise<FileEnd> => {
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
      } else if (value.kind === 'rows') {
        blocks = await sendBlocks(sheets.length - 1, blocks, value.rows)
        sheets[sheets.length - 1] = { ...last, rowCount: last.rowCount + value.rows.length }
      } else {
        sheets[sheets.length - 1] = { ...last, merges: value.merges, notes: value.notes, repairs: value.repairs }
      }
    }
  }
  const read = async ({ name, sizeBytes, path }: ReadRequest): Promise<void> => {
    post({ kind: 'content', contentBytes: sizeBytes })
    const bytes = path === null ? await receiveBytes(sizeBytes) : await readBytes(path)
    if (bytes === null) return post({ kind: 'refused', problem: fileProblems.cannotOpen(name) })
    const sheets: SourceSheet[] = []
    const end = await sendParts(readFileParts(name, bytes, createReportingMeter(post)), sheets)
    if (!end.ok) return post({ kind: 'refused', problem: end.problem })
    const { ok: _ok, ...file } = end
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    post({ kind: 'done', facts: { ...file, sizeBytes: bytes.byteLength, sha256, sheets } })
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

/** A whole file; null when it can no longer be opened. */
async function readBytes(path: string): Promise<Uint8Array | null> {
  try {
    const file = await open(path, 'r')
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
