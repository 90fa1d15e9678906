import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { sampleColumn } from '../unit/renderer/features/drafts/sample-draft.ts'
import { chooseOption } from '../window/controls.ts'
import { openDraft } from './draft-screen.ts'

const reason = 'Named “Mobile”, but all 3 sampled values were damaged by a spreadsheet program.'
const columns = [
  { ...sampleColumn(0, 'Plate or so', 'keep'), samples: ['1AB2CD'] },
  { ...sampleColumn(1, 'Customer', 'client_name'), samples: ['Ann Lee'] },
  {
    ...sampleColumn(2, 'Mobile', 'mobile_number'),
    samples: ['4.12E+08'],
    suggested: { target: 'mobile_number' as const, confidence: 'low' as const, reason },
    isOpen: true,
  },
]

it('says which column needs a decision, and asks for the column of a missing rego or VIN', async () => {
  const { host, page, twin } = await openDraft({ draft: { step: 'columns', columns } })
  const row = page.getByRole('row').filter({ hasText: '4.12E+08' })
  await row.getByText('Needs a decision').waitFor()
  await row.getByText(reason).waitFor()
  const missing = page
    .getByRole('region', { name: 'Fields found' })
    .getByRole('listitem')
    .filter({ hasText: 'Not in this file' })
  expect(await missing.filter({ has: page.getByRole('combobox') }).allInnerTexts()).toEqual([
    expect.stringContaining('Rego'),
    expect.stringContaining('VIN'),
  ])
  host.answer('drafts.setColumn', () => success(twin.change('Rego', {})))
  await page.getByRole('combobox', { name: 'Column for Rego' }).selectOption('Plate or so')
  await expect.poll(() => host.inputsOf('drafts.setColumn')).toEqual([{ id: 'draft-1', index: 0, target: 'rego' }])
  await row.getByRole('button', { name: 'Confirm Mobile' }).click()
  await expect
    .poll(() => host.inputsOf('drafts.setColumn').at(1))
    .toEqual({ id: 'draft-1', index: 2, target: 'mobile_number' })
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
  await page.getByRole('button', { name: /^\d+ values? of Rego State$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Values of Rego State' })
  await dialog.getByText('Not a state').waitFor()
  await chooseOption(dialog, 'Sent for Vctorai', 'VIC')
  await expect
    .poll(() => host.inputsOf('drafts.setValue'))
    .toEqual([{ id: 'draft-1', index: 0, text: 'Vctorai', meaning: { text: 'VIC' } }])
})
