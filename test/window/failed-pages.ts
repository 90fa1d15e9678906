import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunnerTask } from 'vitest'
import { artefacts, openPages } from './harness.ts'

/** Saves each open window as a picture and as text when a test failed. */
export async function saveFailedPages(task: RunnerTask): Promise<void> {
  if (task.result?.state !== 'fail') return
  await mkdir(artefacts, { recursive: true })
  const name = `failed-${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}`
  for (const [at, page] of [...openPages].entries()) {
    const file = join(artefacts, `${name}-${at + 1}`)
    try {
      await page.screenshot({ path: `${file}.png`, timeout: 5_000 })
      const screen = await page.locator('body').ariaSnapshot({ timeout: 5_000 })
      await writeFile(`${file}.txt`, screen)
      for (const error of task.result.errors ?? [])
        error.message += `\n\nOn the screen (${file}.png):\n${screen.slice(0, 6_000)}\n`
    } catch (error) {
      await writeFile(`${file}.txt`, `No picture could be taken: ${String(error)}`)
    }
  }
}
