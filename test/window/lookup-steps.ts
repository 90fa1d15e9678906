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

export const close = (): Promise<void> | undefined => forecourt?.close()

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
