import type { CustomerField, Issue, IssueGroup, Severity } from '../../../contract/drafts.ts'
import type { CheckedRow } from './check-row.ts'
import { groupTitle } from './group-titles.ts'

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

/** The key of the group to which an issue belongs: states group by what was written and proposed, all else by rule. */
export function groupKey(row: CheckedRow, found: Issue): string {
  const base = `${found.severity}:${found.field ?? 'row'}:${found.rule}`
  return found.field === 'state' ? `${base}:${row.originals.state.trim()}:${found.proposal ?? ''}` : base
}

export const originalFor = (row: CheckedRow, field: CustomerField | null): string =>
  field ? row.originals[field].trim() : ''

interface Gathered {
  readonly first: Issue
  readonly value: string
  rows: number
  lastRow: number
  sameValue: boolean
  sameProposal: boolean
  sameMessage: boolean
  allProposed: boolean
}

/** Issues kept in mind while gathering: those that rows share are met early. */
const maxCounted = 20_000

/** Equal issues of many rows as one ("state 'Vic.' x 212 -> VIC"); errors first, then by number of rows. */
export function groupIssues(
  rows: Iterable<{ readonly row: CheckedRow; readonly issues: Iterable<Issue> }>,
): IssueGroup[] {
  const groups = new Map<string, Gathered>()
  // Rows with the same text share its issues: those that were gathered once only have to be counted.
  const counted = new Map<Issue, { readonly value: string; readonly group: Gathered }>()
  for (const { row, issues } of rows) {
    for (const found of issues) {
      const value = originalFor(row, found.field)
      const again = counted.get(found)
      if (again?.value === value) {
        if (again.group.lastRow !== row.row) again.group.rows += 1
        again.group.lastRow = row.row
        continue
      }
      const key = groupKey(row, found)
      const group = groups.get(key)
      if (!group) {
        const gathered = {
          first: found,
          value,
          rows: 1,
          lastRow: row.row,
          sameValue: true,
          sameProposal: true,
          sameMessage: true,
          allProposed: found.proposal !== null,
        }
        groups.set(key, gathered)
        if (counted.size < maxCounted) counted.set(found, { value, group: gathered })
        continue
      }
      if (group.lastRow !== row.row) group.rows += 1
      group.lastRow = row.row
      if (group.value !== value) group.sameValue = false
      if (group.first.proposal !== found.proposal) group.sameProposal = false
      if (group.first.message !== found.message) group.sameMessage = false
      if (found.proposal === null) group.allProposed = false
      if (counted.size < maxCounted) counted.set(found, { value, group })
    }
  }
  return [...groups]
    .map(([key, group]): IssueGroup => ({
      key,
      rule: group.first.rule,
      severity: group.first.severity,
      field: group.first.field,
      message: group.sameMessage ? group.first.message : groupTitle(group.first.rule, group.first.message),
      rows: group.rows,
      value: group.sameValue && group.value !== '' ? group.value : null,
      proposal: group.sameProposal ? group.first.proposal : null,
      ownProposals: !group.sameProposal && group.allProposed,
    }))
    .toSorted((a, b) => rank[a.severity] - rank[b.severity] || b.rows - a.rows || a.key.localeCompare(b.key))
}
