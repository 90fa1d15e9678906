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
  /** All of them, sure ones first. */
  readonly notes: readonly ContactNote[]
}

interface FoundNote extends Pick<ContactNote, 'key' | 'note' | 'isSure'> {
  /** See `noteText`. */
  readonly text: string
  rows: number
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

/** Whether notes of a column may be asked about that do not surely forbid contact. */
export const mayAsk = (target: ColumnTarget | undefined, normalisedHeader: string): boolean =>
  (target === 'keep' || target === 'leave_out') && !aboutOtherThings.test(normalisedHeader)

/** The different notes about contact in a column. `asks`: also those that may forbid it. */
export function findNotes(column: number, asks: boolean, counts: ColumnCounts): readonly FoundNote[] {
  return counts.once(`notes ${column} ${asks}`, () => {
    const found = new Map<string, FoundNote>()
    for (const { cell, count } of counts.cells(column)) {
      const about = readContactNote(cell)
      if (about === null || (!about.forbids && !asks)) continue
      const text = noteText(cell)
      const earlier = found.get(text)
      if (earlier) earlier.rows += count
      else {
        const note = excerpt(plainText(cell), about.at)
        found.set(text, { text, key: noteKey(text), note, rows: count, isSure: about.forbids })
      }
    }
    return [...found.values()].toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || b.rows - a.rows)
  })
}

/** The same notes with what happens to their rows. `decided`, `remembered`: by `noteKey`. */
export const decideNotes = (
  found: readonly FoundNote[],
  decided: ReadonlyMap<string, boolean>,
  remembered: Readonly<Record<string, boolean>>,
): ContactNote[] =>
  found.map(({ key, note, rows, isSure }) => {
    const choice = decided.get(key) ?? remembered[key]
    return { key, note, rows, isSure, excluded: choice ?? isSure, isOpen: choice === undefined && !isSure }
  })

/** Notes of each kind that are shown at once. Those that are decided make room for others. */
const shownNotes = 100

/** A column of notes as it is shown. */
export function toShownNotes({ index, header, notes }: NoteColumn): ContactNotes {
  const shown = { sure: 0, open: 0, decided: 0 }
  const kept = notes.filter(({ isSure, isOpen }) => {
    const kind = isSure ? 'sure' : isOpen ? 'open' : 'decided'
    return (shown[kind] += 1) <= shownNotes
  })
  const open = notes.filter(({ isOpen }) => isOpen).length
  const excludedRows = notes.reduce((sum, { excluded, rows }) => sum + (excluded ? rows : 0), 0)
  return { index, header, notes: kept, hidden: notes.length - kept.length, open, excludedRows }
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
