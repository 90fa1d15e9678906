import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'

/** Chooses an option of a select field by its label. */
export async function chooseOption(scope: Page | Locator, field: string | RegExp, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: field }).selectOption({ label: option })
}

export const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate((hash) => (location.hash = hash), `#${path}`)

/** Saves the file that a button offers. */
export async function download(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** Opens a screen of the menu at the end of the top bar. */
export async function openFromMenu(page: Page, screen: 'Settings' | 'Webhooks'): Promise<void> {
  await page.getByRole('button', { name: /theme and settings$/ }).click()
  await page.getByRole('link', { name: screen, exact: true }).click()
}

/** Opens a page of Settings by its name. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await openFromMenu(page, 'Settings')
  await page.getByRole('navigation', { name: 'Pages of Settings' }).getByRole('link', { name, exact: true }).click()
}

/** Chooses what the menu of connections offers for the connection in use. */
export async function chooseInConnections(page: Page, item: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { expanded: false })
    .filter({ has: page.locator('.current') })
    .click()
  await page.getByRole('menu', { name: 'Connections' }).getByText(item, { exact: true }).click()
}
