import { afterAll, beforeAll, it } from 'vitest'
import { everyScreen, openScreen, type PracticeRecords } from './every-screen.ts'
import { openWithPractice } from './steps.ts'
import { callProgram } from './program-calls.ts'
import type { Harness } from './harness.ts'
import { visibleControls } from './visible-controls.ts'
import { writeFileSync } from 'node:fs'
let f: Harness
beforeAll(async () => {
  f = await openWithPractice({ viewport: { width: 1280, height: 800 } })
}, 100000)
afterAll(() => f?.close())
it('x', async () => {
  const { page } = f
  const { fileId } = await callProgram(page, 'practice.takeSample', { sample: 'messy' })
  const draft = await callProgram(page, 'drafts.open', { fileId })
  const r = { draftId: draft.id, draftName: draft.fileName } as PracticeRecords
  const out: string[] = []
  for (const name of ['import-columns', 'import-check']) {
    const s = everyScreen.find((one) => one.name === name)!
    await openScreen(page, s, r)
    await page.waitForTimeout(1200)
    const c = await visibleControls(page)
    out.push(
      `${name}: frame ${c.frame.length} screen ${c.screen.length} primary ${c.primary.length}\n   ${c.screen.join(' | ')}\n   P ${c.primary.join(' | ')}`,
    )
    for (const [w, h, scheme] of [
      [1280, 800, 'light'],
      [1280, 800, 'dark'],
      [1024, 700, 'light'],
      [640, 400, 'light'],
    ] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.emulateMedia({ colorScheme: scheme })
      await page.waitForTimeout(400)
      await page.screenshot({ path: `/tmp/check/${name}-${w}-${scheme}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
  }
  writeFileSync('/tmp/check/counts.txt', out.join('\n'))
}, 200000)
