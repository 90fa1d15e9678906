import { afterAll, beforeAll, it } from 'vitest'
import { everyScreen, openScreen, type PracticeRecords, preparePractice } from './every-screen.ts'
import type { Harness } from './harness.ts'
import { usualSize } from './screen-findings.ts'
import { openTour, takeFirstRun } from './screen-states.ts'
import { visibleControls } from './visible-controls.ts'
import { writeFileSync, mkdirSync } from 'node:fs'
let f: Harness, r: PracticeRecords
beforeAll(async () => {
  f = await openTour({ startAt: new Date('2026-11-18T10:07:00+11:00'), viewport: usualSize })
  await takeFirstRun(f, async () => {})
  r = await preparePractice(f.page)
  await f.page.reload()
  await f.page.getByRole('heading', { level: 1 }).waitFor()
}, 100000)
afterAll(() => f?.close())
it('x', async () => {
  const out: string[] = []
  mkdirSync('/tmp/frame', { recursive: true })
  for (const s of everyScreen) {
    await openScreen(f.page, s, r)
    await f.page.waitForTimeout(1500)
    const c = await visibleControls(f.page)
    out.push(
      `${s.name}: frame ${c.frame.length} screen ${c.screen.length} primary ${c.primary.length}\n   ${c.screen.join(' | ')}\n   P ${c.primary.join(' | ')}`,
    )
    if (s.name === 'sightings') out.push('F ' + c.frame.join(' | '))
    await f.page.screenshot({ path: `/tmp/frame/${s.name}.png` })
  }
  writeFileSync('/tmp/frame/counts.txt', out.join('\n'))
}, 200000)
