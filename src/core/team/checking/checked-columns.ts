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
  const lengths = Uint32Array.from(entries, ({ body }) => body.length)
  const bodies = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const { body } of entries) {
    bodies.set(body, at)
    at += body.length
  }
  const [first] = entries
  const isOfOne = entries.every(({ device }) => device === first?.device)
  return {
    devices: first && isOfOne ? [first.device] : entries.map(({ device }) => device),
    numbers: Float64Array.from(entries, ({ n }) => n),
    lengths,
    bodies,
  }
}

export function fromEntryColumns({ devices, numbers, lengths, bodies }: EntryColumns): SealedEntry[] {
  let at = 0
  return Array.from(numbers, (n, index) => {
    const from = at
    at += lengths[index] ?? 0
    return { device: devices[index] ?? devices[0] ?? '', n, body: bodies.subarray(from, at) }
  })
}

/** Texts in one, which is copied at once. */
interface Texts {
  readonly joined: string
  readonly lengths: Uint32Array<ArrayBuffer>
}

const joinTexts = (texts: readonly string[]): Texts => ({
  joined: texts.join(''),
  lengths: Uint32Array.from(texts, ({ length }) => length),
})

function splitTexts({ joined, lengths }: Texts): string[] {
  let at = 0
  return Array.from(lengths, (length) => joined.slice(at, (at += length)))
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
  const usual: Extract<AcceptedEntry, { readonly state: 'accepted' }>[] = []
  for (const [at, accepted] of decided.entries()) {
    if (accepted.state === 'accepted' && accepted.entry.marks.length === 0) usual.push(accepted)
    else others.push([at, accepted])
  }
  return {
    texts: joinTexts(usual.map(({ text }) => text)),
    subjects: joinTexts(usual.map(({ entry }) => entry.subject)),
    ids: joinTexts(usual.map(({ entry }) => entry.id)),
    kinds: Uint8Array.from(usual, ({ entry }) => kindNames.indexOf(entry.kind)),
    numbers: Float64Array.from(usual.flatMap(({ entry }) => [...entry.at, entry.subjectHash])),
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
