import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { orderOf, sampleDraft, sampleRow } from '../unit/renderer/features/drafts/sample-draft.ts'
import { answerSavedDraft } from './draft-answers.ts'
import { createPracticeHost, openWindow } from './stage.ts'

it('Ctrl+Z behind an open dialog does not undo the draft underneath', async () => {
  const host = createPracticeHost()
  const draft = sampleDraft({ step: 'check', undo: 'State changed' })
  answerSavedDraft(host, draft)
  host.answer('drafts.rowOrder', () => success(orderOf([2])))
  host.answer('drafts.rowsByNumber', () => success({ rows: [sampleRow(2)] }))
  host.answer('drafts.undo', () => success({ ...draft, undo: null, redo: 'State changed' }))
  const page = await openWindow(`/import/${draft.id}`, host)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect.poll(() => undo.isEnabled()).toBe(true)
  // In the grid a question mark would be typed into the cell.
  await undo.focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(host.inputsOf('drafts.undo')).toEqual([])
  await page.keyboard.press('Control+Z')
  await expect.poll(() => page.getByRole('button', { name: 'Redo', exact: true }).isEnabled()).toBe(true)
  expect(host.inputsOf('drafts.undo')).toHaveLength(1)
})

it('Ctrl+F goes to the search box of any screen that has one', async () => {
  const page = await openWindow('/privacy', createPracticeHost())
  const search = page.getByRole('searchbox').first()
  await search.fill('Ann')
  await page.getByRole('tab', { name: 'One person' }).focus()
  await page.keyboard.press('Control+f')
  await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true)
})
