import { decisionsOf, type DecidedDraft } from '../import-report/open-decisions.ts'
import type { StoredFolder } from './folder-settings.ts'
import { foldersText as text } from './folders-text.ts'
import type { UsualRows } from './usual-rows.ts'

/** What happens to the draft of a file. `wait`: a person decides, because of these reasons. */
export type SendingDecision =
  | { readonly do: 'send' | 'nothing-to-send' | 'refuse' }
  | { readonly do: 'wait'; readonly reasons: readonly string[] }

/**
 * Whether the rows of a file are sent without a person. `templateProblems`: what of the template does not fit the file.
 */
export function decideSending(
  draft: DecidedDraft,
  folder: Pick<StoredFolder, 'sendByItself' | 'templateId' | 'lookUpMissingVins' | 'maxPaidLookups'>,
  { templateProblems, usual }: { readonly templateProblems: readonly string[]; readonly usual: UsualRows | null },
): SendingDecision {
  const { rows, ready, warning, error, update, paidLookups } = draft.counts
  if (rows === 0) return { do: 'refuse' }
  const questions = [...templateProblems, ...decisionsOf(draft)]
  if (questions.length === 0 && ready + warning + error + update === 0) return { do: 'nothing-to-send' }
  if (!folder.sendByItself) return { do: 'wait', reasons: [text.sendYourself, ...questions] }
  const reasons = [...questions]
  if (folder.templateId === null) reasons.push(text.noTemplate)
  if (folder.lookUpMissingVins && paidLookups > folder.maxPaidLookups)
    reasons.push(text.tooManyLookups(paidLookups, folder.maxPaidLookups))
  if (usual === null) reasons.push(text.firstFile)
  else if (rows < usual.from || rows > usual.to) reasons.push(text.unusualRows(rows, usual))
  return reasons.length === 0 ? { do: 'send' } : { do: 'wait', reasons }
}
