import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findingsWithoutMotion } from './accessibility-findings.ts'
import { everyScreen, openScreen, type PracticeRecords, preparePractice } from './every-screen.ts'
import type { Harness } from './harness.ts'
import type { DataTexts } from './accessibility-tree-text.ts'
import { lostInForcedColors } from './lost-in-forced-colors.ts'
import { dataTexts, partTreeOf, reviewedTree, treeOf } from './reviewed-trees.ts'
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
let records: PracticeRecords
let data: DataTexts

/** What moves or fades on the screen although the user asked for reduced motion. */
const motion = (page: Page): Promise<string[]> =>
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

type Take = (harness: Harness, name: string) => Promise<void>

/** Everything that is wrong with the screen as it is now. */
async function findingsOn({ page }: Harness, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const found = await findingsWithoutMotion(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await motion(page)))
  const inDark = await findingsWithoutMotion(page, { rules: ['color-contrast', 'link-in-text-block'] })
  found.push(...inDark.map((finding) => `dark: ${finding}`))
  // On the black ground of a dark theme.
  found.push(...(await lostInForcedColors(page)))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  return found.map((finding) => `${name}: ${finding}`)
}

/** Dialogs, panels and parts of screens among the states that have a reviewed accessibility tree, by the line with which it begins. */
const partsInTours: Readonly<Record<string, RegExp | undefined>> = {
  'customer-conflict': undefined,
  'import-file-details': undefined,
  message: undefined,
  'palette-commands': undefined,
  'practice-panel': undefined,
  'settings-team': /^ *region "Team"/,
  'settings-team-joining': /^ *region "Team"/,
  shortcuts: undefined,
  templates: undefined,
  'uploads-team': /^ *main/,
}

/** What was typed in the fields of a dialog, or filled in from the data. */
const textsOf = (page: Page): Promise<DataTexts> =>
  page
    .getByRole('dialog')
    .getByRole('textbox')
    .evaluateAll((fields) =>
      (fields as HTMLInputElement[])
        .map(({ value }) => value.replace(/\s+/g, ' ').trim())
        .filter((value) => value !== '')
        .map((value) => [value, 'text'] as const),
    )

async function expectReviewedPart({ page }: Harness, name: string, begins?: RegExp): Promise<void> {
  const read = async () => {
    const texts = name === 'message' ? await textsOf(page) : []
    const tree = await partTreeOf(page, [...texts, ...data], begins)
    // By the length of the text.
    return tree.replaceAll('text messages', 'text message')
  }
  const reviewed = await reviewedTree(page, `dialog-${name}`, read)
  expect(reviewed).not.toBe('')
  await expect.poll(read, { timeout: 20_000 }).toBe(reviewed)
}

/** Goes through several states, and gives what is wrong with them. */
async function findingsOf(visit: (take: Take) => Promise<void>): Promise<string[]> {
  const found: string[] = []
  await visit(async (harness, name) => {
    if (name in partsInTours) await expectReviewedPart(harness, name, partsInTours[name])
    found.push(...(await findingsOn(harness, name)))
  })
  return found
}

beforeAll(async () => {
  forecourt = await openTour({ startAt })
})
afterAll(() => forecourt?.close())

/** Several states in one test, on a busy machine. */
const patience = 400_000

it(
  'the first start has no finding of axe, no motion when it is reduced, and nothing lost in forced colours',
  async () => {
    expect(await findingsOf((take) => takeFirstRun(forecourt, take))).toEqual([])
    records = await preparePractice(forecourt.page)
    await forecourt.page.reload()
    await forecourt.page.getByRole('heading', { level: 1 }).waitFor()
    data = await dataTexts(forecourt, records)
  },
  patience,
)

it('screen readers are given the reviewed frame of the window', async () => {
  await forecourt.page.getByRole('heading', { level: 1 }).waitFor()
  const read = () => treeOf(forecourt.page, data, 'frame')
  await expect.poll(read, { timeout: 20_000 }).toBe(await reviewedTree(forecourt.page, 'window-frame', read))
})

it.each(everyScreen)(
  'the screen $name has its reviewed accessibility tree, no finding of axe, no motion when it is reduced, and nothing lost in forced colours',
  async (screen) => {
    await openScreen(forecourt.page, screen, records)
    const read = () => treeOf(forecourt.page, data)
    await expect.poll(read, { timeout: 20_000 }).toBe(await reviewedTree(forecourt.page, screen.name, read))
    expect(await findingsOn(forecourt, screen.name)).toEqual([])
  },
)

it.each(moreDialogs)(
  'the dialog $name has its reviewed accessibility tree, no finding of axe, no motion when it is reduced, and nothing lost in forced colours',
  async (dialog) => {
    await openDialog(forecourt.page, dialog)
    if (dialog.hasReviewedTree !== false) await expectReviewedPart(forecourt, dialog.name, dialog.treeBegins)
    expect(await findingsOn(forecourt, dialog.name)).toEqual([])
    await closeDialog(forecourt.page, dialog)
  },
)

it.each<[string, (take: Take) => Promise<void>]>([
  ['the report, look-ups of several cars, messages, people, the palette', (take) => takeCallTools(forecourt, take)],
  ['drawers, popovers and notices', (take) => takeOverlays(forecourt, records, take)],
  ['duplicates and records that could not be read', (take) => takeMadeStates(forecourt, records, take)],
  ['the questions of a later start', (take) => takeLaterStarts(forecourt, take)],
  ['a conflict', takeConflict],
])(
  'no finding of axe, no motion when it is reduced, and nothing lost in forced colours, in %s',
  async (_name, visit) => {
    expect(await findingsOf(visit)).toEqual([])
  },
  patience,
)
