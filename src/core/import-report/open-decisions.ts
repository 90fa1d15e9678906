import type { Draft } from '../../contract/drafts.ts'
import { importText } from './import-text.ts'

/**
 * What only a person can decide before the rows of a draft are sent, as sentences. Empty: they may be sent without one. The command line
 * and watched folders follow the same rule.
 */
export function decisionsOf({
  counts,
  contactQuestions,
  columns,
  otherRegion,
}: Pick<Draft, 'counts' | 'contactQuestions' | 'columns' | 'otherRegion'>): string[] {
  return [
    ...(counts.error > 0 ? [importText.errors(counts.error)] : []),
    ...contactQuestions.flatMap(({ header, rows, choice }) =>
      choice === null ? [importText.contact(header, rows)] : [],
    ),
    ...columns.flatMap(({ header, dates }) => (dates?.decidedBy === 'undecided' ? [importText.dates(header)] : [])),
    ...(otherRegion ? [importText.otherRegion(otherRegion.evidence)] : []),
  ]
}
