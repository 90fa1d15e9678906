import type { ContactQuestion } from '../../../contract/drafts.ts'
import type { ColumnTarget, ContactChoice } from '../../../contract/column-choices.ts'
import { plainText } from '../../fields/cell-text.ts'
import { refusesContact, type ContactMeaning } from '../../fields/do-not-call-text.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import type { RememberedChoices } from '../model/draft-source.ts'
import type { ColumnCounts } from './column-counts.ts'
import { decidedValues, listValues } from './column-value-list.ts'
import { decideNotes, findNotes, noteReading, noteText, type NoteColumn } from './contact-notes.ts'
import { inFullWords } from '../headers/full-words.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'

/** A column whose cells can exclude their rows. */
export interface ContactColumn {
  readonly column: number
  /** `note`: only cells with one of `notes` do. */
  readonly meaning: ContactMeaning | 'note'
  /** As `noteText` writes them. */
  readonly notes?: ReadonlySet<string>
  /** What the user decided about single values, by `noteText`: it comes before all rules. */
  readonly values?: ReadonlyMap<string, boolean>
}

const refusal =
  /\b(?:no(?:mail|sms|e?mail|calls?|phone|contact|marketing|texts?)|donot(?:call|contact|sms|text|e?mail|market)|do ?not(?! (?:modify|edit|delete|change|alter|remove|touch|print|sell|export|overwrite|fill|type|write|enter|use))|dont|not to be|never|no (?:calls?|contact|sms|text|texts|e ?mails?|mail|marketing|phone|mobile|consent|permission|promotions?)|\w*opt(?:ed)? ?outs?\w*|un ?sub\w*|unsub|dnc\w*|dnd|dnm|dns|suppress\w*|stop|cease|remov(?:e|ed|al)(?: \w+)? (?:from|me|customer|contact)|please remove|(?:take|taken)(?: \w+)? off|off(?: the)? list|list removal|exclude(?:d)? from|(?:consent|permission) (?:withdrawn|revoked|refused|declined)|withdrawn|refused|declined|deceased|dead|privacy flag|black ?list(?:ed)?|barred|banned|blocked|(?:block|bar|stop|restrict|hold)(?:s|ed)? (?:all )?(?:e ?mails?|phone|calls?|sms|texts?|mail|marketing|contact)|marketing block)\b/
const permission =
  /\b(?:consent\w*|permissions?|permitted|opt(?:ed)? ?ins?|optin|ok to|okay to|happy (?:to be|for us to)|(?:may|can) (?:be )?(?:contact|call|phone|ring|text|sms|e ?mail)(?:ed)?|(?:may|can|could|should|shall) we|would you like|agrees?d? to|(?:contact|call|text|email) me|accepts? (?:marketing|e ?mails?|sms|calls?)|allow(?:s|ed)? (?:marketing|calls?|phone|sms|e ?mails?|mail|contact|us)|contactable|subscribed|subscriber|subscription|gdpr|(?:marketing|contact|comms?|communications?|privacy|call|phone|sms|e ?mail|mail|subscription|channel) (?:pref|prefs|preferences?)|preferred (?:contact |communication )?(?:method|channel)|marketing (?:status|allowed|ok|flag|e ?mails?|sms|calls?|agreed|accepted|y ?n)|(?:e ?mail|sms|phone|call|mail|text|txt) (?:marketing|ok|allowed|preferences?|status|reminders?|alerts?|notifications?)|contact (?:ok|okay|allowed|permitted)|receives? (?:marketing|offers|sms|e ?mails?|news\w*|promotions?)|privacy (?:accepted|agreed|consent|ok)|pdpa)\b/
const onlyMarketing =
  /^(?:(?:(?:(?:direct|e ?mail|sms) |tele)?marketing|newsletter|mailing list|email list|sms list|(?:can|may) market(?: to)?|sends? (?:marketing|offers|promotions?|news\w*))(?: y n| yes no| flag)?|contact (?:flag|y n|yes no))$/
/** A name that says no more than that a row is not wanted. */
const notWanted =
  /^(?:to (?:be )?)?(?:deleted?|removed?|excluded?|skip(?:ped)?|ignored?|archived?|passed away)(?: (?:customer|client|contact|record|row|me))?(?: flag| y n| yes no)?$/

/** What a yes means in a column of this name; null for a column that is not about contact. */
export function contactMeaning(normalisedHeader: string): ContactMeaning | null {
  const full = inFullWords(normalisedHeader, false)
  // "Do not allow phone calls" has both, and the refusal counts.
  if (refusal.test(full) || notWanted.test(full)) return 'no-contact'
  return permission.test(full) || onlyMarketing.test(full) ? 'consent' : null
}

/** Whether a cell of a contact column says that the customer must not be contacted, or that its row is not sent for another reason. */
export const excludesRow = (cell: SourceCell, { meaning, notes, values }: ContactColumn): boolean =>
  values?.get(noteText(cell)) ??
  (meaning === 'note' ? notes?.has(noteText(cell)) === true : refusesContact(cell, meaning) === true)

export interface ContactPlan {
  readonly questions: readonly ContactQuestion[]
  readonly notes: readonly NoteColumn[]
  /** The columns that exclude rows: those whose question is not answered, or answered so, and those with notes that do. */
  readonly columns: readonly ContactColumn[]
}

interface ContactSource {
  readonly headers: readonly string[]
  /** As written. */
  readonly header: readonly string[]
  readonly targets: readonly ColumnTarget[]
  readonly candidates: readonly ContactColumn[]
  readonly counts: ColumnCounts
}

/** What the user decided in this draft: by column, and by `noteKey`. */
interface ContactDecisions {
  readonly choices: ReadonlyMap<number, ContactChoice>
  readonly notes: ReadonlyMap<string, boolean>
}

/** Columns with another meaning are never read as notes about contact. */
const neverNotes: ReadonlySet<ColumnTarget> = new Set<ColumnTarget>([
  'rego',
  'state',
  'vin',
  'rego_and_state',
  'sale_date',
  'expiry_date',
])

/** The columns in which customers can ask for no contact. `ignored`: columns that say nothing about the customer. */
export function contactCandidates(
  targets: readonly ColumnTarget[],
  header: readonly string[],
  ignored: ReadonlySet<number>,
): ContactColumn[] {
  return targets.flatMap((target, column): ContactColumn[] => {
    if (ignored.has(column) || neverNotes.has(target)) return []
    const meaning = target === 'opt_out' ? contactMeaning(normaliseHeader(header[column] ?? '')) : 'note'
    return [{ column, meaning: meaning ?? 'no-contact' }]
  })
}

/**
 * The columns in which customers ask for no contact, each with its values or notes and what the user decided in this draft, or for an
 * earlier file (`remembered`).
 */
export function planContact(
  { headers, header, targets, candidates, counts }: ContactSource,
  { choices, notes: decided }: ContactDecisions,
  remembered: Pick<RememberedChoices, 'contact' | 'notes'> | null,
): ContactPlan {
  const questions: ContactQuestion[] = []
  const notes: NoteColumn[] = []
  const columns: ContactColumn[] = []
  const someDecided = decided.size > 0 || Object.keys(remembered?.notes ?? {}).length > 0
  for (const candidate of candidates) {
    const { column: index } = candidate
    const values = new Map(
      someDecided
        ? decidedValues(listValues(index, header[index] ?? '', counts), decided, remembered?.notes ?? {})
        : [],
    )
    const contact: ContactColumn = values.size > 0 ? { ...candidate, values } : candidate
    const name = normaliseHeader(header[index] ?? '')
    const shared = { index, header: headers[index] ?? '' }
    if (contact.meaning === 'note') {
      const found = findNotes(index, noteReading(targets[index], name), counts)
      const column = decideNotes(found, decided, remembered?.notes ?? {})
      if (found.about.length + found.others.length > 0) notes.push({ ...shared, ...column })
      const excluding = new Set(found.about.flatMap(({ text }, at) => (column.notes[at]?.excluded ? [text] : [])))
      for (const [at, { text }] of found.others.entries()) if (column.others[at]?.excluded) values.set(text, true)
      if (excluding.size + values.size > 0) {
        columns.push({
          ...candidate,
          ...(values.size > 0 && { values }),
          ...(excluding.size > 0 && { notes: excluding }),
        })
      }
      continue
    }
    const refusing = countValues(contact, counts)
    if (!refusing) continue
    const earlier = remembered?.contact[name]
    const choice = choices.get(index) ?? earlier ?? null
    const sorted = [...refusing].toSorted((a, b) => b[1] - a[1])
    questions.push({
      ...shared,
      values: sorted.slice(0, shownValues).map(([value, rows]) => ({ value, rows })),
      rows: sorted.reduce((sum, [, rows]) => sum + rows, 0),
      choice,
      remembered: earlier !== undefined && !choices.has(index),
    })
    if (choice === null || choice === 'exclude') columns.push(contact)
    else if (values.size > 0) columns.push({ ...contact, meaning: 'note' })
  }
  return { questions, notes, columns }
}

const shownValues = 6
const shownLength = 60

/** The rows of each value that asks for no contact; null: there are none. */
function countValues(contact: ContactColumn, counts: ColumnCounts): ReadonlyMap<string, number> | null {
  const values = new Map<string, number>()
  for (const { cell, count } of counts.cells(contact.column)) {
    if (!excludesRow(cell, contact)) continue
    const value = shownValue(cell)
    values.set(value, (values.get(value) ?? 0) + count)
  }
  return values.size === 0 ? null : values
}

function shownValue(cell: SourceCell): string {
  if (typeof cell === 'object' && cell !== null && 'serial' in cell) return 'a date'
  return plainText(cell).replace(/\s+/g, ' ').slice(0, shownLength)
}
