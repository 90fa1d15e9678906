import fc from 'fast-check'
import { addedRowId } from '../../../../../src/contract/row-id.ts'
import type { CellChange, RowSet } from '../../../../../src/contract/draft-changes.ts'
import type { CustomerField } from '../../../../../src/contract/draft-rows.ts'
import type { DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { fileWords } from '../../../../../src/core/drafts/reading/file-messages.ts'

/** Texts for each column of a random table: plain, odd, damaged and missing values of its field. */
const pools = {
  Deal: ['1', '2', 'A-3', '', '  '],
  'First Name': ['Ann', 'Bob', 'O’Brien', 'ObRIEN', 'N/A', '', ' Cy ', 'Zoë', 'RenÃ©e', '='],
  Surname: ['Lee', 'Tan', 'lee', 'Tan Pty Ltd', 'NIL', '', '12'],
  Mobile: [
    '0491570006',
    '0491 570 006',
    '491570006',
    '0491570156',
    '0491570157',
    '+61491570158',
    '0061491570110',
    '4.92E+08',
    '0298765432',
    '1300975707',
    '0491570006 / 0491570156',
    '049157O006',
    '0495470006',
    'ask wife',
    '64211234567',
    '',
    'N/A',
    '0000000000',
  ],
  Rego: [
    'ABC123',
    'abc-123',
    'ABC123',
    'XYZ789',
    '1AB2CD',
    '1ABC234',
    'AB12CD',
    'ABO123',
    'MYCAR',
    'TBA',
    'MAR 10',
    '3/04/2024',
    'ABC123 NSW',
    '1ABC234WA',
    '',
    'S123ABC',
    'YAA00A',
    'A',
    'TOOLONGPLATE',
    'ABC123/2',
    'Z_99',
    'nsw',
    'АВС123',
  ],
  'Rego State': ['NSW', 'nsw', 'Vic.', 'VIC', 'Queensland', 'Vctoria', 'Sydney', 'NZ', '', 'N/A', '2000', 'Mars'],
  VIN: [
    '6G1FA8E5AZ4033922',
    '6g1fa8e5az4033922',
    'JTNK4OBEEHD746156',
    '1HGCM82633A004352',
    '1HGCM82633A004353',
    'JZX100-0010000',
    'ABC123',
    '',
    '0',
    '6G1FA8E5AZ40339221',
    '6G1FA8E5AZ4#33922',
    'VIN: 6G1FA8E5AZ4033923',
  ],
  Delivered: [
    '3/04/2024',
    '13/04/2024',
    '4/14/2024',
    '2024-04-03',
    '45000',
    'Apr 2024',
    '31/02/2024',
    'soon',
    '',
    '1/01/1900',
    '3/4/26',
    '3/04/2035',
  ],
  'Delete On': ['3/04/2027', '13/04/2028', '1/02/2024', '', '3/04/2050'],
  'Opt Out': ['', '', '', 'Y', 'no', 'do not call'],
  Notes: ['', '', 'Fleet, "2nd"', 'do not contact', 'Level 2\n14 George St', 'Ω ünïcode', '=1+1'],
} as const

export type ColumnName = keyof typeof pools
const names = Object.keys(pools) as ColumnName[]

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows in which a value is usually drawn from the first ones of its pool, so that most rows are plain. */
const line = (columns: readonly ColumnName[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...columns.map((name) => {
        const pool: readonly string[] = pools[name]
        return fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...pool.slice(0, 4)) },
          { weight: 3, arbitrary: fc.constantFrom(...pool) },
          {
            weight: 1,
            arbitrary: fc.nat({ max: 99 }).map((at) => `${pool[at % pool.length] ?? ''}${at % 7 === 0 ? at : ''}`),
          },
        )
      }),
    )
    .map((cells) => cells.map(quoted).join(','))

const oddLines = ['Total: 4', '', '-----', ',,,,', 'a,b,c,d,e,f,g,h,i,j,k,l,m,n', 'Branch: North', '"   ",']

/** A table as CSV text, of up to `maxRows` rows, with some columns, odd lines and titles. */
export const randomTable = (maxRows: number): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 4, maxLength: names.length })
    .chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        title: fc.constantFrom('', '', 'Sold list\n'),
        lines: fc.array(
          fc.oneof({ weight: 15, arbitrary: line(columns) }, { weight: 1, arbitrary: fc.constantFrom(...oddLines) }),
          { minLength: 1, maxLength: maxRows, size: 'max' },
        ),
      }),
    )
    .map(({ columns, lines, title }) => `${title}${columns.join(',')}\n${lines.join('\n')}\n`)

const fields = ['rego', 'state', 'vin', 'client_name', 'mobile_number', 'sale_date', 'expiry_date'] as const
const targets = [...fields, 'keep', 'leave_out', 'opt_out', 'rego_and_state', 'company', 'first_name'] as const
const typed = [
  '',
  'ABC123',
  'XYZ789',
  'VIC',
  'NSW',
  '0491570006',
  '0491570157',
  '1/02/2024',
  'Vctoria',
  'Ann',
  '6G1FA8E5AZ4033922',
]
const addedRow = fc.integer({ min: 1, max: 4 }).map(addedRowId)
const rowNumber = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: addedRow },
)

/** A change of many cells: one text in some rows, or a text replaced in all. */
const cellChange: fc.Arbitrary<CellChange> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    rows: fc.constant<RowSet>({ runs: [[3, 20]] }),
    values: fc.record({ state: fc.constantFrom('', 'VIC', 'Vctoria'), client_name: fc.constantFrom('', 'Ann') }),
  }),
  fc.record({
    kind: fc.constant('replace' as const),
    rows: fc.constant<RowSet>({ filter: { show: 'all', group: null, search: '' } }),
    fields: fc.constant<CustomerField[]>([...fields]),
    find: fc.constantFrom('n', '0491', '/04/', 'VIC'),
    text: fc.constantFrom('', '1', 'NSW'),
    wholeCell: fc.boolean(),
    matchCase: fc.boolean(),
    except: fc.constant<{ row: number; field: CustomerField }[]>([]),
  }),
)

/** A change by the user. `group` of a fix is a position in the list of groups of that moment. */
export type RandomAction =
  | Exclude<DraftAction, { kind: 'fix-group' | 'exclude-group' }>
  | { readonly kind: 'exclude-group'; readonly group: number }
  | { readonly kind: 'fix-group'; readonly group: number; readonly value: string | undefined }

export const randomAction: fc.Arbitrary<RandomAction> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom('none' as const, 1, 2, 3).map((headerRow) => ({
      kind: 'table' as const,
      choices: { form: null, sheets: [fileWords.file], headerRow, lastRow: null },
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('column' as const),
      index: fc.integer({ min: 0, max: 10 }),
      target: fc.constantFrom(...targets),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('other-columns' as const),
      target: fc.constantFrom('keep' as const, 'leave_out' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('date-order' as const),
      index: fc.integer({ min: 0, max: 10 }),
      order: fc.constantFrom('dmy' as const, 'mdy' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('default-state' as const),
      state: fc.constantFrom(null, 'NSW' as const, 'WA' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('known-customers' as const),
      choice: fc.constantFrom('skip' as const, 'send' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('known-vins' as const),
      choice: fc.constantFrom('fill' as const, 'ignore' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('cell' as const),
      row: rowNumber,
      field: fc.constantFrom(...fields),
      value: fc.constantFrom(...typed),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('exclude' as const),
      rows: fc.oneof(
        fc.array(rowNumber, { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(rowNumber, { minLength: 9, maxLength: 30 }),
      ),
      excluded: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<RandomAction>({ kind: 'exclude-errors' }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add-rows' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove-rows' as const),
      rows: fc.array(addedRow, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('exclude-group' as const), group: fc.integer({ min: 0, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('cells' as const), change: cellChange, withRefused: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fix-group' as const),
      group: fc.integer({ min: 0, max: 12 }),
      value: fc.constantFrom(undefined, '', 'VIC', 'ABC123', '0491570110'),
    }),
  },
)
