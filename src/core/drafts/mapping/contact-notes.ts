import { createHash } from 'node:crypto'
import type { ColumnTarget } from '../../../contract/column-choices.ts'
import type { ContactNote, ContactNotes } from '../../../contract/drafts.ts'
import { plainText } from '../../fields/cell-text.ts'
import { readContactNote } from '../../fields/do-not-call-text.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import type { ColumnCounts } from './column-counts.ts'

/** A column with notes about contact. */
export interface NoteColumn {
  readonly index: number
  readonly header: string
  /** About contact: all of them, sure ones first. */
  readonly notes: readonly ContactNote[]
  /** Of a column of notes: those that say nothing about contact. */
  readonly others: readonly ContactNote[]
  readonly othersHidden: number
}

interface FoundNote extends Pick<ContactNote, 'key' | 'note' | 'isSure'> {
  /** See `noteText`. */
  readonly text: string
  rows: number
}

/** The different notes of a column. */
interface FoundNotes {
  readonly about: readonly FoundNote[]
  readonly others: readonly FoundNote[]
  readonly othersHidden: number
}

/** The text by which notes are told apart: capitals, blanks, and punctuation at the ends do not count. */
export const noteText = (cell: SourceCell): string =>
  plainText(cell)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:!*-]+|[\s.,;:!*-]+$/g, '')

/** Identifies a note in stored decisions. A digest, because templates are given to other people. `text`: see `noteText`. */
export const noteKey = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Columns whose texts mention calls and lists but say nothing about the customer's wishes. */
const aboutOtherThings =
  /\b(?:source|origin|channel|campaign|referr\w*|enquiry|inquiry|e ?mail|web ?site|web|url|address|street|suburb|city|town|make|model|series|badge|variant|colou?r|company|employer|dealer\w*|branch|department|sales ?person|sales ?man|consultant|staff|user|occupation|job|industry|product|finance|lender|insurer|file|phone|mobile)\b/

/** Columns of what people wrote about its customers. */
const ofNotes = /\b(?:notes?|comments?|remarks?|memos?|alerts?|warnings?|instructions?|feedback|history)\b/

const namesOfCar = /\b(?:make|model|series|badge|variant|colou?r)\b/
/** More columns about the car, in which short forms ("DND") may mean something else. */
const describesCar = /\b(?:paint|trim|body|accessor\w*|options?|extras?|features?|fitments?|parts?|stock|description)\b/

/** What may be read in the notes of a column, by its name. */
interface NoteReading {
  /** Also those that may forbid contact. */
  readonly asks: boolean
  /** Also those about other things. */
  readonly lists: boolean
  /** Short forms mean something else ("never"), may do so, or are what they say. */
  readonly shortForms: 'never' | 'ask' | 'sure'
}

export function noteReading(target: ColumnTarget | undefined, normalisedHeader: string): NoteReading {
  const isOfNotes = ofNotes.test(normalisedHeader)
  const asks = (target === 'keep' || target === 'leave_out') && (isOfNotes || !aboutOtherThings.test(normalisedHeader))
  const isName = namesOfCar.test(normalisedHeader)
  const mayMeanOther = isName || describesCar.test(normalisedHeader)
  const shortForms = isName && !isOfNotes ? 'never' : mayMeanOther ? 'ask' : 'sure'
  return { asks, lists: asks && isOfNotes, shortForms }
}

/** Notes of each kind that are shown at once. Those that are decided make room for others. */
const shownNotes = 100

/** With more notes about other things than these, nobody looks at them. */
const readOthers = 500

/** The different notes of a column. */
export function findNotes(column: number, { asks, lists, shortForms }: NoteReading, counts: ColumnCounts): FoundNotes {
  return counts.once(`notes ${column} ${asks} ${lists} ${shortForms}`, () => {
    const about = new Map<string, FoundNote>()
    const others = new Map<string, FoundNote>()
    let unread = 0
    for (const { cell, count } of counts.cells(column)) {
      const read = readContactNote(cell)
      const isShort = read?.isShort === true
      const isSure = read?.forbids === true && (!isShort || shortForms === 'sure')
      const isAbout = isSure || (read !== null && (asks || (isShort && shortForms !== 'never')))
      if (!isAbout && (!lists || typeof cell !== 'string')) continue
      if (!isAbout && others.size === readOthers) {
        unread += 1
        continue
      }
      const text = noteText(cell)
      if (text === '') continue
      const found = isAbout ? about : others
      const earlier = found.get(text)
      if (earlier) earlier.rows += count
      else {
        const note = excerpt(plainText(cell), read?.at ?? 0)
        found.set(text, { text, key: noteKey(text), note, rows: count, isSure })
      }
    }
    const byRows = (notes: Iterable<FoundNote>): FoundNote[] => [...notes].toSorted((a, b) => b.rows - a.rows)
    const shown = byRows(others.values()).slice(0, shownNotes)
    return {
      about: byRows(about.values()).toSorted((a, b) => Number(b.isSure) - Number(a.isSure)),
      others: shown,
      othersHidden: others.size - shown.length + unread,
    }
  })
}

/** The same notes with what happens to their rows. `decided`, `remembered`: by `noteKey`. */
export function decideNotes(
  { about, others, othersHidden }: FoundNotes,
  decided: ReadonlyMap<string, boolean>,
  remembered: Readonly<Record<string, boolean>>,
): Pick<NoteColumn, 'notes' | 'others' | 'othersHidden'> {
  const decide = ({ key, note, rows, isSure }: FoundNote, asks: boolean): ContactNote => {
    const choice = decided.get(key) ?? remembered[key]
    return { key, note, rows, isSure, excluded: choice ?? isSure, isOpen: asks && choice === undefined && !isSure }
  }
  return {
    notes: about.map((note) => decide(note, true)),
    others: others.map((note) => decide(note, false)),
    othersHidden,
  }
}

/** A column of notes as it is shown. */
export function toShownNotes({ index, header, notes, others, othersHidden }: NoteColumn): ContactNotes {
  const shown = { sure: 0, open: 0, decided: 0 }
  const kept = notes.filter(({ isSure, isOpen }) => {
    const kind = isSure ? 'sure' : isOpen ? 'open' : 'decided'
    return (shown[kind] += 1) <= shownNotes
  })
  const open = notes.filter(({ isOpen }) => isOpen).length
  const excludedRows = [...notes, ...others].reduce((sum, { excluded, rows }) => sum + (excluded ? rows : 0), 0)
  return {
    index,
    header,
    notes: kept,
    hidden: notes.length - kept.length,
    others: [...others],
    othersHidden,
    open,
    excludedRows,
  }
}

const excerptLength = 240

/** A long note around the words about contact. */
function excerpt(note: string, at: number): string {
  const text = note.replace(/\s/g, ' ')
  if (text.length <= excerptLength) return text
  const start = Math.max(0, Math.min(at - excerptLength / 2, text.length - excerptLength))
  const end = start + excerptLength
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`
}
