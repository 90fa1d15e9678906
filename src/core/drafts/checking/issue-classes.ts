import type { Issue, Severity } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { CellIssue } from '../../fields/checked-cell.ts'

/**
 * The key of an issue's group. States are grouped by original text and proposal, all other issues by rule. `value`: see
 * `issueValue`.
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

/** The text in the file that an issue is about. */
export const issueValue = (found: Issue, originals: Readonly<Record<CustomerField, string>>): string =>
  found.field ? originals[found.field].trim() : ''

/** Message and proposal of an issue. */
export type IssueVariant = Pick<Issue, 'message' | 'proposal'>

/** The issues of one key, of all rows of a draft. */
export interface ClassGroup {
  readonly key: string
  readonly rule: string
  readonly severity: Severity
  readonly field: CustomerField | null
  /** Of its first issue: the original text of the field, trimmed. */
  readonly value: string
  /** Of its first issue. */
  readonly proposal: string | null
  /** The first different ones. */
  readonly variants: IssueVariant[]
  /** Numbers of its classes, by variant and by whether the value is that of the first issue. */
  readonly classes: Map<number, number>
}

/** What the issues of a class have in common. */
export interface IssueClass {
  readonly group: ClassGroup
  /** Null: none of the named variants, and perhaps not the same in all rows. */
  readonly variant: IssueVariant | null
  readonly hasProposal: boolean
  /** Whether the row's text is the group's `value`. */
  readonly hasGroupValue: boolean
}

/** Where the numbers of a row's issues are from. */
export interface IssueNumbers {
  readonly classes: IssueClasses
  readonly sets: ClassSets
}

/** Named in each group, so that most groups show what their rows share without reading them. A message that names its text differs in each row. */
const maxVariants = 2

/**
 * Issues as small numbers. Two issues have one class when they cannot be told apart in the list of groups, so a row is
 * described by the numbers of its classes, and groups follow from how many rows have each of them.
 */
export class IssueClasses {
  readonly #groups = new Map<string, ClassGroup>()
  /** The group that was used last, by rule. */
  readonly #latest = new Map<string, ClassGroup>()
  readonly #classes: IssueClass[] = []

  /** The class of an issue. `field`: null: of the row. `value`: the original text of its field, trimmed; '' without a field. */
  classOf(found: CellIssue, field: CustomerField | null, value: string): number {
    const group = this.#groupOf(found, field, value)
    return this.#numberOf(group, found, variantOf(group, found), group.value === value)
  }

  /** Throws for a number that is no class. */
  at(number: number): IssueClass {
    const found = this.#classes[number]
    if (!found) throw new RangeError(`There is no issue class ${number}`)
    return found
  }

  groupOfKey(key: string): ClassGroup | null {
    return this.#groups.get(key) ?? null
  }

  #numberOf(group: ClassGroup, { proposal }: CellIssue, variant: number, hasGroupValue: boolean): number {
    const unnamed = proposal === null ? maxVariants : maxVariants + 1
    const code = 2 * (variant < 0 ? unnamed : variant) + (hasGroupValue ? 1 : 0)
    const known = group.classes.get(code)
    if (known !== undefined) return known
    const number = this.#classes.length
    group.classes.set(code, number)
    const hasProposal = proposal !== null
    this.#classes.push({ group, variant: group.variants[variant] ?? null, hasProposal, hasGroupValue })
    return number
  }

  #groupOf(found: CellIssue, field: CustomerField | null, value: string): ClassGroup {
    const { rule, severity } = found
    // Most rules have one group, and equal states follow each other: it is found without its key.
    const latest = this.#latest.get(rule)
    const isOfLatest = latest?.severity === severity && latest.field === field
    if (isOfLatest && (field !== 'state' || (latest.value === value && latest.proposal === found.proposal)))
      return latest
    const key = groupKey({ ...found, field }, value)
    const known = this.#groups.get(key)
    const { proposal } = found
    const group = known ?? { key, rule, severity, field, value, proposal, variants: [], classes: new Map() }
    if (!known) this.#groups.set(key, group)
    this.#latest.set(rule, group)
    return group
  }
}

/** The position of an issue among the named variants of its group, where it is added while there is room; else -1. */
function variantOf({ variants }: ClassGroup, { message, proposal }: CellIssue): number {
  for (const [at, variant] of variants.entries()) {
    if (variant.message === message && variant.proposal === proposal) return at
  }
  return variants.length < maxVariants ? variants.push({ message, proposal }) - 1 : -1
}

/** Sets of classes as numbers: equal sets have the same number. 0 is the empty set. */
export class ClassSets {
  /** The classes of each set, ascending. */
  readonly #sets: (readonly number[])[] = [[]]
  readonly #numbers = new Map<string, number>([['', 0]])

  get size(): number {
    return this.#sets.length
  }

  /** Throws for a number that is no set. */
  classesOf(set: number): readonly number[] {
    const classes = this.#sets[set]
    if (!classes) throw new RangeError(`There is no set ${set}`)
    return classes
  }

  /** The set of these classes. */
  of(classes: readonly number[]): number {
    if (classes.length === 0) return 0
    const sorted = classes.length === 1 ? classes : [...new Set(classes)].toSorted((a, b) => a - b)
    const key = sorted.join(',')
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#sets.length
    this.#numbers.set(key, number)
    this.#sets.push(sorted)
    return number
  }
}
