import { isOrderOpen } from '../../contract/column-choices.ts'
import type { Draft } from '../../contract/drafts.ts'
import { importText } from './import-text.ts'

/** What the rule needs of a draft. */
export type DecidedDraft = Pick<
  Draft,
  'counts' | 'contactQuestions' | 'contactNotes' | 'columns' | 'groups' | 'otherRegion' | 'otherRegionRows'
> & {
  readonly source: Pick<Draft['source'], 'cutOff' | 'otherTables'>
}

/** Warnings of rows that are sent without a value that their file once had, or with one that is probably another. */
const doubtfulRules: ReadonlySet<string> = new Set([
  'cell.too-narrow',
  'cell.formula-error',
  'date.greenwich-evening',
  'date.no-day',
  'date.swapped',
  'date.year-unseen',
  'mobile.not-the-customers',
  'name.masked',
  'row.too-many-cells',
])

/**
 * What only a person can decide before the rows of a draft are sent, as sentences. Empty: they may be sent without one. The command line
 * and watched folders follow the same rule.
 */
export function decisionsOf({
  counts,
  contactQuestions,
  contactNotes,
  columns,
  groups,
  otherRegion,
  otherRegionRows,
  source,
}: DecidedDraft): string[] {
  return [
    ...(counts.error > 0 ? [importText.errors(counts.error)] : []),
    ...contactQuestions.flatMap(({ header, rows, choice }) =>
      choice === null ? [importText.contact(header, rows)] : [],
    ),
    ...contactNotes.flatMap(({ header, open }) => (open > 0 ? [importText.notes(header, open)] : [])),
    ...columns.flatMap(({ isOpen, suggested }) => (isOpen ? [suggested.reason] : [])),
    ...groups.flatMap(({ rule, severity, message, rows }) =>
      severity === 'warning' && doubtfulRules.has(rule) ? [importText.doubtful(message, rows)] : [],
    ),
    ...columns.flatMap(({ header, dates }) =>
      dates && isOrderOpen(dates.decidedBy) ? [importText.dates(header)] : [],
    ),
    ...(source.cutOff ? [importText.cutOff] : []),
    ...(source.otherTables?.hasCars ? [importText.otherTables(source.otherTables.rows)] : []),
    ...(otherRegion ? [importText.otherRegion(otherRegion.evidence)] : []),
    ...(otherRegionRows ? [importText.otherRegionRows(otherRegionRows)] : []),
  ]
}
