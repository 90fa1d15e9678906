import { readFully, type ByteSource } from './byte-source.ts'
import type { ContentLimits } from './content-meter.ts'
import { fileProblems } from './file-messages.ts'
import type { FileProblem } from './file-read.ts'
import type { StreamForm } from './stream-form.ts'

/** Places of a file at which its lines are counted, and the bytes that are read at each. */
const countedPlaces = 16
const countedBytes = 65_536
/** The places differ; the whole file has fewer lines than their mean and so many standard errors more, and 3 %. */
const [standardErrors, margin] = [4, 1.03]

/**
 * Refuses a text that is too large or has too many rows before it is read. Null: it has few enough, as far as its places
 * tell.
 */
export async function textSizeProblem(
  name: string,
  source: ByteSource,
  form: StreamForm,
  limits: ContentLimits,
): Promise<FileProblem | null> {
  if (source.sizeBytes > limits.fileBytes) return fileProblems.manyBytes(name, source.sizeBytes, limits.fileBytes)
  const expected = (await expectedLines(source)) / form.linesPerRow
  if (expected < limits.rows) return null
  const records = await countRecords(source, form)
  return records > limits.rows ? fileProblems.tooManyRows(limits, records) : null
}

/** The most lines that a file can be expected to have, by its size and by places all over it. */
async function expectedLines(source: ByteSource): Promise<number> {
  const { sizeBytes } = source
  const piece = new Uint8Array(countedBytes)
  const densities: number[] = []
  for (let place = 0; place < countedPlaces; place += 1) {
    const part = await readFully(source, piece, Math.floor((sizeBytes * place) / countedPlaces))
    let lines = 0
    for (let at = part.indexOf(0x0a); at >= 0; at = part.indexOf(0x0a, at + 1)) lines += 1
    densities.push(lines / part.byteLength)
  }
  const mean = densities.reduce((sum, one) => sum + one, 0) / countedPlaces
  const variance = densities.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (countedPlaces - 1)
  return sizeBytes * (mean + standardErrors * Math.sqrt(variance / countedPlaces)) * margin
}

/** How many records a file has: a line end inside of quotes ends none. Takes a second for 1 GB. */
async function countRecords(source: ByteSource, { quoting, mark }: StreamForm): Promise<number> {
  const piece = new Uint8Array(Math.min(1_024 * 1_024, source.sizeBytes))
  const [quote, lineFeed, delimiter] = [0x22, 0x0a, quoting.delimiter.charCodeAt(0)]
  let records = 0
  let isQuoted = false
  let last = lineFeed
  for (let position = mark.byteLength; position < source.sizeBytes;) {
    const count = await source.read(piece, position)
    if (count === 0) break
    for (let at = 0; at < count; at += 1) {
      const byte = piece[at] as number
      // A quote inside of a text is text; two quotes in a cell are one.
      if (byte === quote) isQuoted = !isQuoted && (last === delimiter || last === lineFeed || last === quote)
      else if (byte === lineFeed && !isQuoted) records += 1
      last = byte
    }
    position += count
  }
  return last === lineFeed ? records : records + 1
}
