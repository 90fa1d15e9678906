import { expect, it } from 'vitest'
import type { Customer } from '../../../../../../src/contract/customer-record.ts'
import { failure, success } from '../../../../../../src/contract/result.ts'
import { createProgramClient } from '../../../../../../src/renderer/bridge/program-client.ts'
import { useCellChanges } from '../../../../../../src/renderer/features/customers/cells/useCellChanges.ts'
import { arrangeColumns, toGridColumns } from '../../../../../../src/renderer/features/customers/customer-columns.ts'
import { createToasts } from '../../../../../../src/renderer/ui/useToasts.ts'
import { createHostTwin } from '../../../host-twin.ts'
import { withinScope } from '../../../within-scope.ts'
import { customer } from '../sample-customer.ts'

const columns = toGridColumns(arrangeColumns(null, [], 'au'))
const name = columns.findIndex(({ key }) => key === 'clientName')
const rego = columns.findIndex(({ key }) => key === 'rego')
const range = (top: number, bottom: number, column = name) => ({ top, bottom, left: column, right: column })

function open({ rows = 40, note = null as string | null, forbidden = 0 } = {}) {
  const twin = createHostTwin()
  const customers: readonly Customer[] = Array.from({ length: rows }, (_, at) => customer(`c${at}`))
  const toasts = createToasts()
  const changed: number[] = []
  // As the program answers: every name is fine but "12".
  twin.answer('customers.previewCells', ({ rows: asked }) => {
    const cells = asked.map(({ id, texts }) => ({ id, field: 'clientName' as const, text: texts.clientName ?? '' }))
    return success({
      changed: cells
        .filter(({ text }) => text !== '12')
        .map(({ id, field, text }) => ({ id, field, before: 'Priya Raman', after: text || null })),
      unchanged: 0,
      refused: cells.filter(({ text }) => text === '12').map((cell) => ({ ...cell, reason: 'That is no name.' })),
      forbidden,
    })
  })
  twin.answer('customers.changeCells', ({ rows: asked }) => {
    const refused = asked.flatMap(({ id, texts }) =>
      texts.clientName === '12' ? [{ id, field: 'clientName' as const, text: '12', reason: 'That is no name.' }] : [],
    )
    return success({ changed: asked.length - refused.length, unchanged: 0, refused })
  })
  const on: Parameters<typeof useCellChanges>[0] = {
    fewCalls: () => note,
    shown: () => ({ columns, rowCount: rows, text: () => '' }),
    fetchRows: async (first, last) => success(customers.slice(first, last + 1)),
    changed: async (count) => void changed.push(count),
    undo: () => ({ label: 'Undo', run: () => undefined }),
  }
  const cells = withinScope(() => useCellChanges(on), { client: createProgramClient(twin.bridge), toasts })
  const notices = () => toasts.shown.value.toReversed().map(({ text, action }) => [text, action?.label ?? null])
  return { twin, cells, notices, changed, sent: () => twin.inputsOf('customers.changeCells') }
}

it('pastes one value into one cell at once, with Undo in the notice', async () => {
  const { cells, notices, sent, changed } = open()
  await cells.start({ kind: 'paste', range: range(3, 3), texts: [['Ann']] })
  expect(cells.preview.value).toBeNull()
  expect(sent()).toMatchObject([{ kind: 'paste', rows: [{ id: 'c3', texts: { clientName: 'Ann' } }] }])
  expect([notices(), changed]).toEqual([[['1 cell pasted.', 'Undo']], [1]])
})

it('says why one value cannot be pasted', async () => {
  const { cells, notices, sent } = open()
  await cells.start({ kind: 'paste', range: range(3, 3), texts: [['12']] })
  await cells.start({ kind: 'paste', range: range(3, 3, rego), texts: [['XYZ999']] })
  expect(sent()).toEqual([])
  expect(notices()).toEqual([
    ['Rego can’t be edited.', null],
    ['That is no name.', null],
  ])
})

it('previews a block, and keeps the values listed that it could not use', async () => {
  const { cells, notices, sent } = open()
  await cells.start({ kind: 'paste', range: range(38, 38), texts: [['Ann'], ['12'], ['Cy']] })
  expect(sent()).toEqual([])
  expect(cells.preview.value).toMatchObject({ customers: 1, done: null })
  expect(cells.preview.value?.changed).toMatchObject([{ column: 'Name', before: 'Priya Raman', after: 'Ann' }])
  await cells.apply()
  expect(cells.preview.value?.refused.map(({ text, reason }) => [text, reason])).toEqual([
    ['Cy', 'There is no row here.'],
    ['12', 'That is no name.'],
  ])
  expect(cells.preview.value?.done).toBe(1)
  expect(notices()).toEqual([['1 cell pasted.', 'Undo']])
  cells.close()
  expect(cells.preview.value).toBeNull()
})

it('sends a large paste in several calls that are one change, without the refused cells', async () => {
  const { cells, sent, twin } = open({ rows: 2_500 })
  const texts = Array.from({ length: 2_500 }, (_, at) => [at === 7 ? '12' : 'Ann'])
  await cells.start({ kind: 'paste', range: range(0, 0), texts })
  expect(twin.inputsOf('customers.previewCells').map(({ rows }) => rows.length)).toEqual([1_000, 1_000, 500])
  expect(cells.preview.value).toMatchObject({ customers: 2_499 })
  await cells.apply()
  expect(sent().map(({ rows, part }) => [rows.length, part?.isLast])).toEqual([
    [1_000, false],
    [1_000, false],
    [499, true],
  ])
  expect(new Set(sent().map(({ part }) => part?.changeId)).size).toBe(1)
  expect(cells.preview.value?.refused.map(({ text }) => text)).toEqual(['12'])
})

it('clears and fills few cells at once, and many after a preview', async () => {
  const { cells, sent } = open()
  await cells.start({ kind: 'clearCells', range: range(0, 9) })
  await cells.start({ kind: 'fillDown', range: range(0, 10) })
  expect(sent().map(({ rows }) => rows.length)).toEqual([10, 10])
  await cells.start({ kind: 'clearCells', range: range(0, 10) })
  expect(cells.preview.value?.changed).toHaveLength(11)
  cells.close()
  await cells.start({ kind: 'fillDown', range: range(0, 11) })
  expect(cells.preview.value?.kind).toBe('fillDown')
  expect(sent()).toHaveLength(2)
})

it('previews a change for which the service accepts too few calls', async () => {
  const { cells } = open({ note: 'This takes two hours.' })
  await cells.start({ kind: 'clearCells', range: range(0, 0) })
  expect(cells.preview.value?.note).toBe('This takes two hours.')
})

it('previews a change by which customers become Do Not Contact', async () => {
  const { cells, sent } = open({ forbidden: 1 })
  await cells.start({ kind: 'paste', range: range(3, 3), texts: [['Ann']] })
  expect(cells.preview.value?.note).toBe('1 customer becomes Do Not Contact: the new number is marked.')
  expect(sent()).toEqual([])
})

it('keeps the dialog when the change fails, and says why nothing can be changed', async () => {
  const { cells, notices, twin } = open()
  await cells.start({ kind: 'paste', range: range(0, 1), texts: [['Ann']] })
  twin.answer('customers.changeCells', () => failure({ kind: 'disk-full', message: 'The disk is full.' }))
  await cells.apply()
  expect(cells.preview.value).not.toBeNull()
  cells.close()
  await cells.start({ kind: 'clearCells', range: range(0, 3, rego) })
  await cells.start({ kind: 'fillDown', range: range(0, 0) })
  await cells.start({ kind: 'clearCells', range: range(0, 20_000) })
  expect(notices().map(([text]) => text)).toEqual([
    'At most 20,000 cells can be changed at once. Select fewer cells.',
    'There is no row above to fill from.',
    'These columns can’t be edited.',
    'The disk is full.',
  ])
})
