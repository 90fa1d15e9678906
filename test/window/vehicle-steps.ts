import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { Harness, HarnessOptions } from './harness.ts'
import { openWithPractice } from './steps.ts'

/** What the window tests about vehicles share. */
let forecourt: Harness | null = null

export async function close(): Promise<void> {
  const current = forecourt
  forecourt = null
  await current?.close()
}

export async function open(options: HarnessOptions = {}): Promise<Page> {
  forecourt = await openWithPractice(options)
  return forecourt.page
}

export const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate((hash) => (location.hash = hash), `#${path}`)

/** Opens the first car of a keyword search in the practice service, and gives its title. */
export async function openFirst(page: Page, keywords: string): Promise<string> {
  await goTo(page, '/lookup')
  await page.getByRole('textbox', { name: 'Rego, VIN or keywords' }).fill(keywords)
  await page.keyboard.press('Enter')
  const first = page
    .getByRole('list', { name: /vehicles for/ })
    .getByRole('link')
    .first()
  const title = await first.locator('strong').innerText()
  await first.click()
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
  return title
}

export async function download(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
