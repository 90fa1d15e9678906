import { expect, it } from 'vitest'
import { createCellChecks } from '../../../../../src/core/drafts/checking/cell-checks.ts'
import { DraftRows } from '../../../../../src/core/drafts/engine/draft-rows.ts'
import { ColumnScans } from '../../../../../src/core/drafts/mapping/column-scans.ts'
import { planColumns } from '../../../../../src/core/drafts/mapping/columns.ts'
import { indexOverrides } from '../../../../../src/core/drafts/model/override-index.ts'
import type { Table } from '../../../../../src/core/drafts/reading/find-table.ts'
import { allRows } from '../../../../../src/core/drafts/packed/row-selection.ts'
import type { CheckContext } from '../../../../../src/core/drafts/model/draft-source.ts'

const context: CheckContext = {
  region: 'au',
  today: '2026-01-01',
  mobileForm: 'national',
  shortVins: 'extra-field',
  knownVinMaxAgeDays: 30,
  dateFormat: 'region',
  sentKeys: { chassisKey: 'chassis_no', secondMobileKey: 'mobile_2' },
  reservedKeys: [],
}
const overrides = indexOverrides(new Map())
const states = ['NSW', 'vic', 'W.A.', '', 'Queensland', 'XX', 'TBA']
const dates = (at: number): string[] => [
  `${1 + (at % 28)}/${1 + (at % 12)}/${2010 + (at % 14)}`,
  '',
  'TBA',
  `31/2/${2000 + (at % 9)}`,
  '2019-04-05',
  `${1 + (at % 28)}/${1 + (at % 12)}/${10 + (at % 14)}`,
  'May 2019',
]

/** Words that repeat, some of which are no names. */
const word = (at: number, beginnings: readonly string[]): string => {
  const letters = [at % 20, Math.floor(at / 20) % 20].map((one) => 'abcdefghijklmnopqrst'[one])
  return `${beginnings[at % beginnings.length]}${letters.join('')}`
}

function tableOf(names: 'parts' | 'full'): Table {
  const header = [
    ...(names === 'full' ? ['Customer'] : ['First Name', 'Surname']),
    'Rego',
    'State',
    'Sale Date',
    'Rego Expiry',
  ]
  let seed = 7
  const next = (most: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 0x1_0000_0000) * most)
  }
  const rows = Array.from({ length: 30_000 }, (_, at) => {
    const first = word(next(400), ['Ann', 'José', 'O’', 'Mr ', 'X  '])
    const last = next(40) === 0 ? '' : word(next(300), ['Lee', 'N/A', 'van der ', 'Mc'])
    const cells = names === 'full' ? [`${first} ${word(next(9), ['Lee'])}`] : [first, last]
    const sale = dates(next(400))[next(7)] ?? ''
    cells.push(`AB${10 + (at % 90)}CD`, states[next(7)] ?? '', sale, dates(next(400))[next(7)] ?? '')
    return { row: at + 2, cells }
  })
  const records = allRows(rows)
  return { headerRow: 1, header, records, skippedRows: [], overlong: new Set(), shortRows: 0, isLastShort: false }
}

function check(table: Table, scans: ColumnScans): DraftRows {
  const plan = planColumns(table, overrides, null, context, scans)
  const checks = createCellChecks(plan, context)
  return new DraftRows(table.records, { plan, overrides, context, overlong: table.overlong, marks: new Map(), checks })
}

it.each(['parts', 'full'] as const)('gives rows the same facts when cells have numbers: names as %s', (names) => {
  const table = tableOf(names)
  const numbered = check(table, new ColumnScans(table.records))
  const { facts, texts } = check(table, new ColumnScans(table.records, null))
  // The columns of the name, the state and the date of the sale.
  expect([...numbered.rules.plan.numbers.values()].map((one) => one !== null)).toEqual(
    names === 'full' ? [true, true, true] : [true, true, true, true],
  )
  expect(numbered.facts).toEqual(facts)
  for (const field of ['state', 'client_name', 'sale_date', 'expiry_date'] as const) {
    expect(numbered.texts.numbered[field].texts).toEqual(texts.numbered[field].texts)
  }
})

it('checks each state of a column with more different texts than are numbered', () => {
  const spaces = (count: number): string => ' '.repeat(count)
  // So long that the block scanner does not number them either.
  const last = ['Vic', 'Nowhere', 'NSW', 'Elsewhere'].map((text) => `${text}${spaces(70)}`)
  const written = ['VIC', 'vic', 'Vic', 'vIC']
  const usual = Array.from({ length: 40_000 }, (_, at) => {
    const [before, behind] = [spaces(at % 100), spaces(Math.floor(at / 100) % 100)]
    return `${before}${written[Math.floor(at / 10_000)]}${behind}`
  })
  const states = [...usual, ...last]
  const records = allRows(
    states.map((state, at) => ({ row: at + 2, cells: ['Ann Lee', `ABC${100 + (at % 900)}`, state] })),
  )
  const header = ['Customer', 'Rego', 'State']
  const table = {
    headerRow: 1,
    header,
    records,
    skippedRows: [],
    overlong: new Set<number>(),
    shortRows: 0,
    isLastShort: false,
  }
  const { facts } = check(table, new ColumnScans(records))
  const [vic, nowhere, nsw, elsewhere] = facts.sets.slice(-last.length)
  expect(nsw).toBe(vic)
  expect([nowhere, elsewhere]).not.toContain(vic)
})
