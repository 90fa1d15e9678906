import type { AcceptedEntry } from '../accept-entry.ts'
import type { SealedEntry } from '../team-server.ts'
import type { CheckedBlock, CheckedPart } from './checked-part.ts'

/*
 * Entries and decisions in columns: an object for each would be copied field by field between threads, which takes as long as
 * storing it.
 */

export interface EntryColumns {
  readonly devices: readonly string[]
  readonly numbers: Float64Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  /** The bodies, one after another. */
  readonly bodies: Uint8Array<ArrayBuffer>
}

export function toEntryColumns(entries: readonly SealedEntry[]): EntryColumns {
  const [numbers, lengths] = [new Float64Array(entries.length), new Uint32Array(entries.length)]
  let [size, at] = [0, 0]
  let isOfOne = true
  const device = entries[0]?.device
  for (const entry of entries) {
    numbers[at] = entry.n
    lengths[at] = entry.body.length
    at += 1
    size += entry.body.length
    isOfOne &&= entry.device === device
  }
  return {
    devices: device !== undefined && isOfOne ? [device] : entries.map((entry) => entry.device),
    numbers,
    lengths,
    bodies: joinBodies(entries, size),
  }
}

/** Bodies of one answer of the server lie one after another: they are copied at once. */
function joinBodies(entries: readonly SealedEntry[], size: number): Uint8Array<ArrayBuffer> {
  const bodies = new Uint8Array(size)
  const first = entries[0]?.body
  let at = 0
  const isInOrder = entries.every(({ body }) => {
    const follows = body.buffer === first?.buffer && body.byteOffset === first.byteOffset + at
    at += body.length
    return follows
  })
  if (first && isInOrder) {
    bodies.set(new Uint8Array(first.buffer, first.byteOffset, size))
    return bodies
  }
  at = 0
  for (const { body } of entries) {
    bodies.set(body, at)
    at += body.length
  }
  return bodies
}

export function fromEntryColumns({ devices, numbers, lengths, bodies }: EntryColumns): SealedEntry[] {
  const entries: SealedEntry[] = []
  let at = 0
  for (const [index, n] of numbers.entries()) {
    const from = at
    at += lengths[index] ?? 0
    entries.push({ device: devices[index] ?? devices[0] ?? '', n, body: bodies.subarray(from, at) })
  }
  return entries
}

/** Texts in one, which is copied at once. */
interface Texts {
  readonly joined: string
  readonly lengths: Uint32Array<ArrayBuffer>
}

function joinTexts(texts: readonly string[]): Texts {
  const lengths = new Uint32Array(texts.length)
  for (const [at, text] of texts.entries()) lengths[at] = text.length
  return { joined: texts.join(''), lengths }
}

function splitTexts({ joined, lengths }: Texts): string[] {
  const texts: string[] = []
  let at = 0
  for (const length of lengths) texts.push(joined.slice(at, (at += length)))
  return texts
}

export interface CheckedColumns {
  readonly others: readonly (readonly [at: number, accepted: AcceptedEntry])[]
  /** Of each block: position, size, length in bytes, earliest outcome (NaN: none). */
  readonly blocks: Float64Array<ArrayBuffer>
  /** The blocks, one after another. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly subjects: Texts
  /** Of the entries in blocks: hashes, times of outcomes, hybrid times. */
  readonly numbers: Float64Array<ArrayBuffer>
}

const numbersOfBlock = 4
const numbersOfEntry = 4

export function toCheckedColumns({ others, blocks: all }: CheckedPart): CheckedColumns {
  const checked = [...all.values()]
  const blocks = new Float64Array(all.size * numbersOfBlock)
  const bytes = new Uint8Array(checked.reduce((sum, block) => sum + block.bytes.length, 0))
  const numbers = new Float64Array(checked.reduce((sum, block) => sum + block.size, 0) * numbersOfEntry)
  let [row, byteAt, numberAt] = [0, 0, 0]
  for (const [position, block] of all) {
    blocks.set([position, block.size, block.bytes.length, block.oldestMs ?? NaN], row)
    row += numbersOfBlock
    bytes.set(block.bytes, byteAt)
    byteAt += block.bytes.length
    for (const values of [block.subjectHashes, block.outcomeTimes, block.times]) {
      numbers.set(values, numberAt)
      numberAt += values.length
    }
  }
  return {
    others: [...others],
    blocks,
    bytes,
    subjects: joinTexts(checked.flatMap((block) => block.subjects)),
    numbers,
  }
}

export function fromCheckedColumns({ others, ...columns }: CheckedColumns): CheckedPart {
  const subjects = splitTexts(columns.subjects)
  const blocks = new Map<number, CheckedBlock>()
  let [byteAt, numberAt, entryAt] = [0, 0, 0]
  const nextNumbers = (count: number): Float64Array => columns.numbers.subarray(numberAt, (numberAt += count))
  for (let row = 0; row < columns.blocks.length; row += numbersOfBlock) {
    const [position = 0, entries = 0, length = 0, oldest = NaN] = columns.blocks.subarray(row, row + numbersOfBlock)
    blocks.set(position, {
      size: entries,
      bytes: columns.bytes.subarray(byteAt, (byteAt += length)),
      oldestMs: Number.isNaN(oldest) ? null : oldest,
      subjects: subjects.slice(entryAt, (entryAt += entries)),
      subjectHashes: nextNumbers(entries),
      outcomeTimes: nextNumbers(entries),
      times: nextNumbers(entries * 2),
    })
  }
  return { others: new Map(others), blocks }
}
