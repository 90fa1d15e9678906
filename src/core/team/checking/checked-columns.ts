import type { AcceptedEntry } from '../accept-entry.ts'
import { entryKinds, type EntryKind } from '../log/entry-kinds.ts'
import type { SealedEntry } from '../team-server.ts'

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

export interface AcceptedColumns {
  readonly texts: Texts
  readonly subjects: Texts
  readonly ids: Texts
  /** Positions in the list of kinds. */
  readonly kinds: Uint8Array<ArrayBuffer>
  /** Of each entry: time and counter, and the hash of the subject. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** Entries that are not just accepted, by their position. */
  readonly others: readonly (readonly [at: number, accepted: AcceptedEntry])[]
}

const kindNames = Object.keys(entryKinds) as EntryKind[]
const numbersOfEntry = 3

export function toAcceptedColumns(decided: readonly AcceptedEntry[]): AcceptedColumns {
  const others: (readonly [number, AcceptedEntry])[] = []
  const [texts, subjects, ids]: [string[], string[], string[]] = [[], [], []]
  const [kinds, numbers] = [new Uint8Array(decided.length), new Float64Array(decided.length * numbersOfEntry)]
  for (const [at, accepted] of decided.entries()) {
    if (accepted.state !== 'accepted' || accepted.entry.marks.length > 0) {
      others.push([at, accepted])
      continue
    }
    const { text, entry } = accepted
    const count = texts.length
    kinds[count] = kindNames.indexOf(entry.kind)
    numbers[count * numbersOfEntry] = entry.at[0]
    numbers[count * numbersOfEntry + 1] = entry.at[1]
    numbers[count * numbersOfEntry + 2] = entry.subjectHash
    texts.push(text)
    subjects.push(entry.subject)
    ids.push(entry.id)
  }
  return {
    texts: joinTexts(texts),
    subjects: joinTexts(subjects),
    ids: joinTexts(ids),
    kinds: kinds.slice(0, texts.length),
    numbers: numbers.slice(0, texts.length * numbersOfEntry),
    others,
  }
}

export function fromAcceptedColumns({ kinds, numbers, others, ...columns }: AcceptedColumns): AcceptedEntry[] {
  const [texts, subjects, ids] = [splitTexts(columns.texts), splitTexts(columns.subjects), splitTexts(columns.ids)]
  const usual = texts.map((text, index): AcceptedEntry => {
    const at = index * numbersOfEntry
    const kind = kindNames[kinds[index] ?? 0] ?? 'note'
    return {
      state: 'accepted',
      text,
      entry: {
        kind,
        id: ids[index] ?? '',
        at: [numbers[at] ?? 0, numbers[at + 1] ?? 0],
        subject: subjects[index] ?? '',
        subjectHash: numbers[at + 2] ?? 0,
        marks: [],
      },
    }
  })
  const other = new Map(others)
  let taken = 0
  return Array.from({ length: usual.length + other.size }, (_, at) => {
    const entry = other.get(at) ?? usual[taken++]
    if (!entry) throw new Error('A decision is missing')
    return entry
  })
}
