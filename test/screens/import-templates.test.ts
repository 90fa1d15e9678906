import { expect, it } from 'vitest'
import type { DraftTemplate } from '../../src/contract/draft-templates.ts'
import { success } from '../../src/contract/result.ts'
import { chooseOption } from '../window/controls.ts'
import { openDraft } from './draft-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'

const template: DraftTemplate = {
  id: 'template-1',
  name: 'consent',
  region: 'au',
  columns: [{ header: 'Customer Name', target: 'client_name' }],
  sheet: null,
  headerRow: null,
  defaultState: null,
  dateOrders: 0,
  contactAnswers: 1,
  fixes: [],
  usedAt: '2026-11-19T22:00:00Z',
}

it('renames a template', async () => {
  const host = createPracticeHost()
  let { name } = template
  host.answer('drafts.templates', () => success({ templates: [{ ...template, name }] }))
  host.answer('drafts.renameTemplate', (input) => {
    name = input.name
    host.announce({ name: 'drafts.changed' })
    return success({})
  })
  const page = await openWindow('/import', host)
  await page.getByRole('button', { name: 'Rename template consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename template' })
  await dialog.getByLabel('Name').fill('Titan report')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Export template Titan report' }).waitFor()
  expect(host.inputsOf('drafts.renameTemplate')).toEqual([{ id: 'template-1', name: 'Titan report' }])
})

it('sets up the columns of another file by a template, and says what of it does not fit', async () => {
  const { host, page } = await openDraft({
    draft: { step: 'columns' },
    prepare(twin, { change }) {
      twin.answer('drafts.templates', () => success({ templates: [template] }))
      twin.answer('drafts.applyTemplate', () =>
        success({ draft: change('Template', {}), problems: ['Not in the template: Owner, Number.'] }),
      )
    },
  })
  await chooseOption(page, 'Set up columns by a template', 'consent')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Some of the template doesn’t fit').waitFor()
  await page.getByText('Not in the template: Owner, Number.', { exact: true }).waitFor()
  expect(host.inputsOf('drafts.applyTemplate')).toEqual([{ id: 'draft-1', templateId: 'template-1' }])
})
