import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { packRows } from '../storage/row-blocks.ts'
import { fileProblems } from '../reading/file-messages.ts'
import type { FileRead } from '../reading/file-read.ts'
import { readFile } from '../reading/read-file.ts'
import { blocksInFlight, type ReaderMessage, type ReaderRequest } from './process-messages.ts'

/** Reads one file as the program asks. The process around it only carries messages. */
export type ReaderService = (request: ReaderRequest) => void

/** Rows that are packed at once. */
const rowsPerPart = 8_000

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
  const sendBlocks = async ({ sheets }: FileRead): Promise<void> => {
    const allRows = sheets.reduce((sum, { rows }) => sum + rows.length, 0)
    let sentRows = 0
    for (const [sheet, { rows }] of sheets.entries()) {
      let number = 0
      for (let from = 0; from < rows.length; from += rowsPerPart) {
        const part = rows.slice(from, from + rowsPerPart)
        for (const block of packRows(sheet, part)) {
          unsaved += 1
          post({ kind: 'block', block: { ...block, block: number } })
          number += 1
          while (unsaved >= blocksInFlight) await new Promise<void>((resolve) => (onSaved = resolve))
        }
        sentRows += part.length
        post({ kind: 'progress', part: 0.4 + (0.6 * sentRows) / allRows })
      }
    }
  }
  const read = async ({ name, sizeBytes, path }: ReadRequest): Promise<void> => {
    post({ kind: 'content', contentBytes: sizeBytes })
    const bytes = path === null ? await receiveBytes(sizeBytes) : await readBytes(path)
    if (bytes === null) return post({ kind: 'refused', problem: fileProblems.cannotOpen(name) })
    post({ kind: 'progress', part: 0.1 })
    const answer = await readFile(name, bytes)
    if (!answer.ok) return post({ kind: 'refused', problem: answer.problem })
    await sendBlocks(answer.file)
    const { kind, encoding, delimiter, notes, sheets } = answer.file
    const facts = sheets.map((sheet) => ({
      name: sheet.name,
      hidden: sheet.hidden,
      merges: sheet.merges,
      notes: sheet.notes,
      rowCount: sheet.rows.length,
    }))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    post({
      kind: 'done',
      facts: { kind, sizeBytes: bytes.byteLength, sha256, encoding, delimiter, notes, sheets: facts },
    })
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
