import type { Draft, DraftSummary } from '../../contract/drafts.ts'
import type { ImportOptions } from '../../contract/import-options.ts'
import { fail } from '../failures/failure-error.ts'
import { draftMessages } from './draft-messages.ts'
import type { SavedDraft } from './storage/draft-repository.ts'

/** How a draft was read, for the history of its upload. */
export const importOptions = (
  { source, defaultState, columns, contactQuestions }: Draft,
  mobileForm: ImportOptions['mobileForm'],
): ImportOptions => ({
  sheet: source.kind === 'csv' || source.kind === 'by-hand' ? '' : source.sheet,
  headerRow: source.headerRow,
  defaultState,
  mobileForm,
  columns: columns.map(({ index, header, target, dates }) => {
    const contact = contactQuestions.find((question) => question.index === index)?.choice ?? null
    return { header, target, dateOrder: dates?.order ?? null, ...(contact !== null && { contact }) }
  }),
})

/** Nothing is sent before the user has decided about "do not contact". */
export function requireAnswers({ contactQuestions, contactNotes }: Draft): void {
  const question = contactQuestions.find(({ choice }) => choice === null)
  if (question) fail('invalid-input', draftMessages.contactUndecided(question.header, question.rows))
  const notes = contactNotes.find(({ open }) => open > 0)
  if (notes) fail('invalid-input', draftMessages.notesUndecided(notes.header, notes.open))
}

export const summaryOf = ({ connectionId: _connectionId, ...summary }: SavedDraft): DraftSummary => summary
