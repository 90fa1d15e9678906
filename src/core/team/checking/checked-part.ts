import {
  entriesOfBlock,
  fewestInBlock,
  fitsInBlock,
  packBlock,
  textsOfBlock,
  type BlockEntry,
  type PackedBlock,
} from '../../database/team-blocks.ts'
import { acceptEntries, readText, type AcceptedEntry, type EntryTrust } from '../accept-entry.ts'
import { createIsErased, type PersonMarks } from '../crypto/person-marks.ts'
import type { EntryKind } from '../log/entry-kinds.ts'
import type { SubjectKey } from '../log/subject.ts'
import type { SealedEntry } from '../team-server.ts'

/** A block as it is stored, and what else is kept about its entries. They are of one device, accepted, and follow each other. */
export interface CheckedBlock extends PackedBlock {
  readonly subjects: readonly SubjectKey[]
  readonly subjectHashes: Float64Array
  /** NaN: it is no outcome. */
  readonly outcomeTimes: Float64Array
  /** The hybrid times: milliseconds and counter of each. */
  readonly times: Float64Array
}

/** What was decided about entries that came together. */
export interface CheckedPart {
  /** Those that are in no block, by their position. */
  readonly others: ReadonlyMap<number, AcceptedEntry>
  /** By the position of their first entry. */
  readonly blocks: ReadonlyMap<number, CheckedBlock>
}

/** What entries are checked by. */
export interface CheckRules extends EntryTrust {
  /** Null: nobody was deleted. */
  readonly marks: PersonMarks | null
}

/** Decides about entries of the server: on this thread (`checkEntries`) or beside it. */
export type CheckEntries = (entries: readonly SealedEntry[], rules: CheckRules) => Promise<CheckedPart>

/** Fewer are stored one by one, and their index with them. */
export const fewestPacked = 500

export const checkEntries: CheckEntries = async (entries, rules) =>
  packPart(entries, await acceptEntries(entries, rules), rules.marks)

const carKinds: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'outcome',
  'outcome-undone',
  'note',
  'assignment',
  'lock',
  'lock-released',
])

/** Makes blocks of what is accepted about cars. */
function packPart(
  entries: readonly SealedEntry[],
  decided: readonly AcceptedEntry[],
  marks: PersonMarks | null,
): CheckedPart {
  if (entries.length < fewestPacked) return { others: new Map(decided.entries()), blocks: new Map() }
  const isErased = createIsErased(marks)
  const others = new Map<number, AcceptedEntry>()
  const blocks = new Map<number, CheckedBlock>()
  let open: Accepted[] = []
  const flush = (end: number): void => {
    const from = end - open.length
    if (open.length >= fewestInBlock) blocks.set(from, blockOf(open))
    else for (const [at, accepted] of open.entries()) others.set(from + at, accepted)
    open = []
  }
  for (const [at, accepted] of decided.entries()) {
    if (open.length === entriesOfBlock || !follows(entries[at - 1], entries[at])) flush(at)
    if (isForBlock(accepted) && !isErased(accepted.text)) open.push(accepted)
    else {
      flush(at)
      others.set(at, accepted)
    }
  }
  flush(decided.length)
  return { others, blocks }
}

type Accepted = Extract<AcceptedEntry, { state: 'accepted' }>

const follows = (before: SealedEntry | undefined, entry: SealedEntry | undefined): boolean =>
  before !== undefined && before.device === entry?.device && before.n + 1 === entry.n

const isForBlock = (accepted: AcceptedEntry): accepted is Accepted =>
  accepted.state === 'accepted' &&
  carKinds.has(accepted.entry.kind) &&
  fitsInBlock({ subject: accepted.entry.subject, content: accepted.text })

function blockOf(accepted: readonly Accepted[]): CheckedBlock {
  const [subjectHashes, outcomeTimes, times] = [
    new Float64Array(accepted.length),
    new Float64Array(accepted.length),
    new Float64Array(accepted.length * 2),
  ]
  const packed = packBlock(
    accepted.map(({ text, entry: { kind, at: time, subject, subjectHash } }, at): BlockEntry => {
      subjectHashes[at] = subjectHash
      outcomeTimes[at] = kind === 'outcome' ? time[0] : NaN
      times.set(time, at * 2)
      return { kind, subject, subjectHash, atMs: time[0], content: text }
    }),
  )
  return { ...packed, subjects: accepted.map(({ entry }) => entry.subject), subjectHashes, outcomeTimes, times }
}

/** What was decided about each entry of a block. */
export const decidedInBlock = (block: CheckedBlock): AcceptedEntry[] => textsOfBlock(block).map(readText)
