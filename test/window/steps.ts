import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { answerContact } from '../contact-answers.ts'
import { accessibilityFindings } from './accessibility-findings.ts'
import { type Harness, type HarnessOptions, openForecourt } from './harness.ts'
import { callProgram } from './program-calls.ts'

export const password = 'correct horse 9'
/** Who works with the practice data. */
export const salesperson = 'Jo Taylor'

/** The path of a sample spreadsheet. */
export const sample = (name: string): string => resolve('test/fixtures/samples', name)

/**
 * Forecourt with practice data, on a screen. `beginWithPractice` does the same on the screens.
 */
export async function openWithPractice({
  screen = '/lookup',
  ...options
}: HarnessOptions & { readonly screen?: string } = {}): Promise<Harness> {
  const harness = await openForecourt({
    ...options,
    async before(ask) {
      await ask('storage.setPassword', { password })
      // The tour has a test of its own.
      await ask('app.setPreferences', { tour: 'ended' })
      await ask('connections.startPractice', {})
      // Without a name, the first outcome asks for one.
      await ask('people.add', { name: salesperson })
      return screen
    },
  })
  await harness.page.getByRole('heading', { level: 1 }).waitFor()
  return harness
}

/** The first start on a PC without a keychain: sets a password, then chooses practice data. */
export async function beginWithPractice(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: /Start practising/ }).waitFor()
  // The tour has a test of its own.
  await callProgram(page, 'app.setPreferences', { tour: 'ended' })
  await page.getByRole('button', { name: /Start practising/ }).click()
  // Practice data has calls to make.
  await page.getByRole('heading', { name: 'Sightings', level: 1 }).waitFor()
  // Without a name, the first outcome asks for one.
  await callProgram(page, 'people.add', { name: salesperson })
  await page.getByRole('link', { name: 'Import customers' }).click()
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
}

/** A later start: the password opens the data again. */
export async function unlock(page: Page, typed = password): Promise<void> {
  await page.getByRole('textbox', { name: 'Password' }).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}

/** Chooses a file in the system's dialog and waits for the columns step. */
export async function openSpreadsheet(
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).click()
  await (await dialog).setFiles(file)
  await page.getByRole('button', { name: /continue to/i }).waitFor()
  await excludeDoNotContact(page)
}

/** The same by calls: see `answerContact`. */
export const answerContactByCalls = (page: Page, draft: Parameters<typeof answerContact>[0]): Promise<void> =>
  answerContact(draft, {
    setContactChoice: (input) => callProgram(page, 'drafts.setContactChoice', input),
    setContactNotes: (input) => callProgram(page, 'drafts.setContactNotes', input),
  })

/** Answers what is asked about "do not contact": rows of columns are excluded, those with notes that only may forbid it are sent. */
async function excludeDoNotContact(page: Page): Promise<void> {
  const notes = page.getByRole('button', { name: /^Include the other/ })
  for (let left = await notes.count(); left > 0; left -= 1) {
    await notes.first().click()
    await notes.nth(left - 1).waitFor({ state: 'detached' })
  }
  const open = page.getByRole('region', { name: 'Do not contact' }).getByText('Not sent until you choose')
  const exclude = page.getByRole('region', { name: 'Do not contact' }).getByRole('button', { name: 'Exclude them' })
  for (const button of await exclude.all()) {
    if ((await open.count()) === 0) return
    await button.click()
    await button.and(page.locator('[aria-pressed=true]')).waitFor()
  }
}

/** From the columns step: sends all rows that are ready, without fixing any. */
export async function sendAll(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Send \d/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Send [\d,]+ rows?$/ }).click()
  await page.getByRole('heading', { name: 'Row summary' }).waitFor()
}

/** Waits until the upload on the screen has ended. */
export const waitForEnd = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Result', exact: true }).waitFor({ timeout: 90_000 })

/** Chooses from the menu of the upload on the screen. */
export async function openUploadMenu(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'More', exact: true }).getByRole('button', { name: action }).click()
}

/** The numbers of "412 rows in the file = 340 tracked + 5 failed + ...", by outcome. */
export async function sumOfRows(page: Page): Promise<{ inFile: number; parts: Record<string, number>; adds: boolean }> {
  const region = page.getByRole('region', { name: 'Row summary' })
  const inFile = numberIn(await region.locator('strong').first().innerText())
  const parts: Record<string, number> = {}
  for (const name of await region
    .getByRole('button')
    .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))) {
    const match = /^([\d,]+) (.+?): show these rows$/.exec(name.trim())
    if (match?.[1] && match[2]) parts[match[2]] = numberIn(match[1])
  }
  const skipped = region.locator('.skipped')
  if ((await skipped.count()) > 0) parts['skipped'] = numberIn(await skipped.innerText())
  const sum = Object.values(parts).reduce((total, part) => total + part, 0)
  return { inFile, parts, adds: sum === inFile }
}

const numberIn = (text: string): number => Number.parseInt(text.replaceAll(',', ''), 10)

/** Serious and critical findings of axe on the current screen, one line each. Every screen is judged by all rules once. */
export const seriousFindings = (page: Page): Promise<string[]> =>
  accessibilityFindings(page, { rules: 'usual', impacts: ['serious', 'critical'] })
