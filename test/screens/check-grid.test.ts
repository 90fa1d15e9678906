import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { cutTexts, pasteText, visibleRows } from '../window/grid-steps.ts'
import { type DraftScreen, openDraft, soldRows } from './draft-screen.ts'
import { seriousFindings } from './findings.ts'
import { openWindow } from './stage.ts'

const menuItem = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name })
/** The name in a row of the grid, from 0. */
async function nameAt({ grid }: DraftScreen): Promise<(row: number) => Locator> {
  const titles = await grid.getByRole('columnheader').allInnerTexts()
  const column = titles.findIndex((title) => title.trim() === 'Name')
  return (row) => grid.locator(`[data-row="${row}"] > [data-column="${column}"]`)
}

/** Opens Find and replace, with the focus in the field of the text to find. */
async function openReplace(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+h')
  const dialog = page.getByRole('dialog', { name: 'Find and replace' })
  await dialog.getByRole('textbox', { name: 'Find', exact: true }).and(page.locator(':focus')).waitFor()
  return dialog
}

longTest('shows at least 14 rows with all their values, VIN included, in a window of 1280 by 800', async () => {
  const { grid } = await openDraft()
  await expect.poll(() => visibleRows(grid)).toBeGreaterThanOrEqual(14)
  expect(await grid.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expect.poll(() => cutTexts(grid.getByRole('gridcell'))).toEqual([])
})

longTest('shows row numbers from 1,000 in full', async () => {
  const { page, grid } = await openDraft({ rows: soldRows(1_150) })
  await grid.getByRole('gridcell').first().click()
  await page.keyboard.press('Control+End')
  await grid.getByRole('gridcell', { name: '1154', exact: true }).waitFor()
  expect(await cutTexts(grid.locator('[role="row"] > [role]:first-child'))).toEqual([])
})

it('counts selected cells, and fills many only after a preview, which one undo takes back', async () => {
  const screen = await openDraft()
  const { page } = screen
  const name = await nameAt(screen)
  await name(0).click()
  await name(11).click({ modifiers: ['Shift'] })
  await page.getByRole('status').filter({ hasText: '12 cells selected' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Control+D')
  // Every sixth row has the name already.
  await page.getByRole('dialog', { name: 'Fill down' }).getByRole('button', { name: 'Fill 10 cells' }).click()
  await expect.poll(() => name(11).innerText()).toBe('Liam Lee')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => name(11).innerText()).toBe('Grace O’Brien')
})

longTest('repeats a pasted block in the selected rows', async () => {
  const screen = await openDraft()
  const { page } = screen
  const name = await nameAt(screen)
  await name(0).click()
  await name(3).click({ modifiers: ['Shift'] })
  await pasteText(page, 'Zoe Bell\r\nYan Bell\r\n')
  await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 4 cells' }).click()
  await expect.poll(() => name(3).innerText()).toBe('Yan Bell')
  expect(await name(2).innerText()).toBe('Zoe Bell')
})

it('pastes a block after a preview that leaves out what can’t be used, and undoes it in one step', async () => {
  const screen = await openDraft()
  const { page, grid, host } = screen
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('grace')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('11')
  await grid.getByRole('gridcell', { name: 'Grace Wilson-Hart' }).first().click()
  await pasteText(page, 'Zoe Bell\t0491 570 006\r\nYan Bell\t12345\r\n')
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await dialog.getByText('3 cells in 2 rows will change.').waitFor()
  await dialog.getByText('1 value can’t be used and is left out.').waitFor()
  // Behind a dialog, Ctrl+Z changes nothing.
  await page.keyboard.press('Control+z')
  await dialog.getByRole('button', { name: 'Paste 3 cells' }).click()
  await grid.getByText('Zoe Bell').waitFor()
  await page.getByText('3 cells pasted').first().waitFor()
  await grid.getByText('0491 570 006').waitFor()
  expect(host.inputsOf('drafts.undo')).toEqual([])
  await grid.getByText('Yan Bell').click()
  await page.keyboard.press('Control+z')
  await expect.poll(() => grid.getByText(/Bell/).count()).toBe(0)
})

longTest('fills one cell down and clears it without a question, each undone in one step', async () => {
  const screen = await openDraft()
  const { page, grid } = screen
  const name = await nameAt(screen)
  await name(1).click()
  await page.keyboard.press('Control+d')
  await expect.poll(() => name(1).innerText()).toBe('Liam Lee')
  await page.keyboard.press('Delete')
  await expect.poll(() => name(1).innerText()).toBe('')
  await page.keyboard.press('Control+z')
  await expect.poll(() => name(1).innerText()).toBe('Liam Lee')
  await page.keyboard.press('Control+z')
  await expect.poll(() => name(1).innerText()).toBe('Grace Wilson-Hart')
  expect(await grid.getByText('Liam Lee').count()).toBe(5)
})

longTest('replaces a text in the chosen cells only, and undoes it in one step', async () => {
  const screen = await openDraft()
  const { page } = screen
  const name = await nameAt(screen)
  await name(1).click()
  const replace = await openReplace(page)
  await page.keyboard.type('grace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mia')
  await replace
    .getByRole('checkbox', { name: /^Replace in row/ })
    .first()
    .uncheck()
  await replace.getByRole('button', { name: 'Replace in 9 cells' }).click()
  await expect.poll(() => name(5).innerText()).toBe('Mia O’Brien')
  expect(await name(1).innerText()).toBe('Grace Wilson-Hart')
  await page.keyboard.press('Control+z')
  await expect.poll(() => name(5).innerText()).toBe('Grace O’Brien')
})

longTest('says in Find and replace that no cell has the text, or would change without a replacement', async () => {
  const screen = await openDraft()
  const { page } = screen
  const name = await nameAt(screen)
  await name(3).click()
  const replace = await openReplace(page)
  await page.keyboard.type('not in this file')
  await replace.getByText('No cell in the rows shown would change.').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('x')
  await replace.getByText('No cell in the rows shown contains this text.').waitFor()
  expect(await replace.getByRole('button', { name: 'Replace in 0 cells' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await replace.waitFor({ state: 'hidden' })
})

longTest(
  'clears a cell, excludes a row and opens the filter of a column from its menus, by mouse and keys',
  async () => {
    const screen = await openDraft()
    const { page, grid, host } = screen
    const name = await nameAt(screen)
    await name(2).click({ button: 'right' })
    await menuItem(page, 'Clear').click()
    await expect.poll(() => name(2).innerText()).toBe('')
    await name(3).click()
    await page.keyboard.press('Shift+F10')
    await menuItem(page, 'Exclude row').click()
    await expect.poll(() => host.inputsOf('drafts.exclude')).toEqual([{ id: 'draft-1', rows: [8], excluded: true }])
    await expect.poll(() => name(3).locator('..').innerText()).toContain('Xin Tan')
    await grid.getByRole('columnheader', { name: 'Name' }).click({ button: 'right' })
    await menuItem(page, 'Filter…').click()
    await page.getByRole('dialog', { name: 'Sort and filter by Name' }).waitFor()
  },
)

longTest('sorts and filters by a column from the keyboard, until the chips are closed', async () => {
  const { page, grid, host } = await openDraft()
  const heading = grid.getByRole('columnheader', { name: 'Name' })
  await heading.click()
  await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
  host.answer('drafts.rowOrder', ({ filters }) => success(filters ? { rows: [5] } : { rows: [5, 6] }))
  await heading.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('dialog', { name: 'Sort and filter by Name' }).getByRole('textbox', { name: 'Text' }).fill('lee')
  await page.keyboard.press('Enter')
  const filters = page.getByRole('list', { name: 'Active filters' })
  const filter = filters.getByRole('button', { name: /Name contains “lee”/ })
  await filter.waitFor()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2')
  expect(host.inputsOf('drafts.rowOrder').at(-1)).toMatchObject({
    filters: [{ column: 'client_name', test: 'contains', text: 'lee' }],
    sort: { column: 'client_name', descending: false },
  })
  await filter.click()
  await filters.getByRole('button', { name: /Sorted by Name/ }).click()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('3')
  await filters.waitFor({ state: 'detached' })
  expect(host.inputsOf('drafts.rowOrder').at(-1)).not.toHaveProperty('sort')
})

longTest('shows other columns of the file, also in the next window, and hides them again', async () => {
  const { host, page, grid } = await openDraft()
  const notes = page.getByRole('checkbox', { name: 'Notes' })
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await notes.check()
  await page.keyboard.press('Escape')
  await grid.getByRole('columnheader', { name: 'Notes' }).waitFor()
  await expect.poll(() => host.inputsOf('drafts.rowsByNumber').at(-1)?.columns).toEqual([6])
  await openWindow('/import/draft-1', host, { viewport: { width: 1280, height: 800 } })
  await grid.getByRole('columnheader', { name: 'Notes' }).waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await notes.uncheck()
  await page.keyboard.press('Escape')
  await grid.getByRole('columnheader', { name: 'Notes' }).waitFor({ state: 'detached' })
})

longTest('pins and sizes a column from the menu of its heading, by mouse and keys', async () => {
  const { page, grid } = await openDraft()
  const heading = (title: string): Locator => grid.getByRole('columnheader', { name: title })
  const titles = async (): Promise<string[]> =>
    (await grid.getByRole('columnheader').allInnerTexts()).map((title) => title.trim())
  const before = await titles()
  await heading('Sale date').focus()
  await page.keyboard.press('Shift+F10')
  await menuItem(page, 'Pin to the left').press('Enter')
  await expect.poll(async () => (await titles()).indexOf('Sale date')).toBe(2)
  const wide = async (): Promise<number> => (await heading('Name').boundingBox())?.width ?? 0
  const shared = await wide()
  await heading('Name').click({ button: 'right' })
  await menuItem(page, 'Size to content').click()
  await expect.poll(wide).not.toBe(shared)
  await heading('Sale date').focus()
  await page.keyboard.press('Alt+ArrowDown')
  const menu = page.getByRole('dialog', { name: /^Sort and filter by Sale date/ })
  expect(await seriousFindings(page)).toEqual([])
  await menu.getByRole('button', { name: 'Unpin' }).press('Enter')
  await expect.poll(titles).toEqual(before)
})
