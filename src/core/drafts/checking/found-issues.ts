import type { Issue } from '../../../contract/drafts.ts'

/**
 * The key of an issue's group. States are grouped by original text and proposal, all other issues by rule. `value`: the text in the
 * file that the issue is about.
 */
export function groupKey(found: Issue, value: string): string {
  const base = `${found.severity}:${found.field ?? 'row'}:${found.rule}`
  return found.field === 'state' ? `${base}:${value}:${found.proposal ?? ''}` : base
}

/** The worst of some issues, as bits. */
export const issueFlags = { error: 1, warning: 2 } as const

export function flagOf({ severity }: Pick<Issue, 'severity'>): number {
  return severity === 'error' ? issueFlags.error : severity === 'warning' ? issueFlags.warning : 0
}

/** An issue with the text in the file that it is about. */
export interface FoundIssue {
  readonly key: string
  readonly issue: Issue
  readonly value: string
}

export const foundIssue = (issue: Issue, value: string): FoundIssue => ({ key: groupKey(issue, value), issue, value })

/** Issues of all rows, each kept once for the rows that share it. */
export interface IssueColumn {
  /** By position: a number. */
  readonly numbers: Uint32Array
  /** By number: the issues of its rows, where they have any. */
  readonly found: ReadonlyMap<number, readonly FoundIssue[]>
}
