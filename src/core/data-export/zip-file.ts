import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fail } from '../failures/failure-error.ts'
import { dataExportText as text } from './data-export-text.ts'

/** Bytes that are packed before other calls are let through: 3 ms for text. */
const pieceBytes = 64 * 1_024
/** Offsets in a .zip file have 32 bits. */
const mostBytes = 0xffff_ffff

/** The bytes of a .zip file with files of a folder. `names`: with slashes. Workbooks are packed already and stored as they are. */
export async function* zipPieces(folder: string, names: readonly string[]): AsyncGenerator<Uint8Array> {
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
