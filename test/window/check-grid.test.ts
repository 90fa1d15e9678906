import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeSpreadsheet } from '../spreadsheets/made-spreadsheet.ts'
import { pasteText } from './grid-steps.ts'
import type { Harness } from './harness.ts'
import { openSpreadsheet, openWithPractice, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page

const rows = (): Locator => page.getByRole('grid', { name: 'Rows of the spreadsheet' })
const picture = (name: string): Promise<void> => forecourt.screenshot(`cells-${name}`)
const menuItem = (name: string | RegExp): Locator => page.getByRole('menuitem', { name })

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/import' })
  page = forecourt.page
  await openSpreadsheet(page, { name: 'made.csv', mimeType: 'text/csv', buffer: Buffer.from(madeSpreadsheet(30)) })
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /^Check/ })
    .click()
  await rows().getByRole('gridcell').first().waitFor()
})
afterAll(() => forecourt.close())

describe('the check grid as a spreadsheet', () => {
  it('counts selected cells, previews filling many, repeats a block, and has a menu', async () => {
    const column = await rows()
      .getByRole('columnheader')
      .allInnerTexts()
      .then((titles) => titles.findIndex((title) => title.trim() === 'Name'))
    const name = (row: number): Locator => rows().locator(`[data-row="${row}"] > [data-column="${column}"]`)
    await name(0).click()
    await name(11).click({ modifiers: ['Shift'] })
    await page.getByRole('status').filter({ hasText: '12 cells selected' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+D')
    const fill = page.getByRole('dialog', { name: 'Fill down' })
    await fill.getByRole('button', { name: 'Fill 11 cells' }).click()
    const first = await name(0).innerText()
    await expect.poll(() => name(11).innerText()).toBe(first)
    await page.keyboard.press('Control+Z')
    await expect.poll(() => name(11).innerText()).not.toBe(first)
    await name(0).click()
    await name(3).click({ modifiers: ['Shift'] })
    await pasteText(page, 'Zoe Bell\r\nYan Bell\r\n')
    await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 4 cells' }).click()
    await expect.poll(() => name(3).innerText()).toBe('Yan Bell')
    await name(2).click({ button: 'right' })
    await page.getByRole('menu').waitFor()
    await picture('check-menu')
    await menuItem('Clear').click()
    await expect.poll(() => name(2).innerText()).toBe('')
    await name(3).click()
    await page.keyboard.press('Shift+F10')
    await menuItem('Exclude row').click()
    await expect.poll(() => name(3).locator('..').innerText()).toContain('Yan Bell')
    await rows().getByRole('columnheader', { name: 'Name' }).click({ button: 'right' })
    await menuItem('Filter…').click()
    await page.getByRole('dialog', { name: 'Sort and filter by Name' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('says in Find and replace that no cell has the text, or would change without a replacement', async () => {
    await rows().locator('[data-row="3"] > [data-column="2"]').click()
    await page.keyboard.press('Control+h')
    const replace = page.getByRole('dialog', { name: 'Find and replace' })
    await replace.getByRole('textbox', { name: 'Find' }).fill('not in this file')
    await replace.getByText('No cell in the rows shown would change.').waitFor()
    await replace.getByRole('textbox', { name: 'Replace with' }).fill('x')
    await replace.getByText('No cell in the rows shown contains this text.').waitFor()
    expect(await replace.getByRole('button', { name: 'Replace in 0 cells' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await replace.waitFor({ state: 'hidden' })
  })

  it('pins and sizes a column from the menu of its heading, by mouse and keys', async () => {
    const heading = (title: string): Locator => rows().getByRole('columnheader', { name: title })
    const titles = async (): Promise<string[]> =>
      (await rows().getByRole('columnheader').allInnerTexts()).map((title) => title.trim())
    const before = await titles()
    await heading('Sold').focus()
    await page.keyboard.press('Shift+F10')
    await picture('check-heading-menu')
    await menuItem('Pin to the left').press('Enter')
    await expect.poll(async () => (await titles()).indexOf('Sold')).toBe(2)
    const wide = async (): Promise<number> => (await heading('Name').boundingBox())?.width ?? 0
    const shared = await wide()
    await heading('Name').click({ button: 'right' })
    await menuItem('Size to content').click()
    await expect.poll(wide).not.toBe(shared)
    await heading('Sold').focus()
    await page.keyboard.press('Alt+ArrowDown')
    const menu = page.getByRole('dialog', { name: /^Sort and filter by Sold/ })
    expect(await seriousFindings(page)).toEqual([])
    await menu.getByRole('button', { name: 'Unpin' }).press('Enter')
    await expect.poll(titles).toEqual(before)
  })
})
