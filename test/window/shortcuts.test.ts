import { afterEach, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Harness } from './harness.ts'
import { openWithPractice, openSpreadsheet, sample } from './steps.ts'

let forecourt: Harness
let page: Page

afterEach(() => forecourt.close())

it('Ctrl+Z behind an open dialog does not undo the draft underneath', async () => {
  forecourt = await openWithPractice({ screen: '/import' })
  page = forecourt.page
  await openSpreadsheet(page, sample('sold-vehicles.csv'))
  await page.getByRole('button', { name: 'Continue to Check' }).click()
  const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
  await grid.getByText('Vctoria').dblclick()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('VIC')
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect.poll(() => undo.isEnabled()).toBe(true)
  const undoable = await undo.getAttribute('title')

  // In the grid a question mark would be typed into the cell.
  await undo.focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  await page.keyboard.press('Control+Z')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  // The draft's own buttons say what can be undone or redone: neither has changed.
  expect(await page.getByRole('button', { name: 'Redo', exact: true }).isEnabled()).toBe(false)
  expect(await undo.getAttribute('title')).toBe(undoable)

  await page.keyboard.press('Control+Z')
  await expect.poll(() => page.getByRole('button', { name: 'Redo', exact: true }).isEnabled()).toBe(true)
})
