import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { openForecourt, type Harness } from './harness.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { password, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page
let help: Locator
let tour: Locator
const article = (): Locator => help.getByRole('article')
const closeHelp = async (): Promise<void> => {
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
}
const visit = async (hash: string): Promise<void> => {
  await page.evaluate((to) => (window.location.hash = to), hash)
}

beforeAll(async () => {
  forecourt = await openForecourt({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
  help = page.getByRole('dialog', { name: 'Help' })
  tour = page.getByRole('region', { name: 'Tour' })
})
afterAll(() => forecourt?.close())

it('F1 explains the pages before the program, and finds other pages without a network', async () => {
  await page.getByRole('textbox', { name: 'New password' }).focus()
  await page.keyboard.press('F1')
  await article().getByRole('heading', { name: 'Protect your data', level: 3 }).waitFor()
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('F1')
  await page.keyboard.type('failed rows')
  await help.getByRole('navigation', { name: 'Pages of Help' }).getByRole('button').first().waitFor()
  await page.keyboard.press('Enter')
  await article().getByRole('heading', { name: 'One upload', level: 3 }).waitFor()
  const picture = article().getByRole('img')
  await picture.waitFor()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500)
  await article().getByRole('button', { name: 'bin', exact: true }).click()
  await article().getByRole('heading', { name: 'Bin', level: 3 }).waitFor()
  await help.getByRole('button', { name: 'Previous page of Help' }).click()
  await article().getByRole('heading', { name: 'One upload', level: 3 }).waitFor()
  await closeHelp()
  const field = page.getByRole('textbox', { name: 'New password' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('offers the tour over practice data, which points at the screen and leaves it in use', async () => {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: /Start practising/ }).click()
  await tour.getByText('Your call list').waitFor()
  await page.locator('.ring').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  // The screen below the tour is used as always.
  await page.getByRole('listbox', { name: 'Call list' }).getByRole('option').first().click()

  await tour.getByRole('button', { name: 'Next' }).press('Enter')
  await tour.getByText('Record the outcome').waitFor()
  const next = tour.getByRole('button', { name: 'Next' })
  expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Import customers', level: 1 }).waitFor()
  await page.locator('.ring').waitFor()
  // On another screen there is nothing to point at, and a way back.
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.locator('.ring').waitFor({ state: 'hidden' })
  await tour.getByRole('button', { name: 'Show me' }).click()
  await page.locator('.ring').waitFor()
  await tour.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Escape')
  await tour.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await help.getByRole('button', { name: 'Resume the tour' }).click()
  await tour.getByText('Import your customers').waitFor()
  await tour.getByRole('button', { name: 'Skip tour' }).click()
  await tour.waitFor({ state: 'hidden' })
})

it('F1 opens the page of the screen, its dialog and the focused section of Settings, also from a dialog', async () => {
  const opensAt = async (page_: string, section?: string): Promise<void> => {
    await page.keyboard.press('F1')
    await article().getByRole('heading', { name: page_, level: 3 }).waitFor()
    // The title of the page or of its section has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(section ?? page_)
    await closeHelp()
  }
  await visit('/webhooks')
  // The screen without webhooks has a second button of this name.
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).focus()
  await opensAt('Webhooks', 'Create a webhook')
  await visit('/settings')
  await page.getByRole('button', { name: 'Show recovery key' }).focus()
  await opensAt('Settings', 'Recovery key')
  await page.getByRole('button', { name: 'Save a backup…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save a backup' })
  await dialog.waitFor()
  await opensAt('Settings', 'Backup')
  // The dialog below is as it was.
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  const sections = await page
    .locator('main section > section[aria-label], main section .body > section[aria-label]')
    .evaluateAll((all) => all.map((section) => section.getAttribute('aria-label')))
  expect(sections.length).toBeGreaterThan(7)
  await page.keyboard.press('F1')
  await article().waitFor()
  const explained = await article().getByRole('heading', { level: 4 }).allTextContents()
  expect(sections.filter((name) => !explained.includes(name ?? ''))).toEqual([])
  await closeHelp()
})

it('saves the sample spreadsheets, and opens one in practice', async () => {
  await visit('/import')
  await page.getByRole('heading', { name: 'Import customers', level: 1 }).waitFor()
  await page.keyboard.press('F1')
  const download = page.waitForEvent('download')
  await article().getByRole('button', { name: 'Save clean sample' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('sold-cars-clean.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\n').length).toBeGreaterThan(30)
  await article()
    .getByRole('button', { name: /^Messy sample/ })
    .click()
  await page.getByRole('button', { name: /continue to/i }).waitFor()
  await page.keyboard.press('F1')
  await article().getByRole('heading', { name: 'Import: Columns' }).waitFor()
  await closeHelp()
})

it('lists every shortcut that a screen registers, and searches them', async () => {
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [path, name] of [
    ['/sightings', 'Sightings'],
    ['/sightings/report', 'Calls in numbers'],
    ['/lookup', 'Look up'],
    ['/lookup/bulk', 'Look up several cars'],
    ['/customers', 'Customers'],
    ['/import', 'Import customers'],
    ['/uploads', 'Upload history'],
    ['/webhooks', 'Webhooks'],
  ] as const) {
    await visit(path)
    // By its name: the heading of the screen before goes away with its focus.
    const heading = page.getByRole('heading', { name, exact: true, level: 1 })
    await heading.waitFor()
    await heading.focus()
    await page.keyboard.press('?')
    await dialog.waitFor()
    const unlisted = dialog.getByRole('region', { name: 'On this screen' }).getByRole('term')
    expect(await unlisted.allTextContents()).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await visit('/customers')
  await page.getByRole('heading', { name: 'Customers', level: 1 }).focus()
  await page.keyboard.press('?')
  await dialog.waitFor()
  expect(await dialog.getByRole('heading', { level: 3 }).first().textContent()).toBe('In the list of customers')
  await dialog.getByRole('searchbox').fill('redo')
  await expect.poll(() => dialog.getByRole('term').allTextContents()).toContain('Redo')
  expect(await dialog.getByRole('term').count()).toBeLessThan(4)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

it('shows what is new once after an update, and a dot until it is opened', async () => {
  await callProgram(page, 'app.setPreferences', { readVersion: '0.0.9', noticedVersion: '0.0.9' })
  await page.reload()
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText(/^Forecourt was updated to version/)
    .waitFor()
  // A reload would end the call that saves it.
  await waitForAnswer(
    () => callProgram(page, 'app.preferences', {}),
    ({ noticedVersion }) => noticedVersion !== '0.0.9',
  )
  await page.reload()
  await page.getByRole('button', { name: 'Help, with changes of a new version' }).click()
  await article().getByRole('heading', { name: 'What’s new' }).waitFor()
  await article().getByText('First version.').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await waitForAnswer(
    () => callProgram(page, 'app.preferences', {}),
    ({ readVersion }) => readVersion !== '0.0.9',
  )
  await closeHelp()
  await page.getByRole('button', { name: 'Help', exact: true }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('what’s new')
  await page.getByRole('option', { name: 'What’s new' }).click()
  await article().getByRole('heading', { name: 'What’s new' }).waitFor()
  await closeHelp()
})
