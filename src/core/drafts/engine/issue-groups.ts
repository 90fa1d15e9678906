import type { Issue, IssueGroup, Severity } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import { groupMessage } from '../checking/group-text.ts'
import { groupKey, issueValue, type ClassGroup, type IssueClass } from '../checking/issue-classes.ts'
import type { RowIssues } from './row-issues.ts'

/** The issues of all rows, as far as groups depend on them. */
export interface GroupedIssues extends Pick<RowIssues, 'classes' | 'sets' | 'rowsBySet' | 'positionsWith' | 'of'> {
  readonly rows: { at(position: number): CheckedRow }
}

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

/** Rules of severity `info` that change no value. All others tell what was changed, moved or left blank. */
const rulesWithoutChange: ReadonlySet<string> = new Set([
  'mobile.many-names',
  'plate.from-number',
  'plate.look-alike',
  'plate.personalised',
  'plate.trade',
])

/** A group with the classes that rows have now. */
interface LiveGroup {
  readonly group: ClassGroup
  readonly classes: IssueClass[]
  rows: number
}

/** What all issues of a group have in common; null: not known from their classes. */
interface Sameness {
  value: boolean | null
  proposal: boolean | null
  message: boolean | null
}

/** Groups equal issues of many rows ("state 'Vic.' x 212 -> VIC"): errors first, then by number of rows. */
export function issueGroups(issues: GroupedIssues): IssueGroup[] {
  return liveGroups(issues)
    .map((live) => shownGroup(live, issues))
    .toSorted((a, b) => rank[a.severity] - rank[b.severity] || b.rows - a.rows || (a.key < b.key ? -1 : 1))
}

function liveGroups(issues: GroupedIssues): LiveGroup[] {
  const { classes, sets } = issues
  const live = new Map<ClassGroup, LiveGroup>()
  const classesSeen = new Set<number>()
  for (const [set, rows] of issues.rowsBySet().entries()) {
    if (rows === 0) continue
    const inSet = new Set<ClassGroup>()
    for (const number of sets.classesOf(set)) {
      const one = classes.at(number)
      const found = live.get(one.group) ?? { group: one.group, classes: [], rows: 0 }
      live.set(one.group, found)
      if (!classesSeen.has(number)) found.classes.push(one)
      classesSeen.add(number)
      // A row counts once, however many issues of the group it has.
      if (!inSet.has(one.group)) found.rows += rows
      inSet.add(one.group)
    }
  }
  return [...live.values()]
}

function shownGroup({ group, classes, rows }: LiveGroup, issues: GroupedIssues): IssueGroup {
  const { key, rule, severity, field } = group
  const same = settled(samenessOf(classes), group, issues)
  const first = (): Found | null => firstIssue(group, issues)
  const variant = classes.find((one) => one.variant !== null)?.variant ?? null
  const value = !same.value ? '' : classes[0]?.hasGroupValue ? group.value : (first()?.value ?? '')
  const proposal = !same.proposal ? null : variant ? variant.proposal : (first()?.issue.proposal ?? null)
  const message = same.message
    ? (variant?.message ?? first()?.issue.message)
    : (groupMessage(rule) ?? first()?.issue.message)
  return {
    key,
    rule,
    severity,
    field,
    message: message ?? '',
    rows,
    value: value === '' ? null : value,
    proposal,
    unchanged: rulesWithoutChange.has(rule) && severity === 'info',
    ownProposals: !same.proposal && classes.every(({ hasProposal }) => hasProposal),
  }
}

function samenessOf(classes: readonly IssueClass[]): Sameness {
  const variants = classes.flatMap(({ variant }) => variant ?? [])
  const isNamed = variants.length === classes.length
  const [first] = variants
  const differ = (property: 'message' | 'proposal'): boolean =>
    variants.some((variant) => variant[property] !== first?.[property])
  const withProposal = classes.filter(({ hasProposal }) => hasProposal).length
  const withValue = classes.filter(({ hasGroupValue }) => hasGroupValue).length
  return {
    value: withValue === classes.length ? true : withValue > 0 ? false : null,
    proposal: withProposal === 0 ? true : withProposal < classes.length || differ('proposal') ? false : isNamed || null,
    message: differ('message') ? false : isNamed || null,
  }
}

/** Answers what the classes leave open by reading the rows of the group until they differ, usually the second one. */
function settled(same: Sameness, group: ClassGroup, issues: GroupedIssues): Sameness {
  if (same.value !== null && same.proposal !== null && same.message !== null) return same
  let first: Found | null = null
  const open = { ...same }
  for (const found of issuesOfGroup(group, issues)) {
    first ??= found
    if (found.value !== first.value) open.value ??= false
    if (found.issue.proposal !== first.issue.proposal) open.proposal ??= false
    if (found.issue.message !== first.issue.message) open.message ??= false
    if (open.value !== null && open.proposal !== null && open.message !== null) break
  }
  return { value: open.value ?? true, proposal: open.proposal ?? true, message: open.message ?? true }
}

interface Found {
  readonly issue: Issue
  readonly value: string
}

const firstIssue = (group: ClassGroup, issues: GroupedIssues): Found | null => {
  for (const found of issuesOfGroup(group, issues)) return found
  return null
}

/** Issues of a group in the order of the rows, of rows that are not excluded. */
function* issuesOfGroup({ key }: ClassGroup, issues: GroupedIssues): Generator<Found> {
  for (const position of issues.positionsWith(key)) {
    const row = issues.rows.at(position)
    for (const issue of issues.of(position, row)) {
      const value = issueValue(issue, row.originals)
      if (groupKey(issue, value) === key) yield { issue, value }
    }
  }
}
