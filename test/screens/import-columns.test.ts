import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { sampleColumn } from '../unit/renderer/features/drafts/sample-draft.ts'
import { chooseOption } from '../window/controls.ts'
import { openDraft, soldColumns } from './draft-screen.ts'

const reason = 'Named “Mobile”, but all 3 sampled values were damaged by a spreadsheet program.'
const columns = [
  { ...sampleColumn(0, 'Plate or so', 'keep'), samples: ['1AB2CD'] },
  { ...sampleColumn(1, 'Customer', 'client_name'), samples: ['Ann Lee'] },
  {
    ...sampleColumn(2, 'Mobile', 'mobile_number'),
    samples: ['4.12E+08'],
    suggested: { target: 'mobile_number' as const, reason },
    isOpen: true,
  },
]

it('says which column needs a decision, and asks for the column of a missing rego or VIN', async () => {
  const { host, page, twin } = await openDraft({ draft: { step: 'columns', columns } })
  const card = page.getByRole('region', { name: 'Columns to check' }).getByRole('listitem')
  expect(await card.count()).toBe(1)
  await card.getByText('Needs a decision').waitFor()
  await card.getByText(reason).waitFor()
  await card.getByText('4.12E+08').waitFor()
  const missing = page.getByRole('region', { name: 'Missing fields' })
  await missing.getByText('Not in this file').waitFor()
  expect(await missing.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Rego'),
    expect.stringContaining('VIN'),
  ])
  host.answer('drafts.setColumn', () => success(twin.change('Rego', {})))
  await chooseOption(missing, 'Rego', 'Plate or so')
  await expect.poll(() => host.inputsOf('drafts.setColumn')).toEqual([{ id: 'draft-1', index: 0, target: 'rego' }])
  host.answer('drafts.setColumn', () =>
    success(twin.change('Mobile', { columns: columns.map((each) => ({ ...each, isOpen: false })) })),
  )
  await card.getByRole('button', { name: 'Confirm Mobile' }).click()
  await expect
    .poll(() => host.inputsOf('drafts.setColumn').at(1))
    .toEqual({ id: 'draft-1', index: 2, target: 'mobile_number' })
  // The card is answered, and stays where it is.
  await page.getByRole('heading', { name: 'All columns are checked' }).waitFor()
  await card.getByText('Checked', { exact: true }).waitFor()
})

it('shows columns that are matched in one line each, which opens, and folds the extra fields', async () => {
  const { host, page, twin } = await openDraft({ draft: { step: 'columns' } })
  await page.getByRole('heading', { name: '6 columns matched' }).waitFor()
  const mobile = page.getByRole('button', { name: 'Mob Ph: Mobile' })
  await mobile.click()
  const opened = page.getByRole('dialog', { name: 'Mob Ph' })
  host.answer('drafts.setColumn', ({ index, target }) =>
    success(
      twin.change('Column', {
        columns: soldColumns.map((each) => (each.index === index ? { ...each, target } : each)),
      }),
    ),
  )
  await chooseOption(opened, 'Mob Ph imported as', 'Keep as extra field')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: '5 columns matched' }).waitFor()
  await page.getByText('2 extra fields').click()
  await page.getByRole('button', { name: 'Mob Ph: Keep as extra field' }).waitFor()
  expect(host.inputsOf('drafts.setColumn')).toEqual([{ id: 'draft-1', index: 4, target: 'keep' }])
})

it('lists all values of a column, and gives one another meaning in all rows', async () => {
  const values = [
    { text: 'Vctorai', rows: 12, value: '', problem: 'Not a state', changed: false, excluded: false },
    { text: 'NSW', rows: 40, value: 'NSW', problem: null, changed: false, excluded: false },
  ]
  const { host, page } = await openDraft({
    draft: { step: 'columns', columns: [{ ...sampleColumn(0, 'Rego State', 'state'), values: 2 }] },
    prepare(twin, { change }) {
      twin.answer('drafts.values', () => success({ field: 'state', values }))
      twin.answer('drafts.setValue', () => success(change('“Vctorai” in “Rego State” → VIC', {})))
    },
  })
  await page.getByRole('button', { name: 'Rego State: State' }).click()
  await page.getByRole('button', { name: '2 values of Rego State' }).click()
  const dialog = page.getByRole('dialog', { name: 'Values of Rego State' })
  await dialog.getByText('Not a state').waitFor()
  await chooseOption(dialog, 'Sent for Vctorai', 'VIC')
  await expect
    .poll(() => host.inputsOf('drafts.setValue'))
    .toEqual([{ id: 'draft-1', index: 0, text: 'Vctorai', meaning: { text: 'VIC' } }])
})
