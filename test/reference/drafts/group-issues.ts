import type { Issue, IssueGroup, Severity } from '../../../src/contract/drafts.ts'
import type { CustomerField } from '../../../src/contract/draft-rows.ts'
import type { CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import { groupMessage } from '../../../src/core/drafts/checking/group-text.ts'

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

/** Rules of severity `info` that change no value. All others tell what was changed, moved or left blank. */
const rulesWithoutChange: ReadonlySet<string> = new Set([
  'mobile.many-names',
  'plate.from-number',
  'plate.look-alike',
  'plate.personalised',
  'plate.trade',
])

/** The key of an issue's group. States are grouped by original text and proposal, all other issues by rule. */
export function groupKey(row: CheckedRow, found: Issue): string {
  const base = `${found.severity}:${found.field ?? 'row'}:${found.rule}`
  return found.field === 'state' ? `${base}:${row.originals.state.trim()}:${found.proposal ?? ''}` : base
}

const originalFor = (row: CheckedRow, field: CustomerField | null): string => (field ? row.originals[field].trim() : '')

/** A group while its rows are collected. */
interface OpenGroup {
  readonly first: Issue
  readonly value: string
  rows: number
  lastRow: number
  sameValue: boolean
  sameProposal: boolean
  sameMessage: boolean
  allProposed: boolean
}

/** Cached issues: those that many rows share are found early. */
const maxCounted = 20_000

/** Groups equal issues of many rows ("state 'Vic.' x 212 -> VIC"): errors first, then by number of rows. */
export function groupIssues(
  rows: Iterable<{ readonly row: CheckedRow; readonly issues: Iterable<Issue> }>,
): IssueGroup[] {
  const groups = new Map<string, OpenGroup>()
  // Rows with the same text share its issues: after the first row they only have to be counted.
  const counted = new Map<Issue, { readonly value: string; readonly group: OpenGroup }>()
  for (const { row, issues } of rows) {
    for (const found of issues) {
      const value = originalFor(row, found.field)
      const shared = counted.get(found)
      const group = shared?.value === value ? shared.group : openGroup(groups, groupKey(row, found), found, value)
      if (group !== shared?.group && counted.size < maxCounted) counted.set(found, { value, group })
      if (group.lastRow !== row.row) group.rows += 1
      group.lastRow = row.row
    }
  }
  return [...groups]
    .map(([key, group]): IssueGroup => ({
      key,
      rule: group.first.rule,
      severity: group.first.severity,
      field: group.first.field,
      message: group.sameMessage ? group.first.message : (groupMessage(group.first.rule) ?? group.first.message),
      rows: group.rows,
      value: group.sameValue && group.value !== '' ? group.value : null,
      proposal: group.sameProposal ? group.first.proposal : null,
      unchanged: rulesWithoutChange.has(group.first.rule) && group.first.severity === 'info',
      ownProposals: !group.sameProposal && group.allProposed,
    }))
    .toSorted((a, b) => rank[a.severity] - rank[b.severity] || b.rows - a.rows || a.key.localeCompare(b.key))
}

/** The group of a key, with one more issue compared to its first. */
function openGroup(groups: Map<string, OpenGroup>, key: string, found: Issue, value: string): OpenGroup {
  const group = groups.get(key)
  if (!group) {
    const opened: OpenGroup = {
      first: found,
      value,
      rows: 0,
      lastRow: 0,
      sameValue: true,
      sameProposal: true,
      sameMessage: true,
      allProposed: found.proposal !== null,
    }
    groups.set(key, opened)
    return opened
  }
  if (group.value !== value) group.sameValue = false
  if (group.first.proposal !== found.proposal) group.sameProposal = false
  if (group.first.message !== found.message) group.sameMessage = false
  if (found.proposal === null) group.allProposed = false
  return group
}
