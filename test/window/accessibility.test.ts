import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityFindings } from './accessibility-findings.ts'
import { everyScreen, openScreen, type PracticeRecords, preparePractice } from './every-screen.ts'
import type { Harness } from './harness.ts'
import { closeDialog, moreDialogs, openDialog } from './screen-dialogs.ts'
import {
  openTour,
  takeCallTools,
  takeConflict,
  takeFirstRun,
  takeLaterStarts,
  takeMadeStates,
  takeOverlays,
} from './screen-states.ts'

/** A Wednesday morning within calling hours, so that the screens are the same on each day. */
const startAt = new Date('2026-11-18T10:07:00+11:00')

let forecourt: Harness
let page: Page
let records: PracticeRecords

/** What moves or fades on the screen although the user asked for reduced motion. */
const motion = (): Promise<string[]> =>
  page.evaluate(() => {
    const moves = (style: CSSStyleDeclaration): boolean => {
      const seconds = [style.animationDuration, style.transitionDuration, style.animationDelay, style.transitionDelay]
        .flatMap((list) => list.split(','))
        .map((text) => Number.parseFloat(text))
      const isEndless = style.animationName !== 'none' && style.animationIterationCount.includes('infinite')
      return isEndless || seconds.some((each) => each > 0.001) || style.scrollBehavior === 'smooth'
    }
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after']
        .filter((part) => moves(getComputedStyle(element, part)))
        .map((part) => `moves: ${element.outerHTML.slice(0, 120)} ${part ?? ''}`),
    )
  })

/** Fails with everything that is wrong with the screen as it is now. */
async function inspect(harness: Harness, name: string): Promise<void> {
  page = harness.page
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await accessibilityFindings(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  found.push(...(await motion()))
  const inDark = await accessibilityFindings(page, { rules: ['color-contrast', 'link-in-text-block'] })
  found.push(...inDark.map((finding) => `dark: ${finding}`))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  expect(found, name).toEqual([])
}

beforeAll(async () => {
  forecourt = await openTour({ startAt })
})
afterAll(() => forecourt?.close())

/** Several states in one test, on a busy machine. */
const patience = 400_000

it(
  'the first start is accessible',
  async () => {
    await takeFirstRun(forecourt, inspect)
    records = await preparePractice(forecourt.page)
    await forecourt.page.reload()
    await forecourt.page.getByRole('heading', { level: 1 }).waitFor()
  },
  patience,
)

it.each(everyScreen)('the screen $name has no finding of axe, and no motion when it is reduced', async (screen) => {
  await openScreen(forecourt.page, screen, records)
  await inspect(forecourt, screen.name)
})

it.each(moreDialogs)('the dialog $name has no finding of axe, and no motion when it is reduced', async (dialog) => {
  const headings: Readonly<Record<string, string>> = {
    settings: 'Settings',
    customers: 'Customers',
    sightings: 'Sightings',
  }
  await openDialog(forecourt.page, dialog, headings[dialog.path.slice(1)] ?? '')
  await inspect(forecourt, dialog.name)
  await closeDialog(forecourt.page, dialog)
})

it(
  'the report, look-ups of several cars, messages, people, the palette and the menu of connections are accessible',
  () => takeCallTools(forecourt, inspect),
  patience,
)
it('drawers, popovers and notices are accessible', () => takeOverlays(forecourt, records, inspect), patience)
it(
  'records that could not be read and duplicates are accessible',
  () => takeMadeStates(forecourt, records, inspect),
  patience,
)
it('what a later start asks for is accessible', () => takeLaterStarts(forecourt, inspect), patience)
it('a conflict is accessible', () => takeConflict(inspect), patience)
