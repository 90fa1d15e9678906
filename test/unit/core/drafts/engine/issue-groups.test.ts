import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Issue, IssueGroup } from '../../../../../src/contract/drafts.ts'
import type { CheckedRow } from '../../../../../src/core/drafts/checking/check-row.ts'
import { ClassSets, groupKey, IssueClasses } from '../../../../../src/core/drafts/checking/issue-classes.ts'
import { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { issueGroups } from '../../../../../src/core/drafts/engine/issue-groups.ts'
import { context, sourceOf } from './open-draft.ts'

const issue = (changes: Partial<Issue> = {}): Issue => ({
  rule: 'plate.other-state',
  severity: 'warning',
  field: 'rego',
  message: 'Plate format doesn’t match the state: ABC123.',
  proposal: null,
  ...changes,
})
const row = (number: number, text: string, issues: readonly Issue[]): CheckedRow => ({
  row: number,
  source: { row: number, cells: [] },
  values: emptyFields,
  originals: { ...emptyFields, rego: text, state: text },
  edited: new Set(),
  issues,
  extras: null,
})
const emptyFields = { rego: '', state: '', vin: '', client_name: '', mobile_number: '', sale_date: '', expiry_date: '' }
/** The groups of rows in which `gone` are excluded after all were checked. */
function groupsOf(rows: readonly CheckedRow[], gone: readonly number[] = []): IssueGroup[] {
  const classes = new IssueClasses()
  const sets = new ClassSets()
  const setOf = rows.map(({ issues, originals }) =>
    sets.of(issues.map((one) => classes.classOf(one, one.field, one.field ? originals[one.field].trim() : ''))),
  )
  const included = rows.flatMap((one, position) => (gone.includes(one.row) ? [] : [position]))
  return issueGroups({
    classes,
    sets,
    rows: { at: (position) => rows[position]! },
    rowsBySet: () => {
      const counts = new Uint32Array(sets.size)
      for (const position of included) counts[setOf[position]!]! += 1
      return counts
    },
    positionsWith: function* (key) {
      for (const position of included) {
        if (sets.classesOf(setOf[position]!).some((number) => classes.at(number).group.key === key)) yield position
      }
    },
    of: (_, one) => one.issues,
  })
}

describe('groups of issues', () => {
  it('come with errors first, then with most rows first', () => {
    const rows = [
      row(1, 'A', [issue({ rule: 'b', severity: 'info' })]),
      row(2, 'B', [issue(), issue({ rule: 'b', severity: 'info' })]),
      row(3, 'C', [issue({ rule: 'z', severity: 'error' })]),
      row(4, 'D', [issue(), issue({ rule: 'c' })]),
    ]
    expect(groupsOf(rows).map(({ rule, rows: count }) => [rule, count])).toEqual([
      ['z', 1],
      ['plate.other-state', 2],
      ['c', 1],
      ['b', 2],
    ])
  })

  it('have the message, value and proposal that all rows share', () => {
    const same = issue({ rule: 'state.near', field: 'state', proposal: 'VIC', message: '“Vctoria” isn’t a state.' })
    expect(groupsOf([row(1, 'Vctoria ', [same]), row(2, 'Vctoria', [{ ...same }])])[0]).toMatchObject({
      rows: 2,
      value: 'Vctoria',
      proposal: 'VIC',
      ownProposals: false,
      message: '“Vctoria” isn’t a state.',
    })
  })

  it('have a message for all when the messages of the rows differ, and say when each row has its own proposal', () => {
    const [one, two] = [issue({ proposal: 'A1' }), issue({ proposal: 'B2', message: 'Another' })]
    expect(groupsOf([row(1, 'A', [one]), row(2, 'B', [two])])[0]).toMatchObject({
      value: null,
      proposal: null,
      ownProposals: true,
      message: 'Plate format doesn’t match the state. Check the state. Cars that moved keep their plate.',
    })
  })

  it('count a row once that has an issue twice', () => {
    expect(groupsOf([row(1, 'A', [issue(), issue()])])[0]?.rows).toBe(1)
  })

  it('have what the remaining rows share, also of more different issues than are told apart', () => {
    const texts = Array.from({ length: 30 }, (_, at) => `TEXT${at}`)
    const rows = texts.map((text, at) => row(at + 1, text, [issue({ message: `About ${text}`, proposal: `${text}X` })]))
    const twice = [...rows, row(31, 'TEXT29', [issue({ message: 'About TEXT29', proposal: 'TEXT29X' })])]
    const numbers = texts.map((_, at) => at + 1)
    expect(groupsOf(twice)[0]).toMatchObject({ rows: 31, value: null, proposal: null, ownProposals: true })
    expect(groupsOf(twice, numbers.slice(0, 29))[0]).toMatchObject({
      rows: 2,
      value: 'TEXT29',
      proposal: 'TEXT29X',
      message: 'About TEXT29',
      ownProposals: false,
    })
    expect(groupsOf(twice, numbers.slice(1, 29))[0]).toMatchObject({ rows: 3, value: null, proposal: null })
    expect(groupsOf(twice, numbers.slice(5))[0]).toMatchObject({ rows: 6, value: null, proposal: null })
  })

  it('of states are one for each text and proposal', () => {
    const near = issue({ field: 'state', proposal: 'VIC' })
    expect(groupKey(near, 'Vctoria')).not.toBe(groupKey(near, 'Victora'))
    expect(groupKey(issue(), 'ABC123')).toBe(groupKey(issue(), 'XYZ789'))
  })
})

describe.each([
  ['sold-vehicles.csv', 'au'],
  ['workshop-clients.csv', 'au'],
  ['crm-closed-won-nz.xlsx', 'nz'],
] as const)('the groups of %s', (name, region) => {
  it('that are called cleaned hold only values that are sent in another form', async () => {
    const bytes = readFileSync(new URL(`../../../../fixtures/samples/${name}`, import.meta.url))
    const engine = new DraftEngine(await sourceOf(name, bytes), new Map(), context({ region }), new Set())
    const cleaned = engine.groups().filter((group) => group.severity === 'info' && !group.unchanged)
    expect(cleaned.length).toBeGreaterThan(0)
    for (const { key, field, rule } of cleaned) {
      for (const { cells, row: number } of engine.rowsByNumber(engine.order({ show: 'all', group: key, search: '' }))) {
        const cell = field && cells[field]
        expect({ rule, number, value: cell?.value }).not.toEqual({ rule, number, value: cell?.original })
      }
    }
    expect(engine.groups().filter((group) => group.rule === 'mobile.many-names' && !group.unchanged)).toEqual([])
  })
})
