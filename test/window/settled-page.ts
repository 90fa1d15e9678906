import type { Page } from 'playwright-core'
import { waitForAnswer } from './program-calls.ts'

/** Waits until the content of the screen no longer changes. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  let last = ''
  let unchanged = 0
  await waitForAnswer(
    async () => {
      const content = await page.evaluate(() => document.body.innerHTML)
      unchanged = content === last ? unchanged + 1 : 0
      last = content
      return unchanged
    },
    (times) => times >= 2,
  )
}
