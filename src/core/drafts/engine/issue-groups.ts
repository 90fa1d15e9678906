import type { IssueGroup, Severity } from '../../../contract/drafts.ts'
import { groupMessage } from '../checking/group-text.ts'
import type { FoundIssue } from '../checking/found-issues.ts'
import { statusCodes, type RowIssues } from './row-issues.ts'

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

/** Rules of severity `info` that change no value. All others tell what was changed, moved or left blank. */
const rulesWithoutChange: ReadonlySet<string> = new Set([
  'mobile.many-names',
  'plate.from-number',
  'plate.look-alike',
  'plate.personalised',
  'plate.trade',
])

/** A group, and what all its issues have in common with the first one. */
interface OpenGroup {
  first: FoundIssue
  firstNumber: number
  rows: number
  sameValue: boolean
  sameProposal: boolean
  sameMessage: boolean
  allProposals: boolean
}

/** Groups equal issues of many rows ("state 'Vic.' x 212 -> VIC"): errors first, then by number of rows. */
export function issueGroups(issues: Pick<RowIssues, 'columns' | 'statuses'>): IssueGroup[] {
  const groups = new Map<string, OpenGroup>()
  for (const { numbers, found } of issues.columns()) {
    if (found.size === 0) continue
    const rows = countRows(numbers, issues.statuses)
    for (const [number, all] of found) {
      const count = rows[number] ?? 0
      if (count > 0) addTo(groups, number, all, count)
    }
  }
  return [...groups.values()]
    .map(shownGroup)
    .toSorted((a, b) => rank[a.severity] - rank[b.severity] || b.rows - a.rows || (a.key < b.key ? -1 : 1))
}

/** By number: how many rows have it that are not excluded. */
function countRows(numbers: Uint32Array, statuses: Uint8Array): Uint32Array {
  const rows = new Uint32Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1)
  for (let position = 0; position < numbers.length; position += 1)
    if (statuses[position] !== statusCodes.excluded) rows[numbers[position] as number]! += 1
  return rows
}

function addTo(groups: Map<string, OpenGroup>, number: number, found: readonly FoundIssue[], rows: number): void {
  const counted = new Set<string>()
  for (const one of found) {
    const { key, issue, value } = one
    const none = { rows: 0, sameValue: true, sameProposal: true, sameMessage: true, allProposals: true }
    const group = groups.get(key) ?? { first: one, firstNumber: number, ...none }
    groups.set(key, group)
    // A row that has an issue twice counts once.
    if (!counted.has(key)) group.rows += rows
    counted.add(key)
    group.sameValue &&= value === group.first.value
    group.sameProposal &&= issue.proposal === group.first.issue.proposal
    group.sameMessage &&= issue.message === group.first.issue.message
    group.allProposals &&= issue.proposal !== null
    if (number < group.firstNumber) Object.assign(group, { first: one, firstNumber: number })
  }
}

function shownGroup({ first, rows, sameValue, sameProposal, sameMessage, allProposals }: OpenGroup): IssueGroup {
  const { rule, severity, field, message, proposal } = first.issue
  return {
    key: first.key,
    rule,
    severity,
    field,
    message: sameMessage ? message : (groupMessage(rule) ?? message),
    rows,
    value: sameValue && first.value !== '' ? first.value : null,
    proposal: sameProposal ? proposal : null,
    unchanged: rulesWithoutChange.has(rule) && severity === 'info',
    ownProposals: !sameProposal && allProposals,
  }
}
