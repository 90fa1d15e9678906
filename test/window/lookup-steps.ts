import type { Page } from 'playwright-core'
import type { Harness, HarnessOptions } from './harness.ts'
import { openWithPractice, seriousFindings } from './steps.ts'

/** What the window tests of the look-up share: one program at a time, with practice data. */
export let forecourt: Harness
export let page: Page

export async function open(options: HarnessOptions = {}): Promise<void> {
  forecourt = await openWithPractice(options)
  page = forecourt.page
}

/** Starts the program again on the same data. */
export async function restart(): Promise<void> {
  page = await forecourt.startAgain()
}

export const close = (): Promise<void> | undefined => forecourt?.close()

export const box = () => page.getByRole('textbox', { name: 'Rego, VIN or keywords' })
export const result = (name: string | RegExp) => page.getByRole('heading', { level: 2, name })
export const tab = (name: string) => page.getByRole('tab', { name })

/** The state of the search box, as shown. */
export const stateShown = (): Promise<string> =>
  page
    .getByRole('combobox', { name: 'State' })
    .evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? '')

/** Text that no screen may show. */
async function technicalText(): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => /\b(?:undefined|null|NaN)\b|\[object/.test(line))
}

/** Takes a picture, and gives the findings of axe and technical text on the screen. */
export async function inspect(name: string): Promise<string[]> {
  await forecourt.screenshot(`lookup-${name}`)
  return [...(await seriousFindings(page)), ...(await technicalText())]
}

export async function lookUp(text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+K')
  await page.locator('#lookup-text:focus').waitFor()
  await box().fill(text)
  await page.keyboard.press('Enter')
}
