import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeElsewhere, type CustomersWindow, idOf, openCustomers } from './customers-steps.ts'
import { type Harness, openForecourt } from './harness.ts'
import { KeyboardUser } from './keyboard-walk.ts'
import { callProgram } from './program-calls.ts'
import { password, salesperson, sample } from './steps.ts'

const count = (list: readonly string[], text: string | RegExp): number =>
  list.filter((each) => (typeof text === 'string' ? each.includes(text) : text.test(each))).length

describe('a user without a mouse does each job, never loses the focus, and hears what the screen shows', () => {
  let forecourt: Harness
  let page: Page
  let user: KeyboardUser

  const button = (name: string | RegExp, scope: Page | Locator = page): Locator =>
    scope.getByRole('button', { name, exact: true }).first()
  const field = (name: string | RegExp, scope: Page | Locator = page): Locator =>
    scope.getByRole('textbox', { name, exact: true })
  const notice = (text: string | RegExp): Promise<void> =>
    page.getByRole('region', { name: 'Notices' }).getByText(text).last().waitFor({ state: 'attached' })
  const focusedText = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

  beforeAll(async () => {
    forecourt = await openForecourt({ viewport: { width: 1280, height: 800 }, args: ['--practice-speed=400'] })
    await KeyboardUser.watch(forecourt.context)
    page = forecourt.page
    await page.reload()
    user = new KeyboardUser(page)
  })
  afterAll(() => forecourt?.close())

  it('protects the data, starts practice and skips the tour', async () => {
    await user.tabTo(field('New password'))
    await user.type(password)
    await user.tabTo(field('Confirm password'))
    await user.type(password)
    await user.press('Enter')
    await user.activate(button(/Start practising/))
    await page.getByRole('region', { name: 'Tour' }).waitFor()
    await user.activate(button('Skip tour'))
    await page.getByRole('region', { name: 'Tour' }).waitFor({ state: 'detached' })
    await user.keepsFocus('the end of the tour')
    await callProgram(page, 'people.add', { name: salesperson })
    expect(await user.pointerPresses()).toEqual([])
  })

  it('works the call list: an outcome with notes, and its undo', async () => {
    await user.goTo(1, 'Sightings')
    const list = page.getByRole('listbox', { name: 'Call list' })
    await list.getByRole('option').first().waitFor()
    await user.tabTo(list)
    await user.press('ArrowDown')
    await user.press('n')
    await user.tabTo(page.getByLabel('Notes'))
    await user.type('Try again after five')
    await user.press('Control+Enter')
    await notice(/: no answer\./)
    await user.keepsFocus('saving an outcome')
    expect(count(await user.said(), /: no answer\./)).toBe(1)
    await user.activate(button('Undo', page.getByRole('region', { name: 'Notices' })))
    await user.keepsFocus('the undo of an outcome')
  })

  it('imports a file, answers the question, fixes a cell and sends it', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Control+O')
    await (await chooser).setFiles(sample('sold-vehicles.csv'))
    await button('Continue to Check').waitFor()
    await user.keepsFocus('opening a file')
    await user.activate(button('Exclude them', page.getByRole('region', { name: 'Do not contact' })))
    await user.press('Control+Enter')
    const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await grid.getByText('Vctoria').waitFor()
    await user.keepsFocus('the next step')
    await user.tabTo(page.getByRole('searchbox').first())
    await user.type('Vctoria')
    await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(6)
    const cell = grid.getByRole('gridcell').filter({ hasText: 'Vctoria' })
    await user.tabTo(grid)
    await user.press('Control+Home')
    for (let steps = 0; steps < 20 && (await focusedText()) !== 'Vctoria'; steps++) await user.press('ArrowRight')
    expect(await focusedText()).toBe('Vctoria')
    await user.type('vic')
    await user.press('Enter')
    await cell.waitFor({ state: 'detached' })
    await user.keepsFocus('fixing a cell')
    // The search finds nothing any more, and has the focus: there the key is for the text.
    await user.activate(button('Continue to Send'))
    const send = page.getByRole('button', { name: /^Send [\d,]+ rows?$/ })
    await send.waitFor()
    await user.activate(send)
  })

  it('follows the upload: its steps are said once each', async () => {
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
    await user.keepsFocus('sending')
    await button('Go to customers').waitFor({ timeout: 90_000 })
    await user.keepsFocus('the end of the upload')
    const said = await user.said()
    const steps = said.filter((text) => /\d+ ?%/.test(text))
    expect(new Set(steps).size).toBe(steps.length)
    expect(steps.length).toBeLessThan(6)
    const title = await page.locator('.headline, main h2').first().innerText()
    expect(title).not.toBe('')
  })

  it('fixes failed rows of the upload in a new draft', async () => {
    // Shown without being asked, because some have failed.
    const rows = page.getByRole('region', { name: 'Rows by outcome' })
    await user.tabTo(rows.getByRole('grid'))
    await user.press('Control+Home')
    await user.press('Shift+ArrowDown')
    await user.activate(rows.getByRole('button', { name: /^Correct/ }))
    await page.getByRole('grid', { name: 'Rows of the spreadsheet' }).waitFor()
    await user.keepsFocus('opening failed rows')
    expect(await user.pointerPresses()).toEqual([])
  })

  it('finds a customer, edits the name and undoes it', async () => {
    await user.goTo(3, 'Customers')
    const grid = page.getByRole('grid', { name: 'Customers' })
    await grid.getByRole('row').nth(1).getByRole('gridcell').nth(3).waitFor()
    const rego = (await grid.getByRole('row').nth(1).getByRole('gridcell').nth(3).innerText()).trim()
    await user.tabTo(page.getByRole('searchbox', { name: 'Search customers' }))
    await user.type(rego)
    const found = page.getByRole('group', { name: 'Customers in the list' }).getByRole('status')
    await expect.poll(() => found.innerText()).toMatch(/^1 customer found/)
    expect(count(await user.said(), /^1 customer found/)).toBe(1)
    await user.tabTo(grid)
    await user.press('Control+Home')
    for (
      let steps = 0;
      steps < 4 && (await page.evaluate(() => document.activeElement?.getAttribute('data-column'))) !== '2';
      steps++
    )
      await user.press('ArrowRight')
    await user.press('F2')
    await user.fill('Keyboard Kim')
    await user.press('Enter')
    await grid.getByRole('gridcell', { name: 'Keyboard Kim' }).waitFor()
    await user.press('Control+Z')
    await grid.getByRole('gridcell', { name: 'Keyboard Kim' }).waitFor({ state: 'detached' })
    await user.keepsFocus('an undo')
  })

  it('changes several customers, deletes them from the bar above the list, and restores them from the bin', async () => {
    await user.goTo(3, 'Customers')
    const grid = page.getByRole('grid', { name: 'Customers' })
    await user.tabTo(page.getByRole('searchbox', { name: 'Search customers' }))
    await user.press('Escape')
    await expect.poll(() => grid.getByRole('row').count()).toBeGreaterThan(5)
    await user.tabTo(grid)
    await user.press('Control+Home')
    await user.press('Space')
    await user.press('ArrowDown')
    await user.press('Space')
    await user.activate(button(/^Edit 2/))
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await user.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focusedText()).toMatch(/^Edit 2/)
    await user.activate(button(/^Delete 2/))
    await dialog.waitFor()
    await user.activate(button(/^Delete/, dialog))
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Delete 2/ }).waitFor({ state: 'detached' })
    await user.keepsFocus('deleting from the bar above the list')
    expect(await page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null)).toBe(true)

    await user.activate(button(/^Bin/))
    await page.getByRole('heading', { level: 1, name: 'Bin' }).waitFor()
    const ticks = page.getByRole('main').getByRole('checkbox')
    await user.tabTo(ticks.first())
    await user.press('Space')
    await user.activate(button('Restore 2'))
    await dialog.waitFor()
    await user.activate(button(/^Restore 2/, dialog))
    await dialog.waitFor({ state: 'detached' })
    await button('Restore 2').waitFor({ state: 'detached' })
    await user.keepsFocus('restoring from the bin')
  })

  it('looks up a car, and several at once', async () => {
    await page.keyboard.press('Control+Shift+K')
    await page.locator('#lookup-text:focus').waitFor()
    await user.type('REG4SUCCESS')
    await user.tabTo(page.getByRole('combobox', { name: 'State' }))
    await user.type('Vic')
    await user.tabTo(page.locator('#lookup-text'))
    await user.press('Enter')
    await page.getByRole('tab', { name: 'Market' }).waitFor()
    await user.keepsFocus('a look-up')
    await user.goTo(2, 'Look up')
    await user.activate(button('Bulk look-up'))
    await page.getByRole('textbox', { name: 'Regos and VINs' }).waitFor()
    await user.tabTo(page.getByRole('textbox', { name: 'Regos and VINs' }))
    await user.type('REG4WARNING VIC')
    await user.press('Enter')
    await user.type('REG4NOMATCH VIC')
    await user.press('Control+Enter')
    await button('Look up 2 cars').waitFor()
    await user.keepsFocus('the review of a list')
    await user.activate(button('Look up 2 cars'))
    await page.getByText('All cars done', { exact: true }).waitFor()
    await user.keepsFocus('the end of a bulk look-up')
    expect(await user.pointerPresses()).toEqual([])
  })

  it('creates a webhook and removes it', async () => {
    await user.goTo(6, 'Webhooks')
    await user.activate(button('New webhook'))
    const editor = page.getByRole('dialog', { name: /New webhook/ })
    await editor.waitFor()
    await user.tabTo(field('Name', editor))
    await user.type('Sales desk')
    await user.tabTo(field('Endpoint', editor))
    await user.type('http://127.0.0.1:9/hook')
    await user.press('Enter')
    await editor.waitFor({ state: 'detached' })
    const card = page.getByRole('article', { name: 'Sales desk' })
    await card.waitFor()
    await user.keepsFocus('creating a webhook')
    await user.activate(card.getByRole('button', { name: /^Delete/ }))
    await page.getByRole('dialog').waitFor()
    await user.activate(page.getByRole('dialog').getByRole('button', { name: /^Delete/ }))
    await card.waitFor({ state: 'detached' })
    await user.keepsFocus('deleting a webhook')
    expect(await user.pointerPresses()).toEqual([])
  })

  it('changes a setting, and saves a backup', async () => {
    await user.goTo(7, 'Settings')
    await user.tabTo(
      page
        .getByRole('radio', { name: 'Dark' })
        .or(page.getByRole('radio', { checked: true }))
        .first(),
    )
    await user.activate(button('Save a backup…'))
    const dialog = page.getByRole('dialog', { name: 'Save a backup' })
    await dialog.waitFor()
    await user.tabTo(field('Password for this backup', dialog))
    await user.type('backup horse 9')
    await user.tabTo(field('Password again', dialog))
    await user.type('backup horse 9')
    const download = page.waitForEvent('download')
    await user.press('Enter')
    await download
    await dialog.waitFor({ state: 'detached' })
    await user.keepsFocus('saving a backup')
    await notice(/saved\./)
    expect(count(await user.said(), /\.forecourt-backup saved\./)).toBe(1)
  })

  it('has pressed nothing with a pointer', async () => {
    expect(await user.pointerPresses()).toEqual([])
  })
})

describe('a conflict', () => {
  let opened: CustomersWindow

  beforeAll(async () => {
    opened = await openCustomers()
    await KeyboardUser.watch(opened.forecourt.context)
    await opened.page.reload()
  })
  afterAll(async () => {
    await opened?.forecourt.close()
    await opened?.service.stop()
  })

  it('is resolved without a mouse, and the focus returns to the list', async () => {
    const { page, grid, service } = opened
    const user = new KeyboardUser(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await user.tabTo(page.getByRole('link', { name: 'Sightings' }))
    await user.goTo(3, 'Customers')
    await grid.getByRole('row').nth(1).waitFor()
    await user.tabTo(page.getByRole('searchbox', { name: 'Search customers' }))
    await user.type('Customer 09')
    await page.getByText('1 customer found').waitFor()
    await changeElsewhere(service, await idOf(service, 'S109ABC'), { mobile_number: '0491570157' })
    const mobile = (await grid.getByRole('columnheader').allInnerTexts()).findIndex((text) => text.trim() === 'Mobile')
    await user.tabTo(grid)
    await user.press('Control+Home')
    const column = (): Promise<number> =>
      page.evaluate(() => Number(document.activeElement?.getAttribute('data-column')))
    for (let steps = 0; steps < 12 && (await column()) !== mobile; steps++) await user.press('ArrowRight')
    await user.press('F2')
    await user.fill('0491570110')
    await user.press('Enter')
    const compare = page.getByRole('alert').getByRole('button', { name: 'Compare' })
    await user.activate(compare)
    const dialog = page.getByRole('dialog', { name: /was also changed/ })
    await dialog.waitFor()
    await user.activate(dialog.getByRole('button').last())
    await dialog.waitFor({ state: 'detached' })
    await compare.waitFor({ state: 'detached' })
    await user.keepsFocus('the resolved conflict')
    expect(await user.pointerPresses()).toEqual([])
  })
})
