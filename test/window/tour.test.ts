import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLong, onlyLong } from '../runs.ts'
import type { DataTexts } from './accessibility-tree-text.ts'
import { everyScreen, openScreen, type PracticeRecords, preparePractice } from './every-screen.ts'
import { takeCalls, takeCheckGrid, takeCustomerGrid, takeRunningLookUp } from './grid-and-call-states.ts'
import type { Harness } from './harness.ts'
import { dataTexts, frameTreeOf, partTreeOf, reviewedTree } from './reviewed-trees.ts'
import { closeDialog, moreDialogs, openDialog } from './screen-dialogs.ts'
import { controlsOver } from './visible-controls.ts'
import { findingsOn, printFindings, sizeFindings, usualSize } from './screen-findings.ts'
import {
  openTour,
  type Take,
  takeBusyStates,
  takeCallTools,
  takeConflict,
  takeFirstRun,
  takeLaterStarts,
  takeMadeStates,
  takeOverlays,
} from './screen-states.ts'

/** A Wednesday morning within calling hours, so that the screens are the same on each day. */
const startAt = new Date('2026-11-18T10:07:00+11:00')

/** The grids, dialogs and panels whose accessibility tree is reviewed, each by the line with which it begins. */
const reviewed: Readonly<Record<string, RegExp>> = {
  customers: /^main$/,
  'import-check': /^main$/,
  'import-row-details': /^ *complementary /,
  ...Object.fromEntries(
    [
      'customer-conflict',
      'customers-delete',
      'customers-edit-many',
      'folder-add',
      'import-file-details',
      'message',
      'palette-commands',
      'practice-panel',
      'privacy-export',
      'settings-delete-all',
    ].map((name) => [name, /^ *(alert)?dialog /]),
  ),
}

/** States whose parts are judged in others. Only the pictures need the first; a long run judges the others too. */
const judgedBefore = new Set([
  'import-check-details',
  ...(isLong
    ? []
    : [
        'bulk-review',
        'customers-cells',
        'palette',
        'report-month',
        'settings-recovery-key',
        'settings-team-joining',
        'uploads-team',
      ]),
])

let forecourt: Harness
/** What is wrong with the states before there is any data: they are the way to the practice data of all others. */
let ofFirstStart: readonly string[]
let records: PracticeRecords
let data: DataTexts

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

async function expectReviewed(name: string, page: Page, read: () => Promise<string>): Promise<void> {
  const tree = await reviewedTree(page, name, read)
  expect(tree).not.toBe('')
  await expect.poll(read).toBe(tree)
}

async function judge({ page }: Harness, name: string, options?: Parameters<typeof findingsOn>[1]): Promise<string[]> {
  const begins = reviewed[name]
  if (begins) {
    await expectReviewed(name, page, async () => {
      const texts = name === 'message' ? await textsOf(page) : []
      // By the length of the text.
      return (await partTreeOf(page, [...texts, ...data], begins)).replaceAll('text messages', 'text message')
    })
  }
  return (await findingsOn(page, options)).map((finding) => `${name}: ${finding}`)
}

/** Goes through several states, and gives what is wrong with them. */
async function findingsOf(visit: (take: Take) => Promise<void>): Promise<string[]> {
  const found: string[] = []
  await visit(async (harness, name, options) => {
    await options?.again?.()
    found.push(...(await controlsOver(harness.page, name)))
    if (!judgedBefore.has(name)) found.push(...(await judge(harness, name, overAnother)))
  })
  return found
}

/** States and dialogs over a screen that is judged in each theme: in an ordinary run, they are judged in light. */
const overAnother = { onlyOverlays: true, onlyLight: !isLong }

const hasFocus = (page: Page, within: string): Promise<boolean> =>
  page.evaluate((selector) => Boolean(document.activeElement?.closest(selector)), within)

/** Several states in one test, on a busy machine. */
const patience = 400_000

beforeAll(async () => {
  forecourt = await openTour({ startAt, viewport: usualSize })
  ofFirstStart = await findingsOf((take) => takeFirstRun(forecourt, take))
  records = await preparePractice(forecourt.page)
  data = await dataTexts(forecourt, records)
}, patience)
afterAll(() => forecourt?.close())

it('the first start has no finding of axe, and no motion when it is reduced', () => {
  expect(ofFirstStart).toEqual([])
})

it('screen readers are given the reviewed frame of the window', async () => {
  const read = (): Promise<string> => frameTreeOf(forecourt.page, data)
  await expect.poll(read).toBe(await reviewedTree(forecourt.page, 'window-frame', read))
})

it.each(everyScreen)(
  'the screen $name names itself in the title, is accessible in each theme, has few controls, fits each size of the window, and prints whole',
  async (screen) => {
    const { page, problems } = forecourt
    await openScreen(page, screen, records)
    // The list beside the customer is judged as a screen of its own: one row of it is enough.
    if (screen.name === 'customer')
      await page.getByRole('searchbox', { name: 'Search customers' }).fill(records.customerName)
    // As it opens, before anything is scrolled.
    const found = await controlsOver(page, screen.name)
    found.push(...(await judge(forecourt, screen.name)))
    // The call list is printed as a sheet by its command.
    if (screen.name !== 'sightings') found.push(...(await printFindings(page)))
    expect([...found, ...(await sizeFindings(page))]).toEqual([])
    expect(problems).toEqual([])
  },
)

it.each(moreDialogs)('the dialog $name is accessible, takes the focus, and gives it back', async (dialog) => {
  const { page, problems } = forecourt
  await openDialog(page, dialog)
  await expect.poll(() => hasFocus(page, dialog.close ? '#app *, main' : '[role="dialog"]')).toBe(true)
  expect(await judge(forecourt, dialog.name, overAnother)).toEqual([])
  await closeDialog(page, dialog)
  await expect.poll(() => hasFocus(page, '#app *')).toBe(true)
  expect(problems).toEqual([])
})

it.each<[string, (take: Take) => Promise<void>]>([
  ['selected, pasted and filtered customers', (take) => takeCustomerGrid(forecourt, take)],
  ['the check of a draft', (take) => takeCheckGrid(forecourt, records, take)],
  ['the report, look-ups of several cars, messages, people, the palette', (take) => takeCallTools(forecourt, take)],
  ...onlyLong<[[string, (take: Take) => Promise<void>]]>([
    'a look-up that waits for the service',
    (take) => takeRunningLookUp(forecourt, take),
  ]),
  ['calls, the calendar and the search of uploads', (take) => takeCalls(forecourt, take)],
  ['drawers, popovers and notices', (take) => takeOverlays(forecourt, records, take)],
  ['a running upload, no connection, and a team', (take) => takeBusyStates(forecourt, records, take)],
  ['duplicates and records that could not be read', (take) => takeMadeStates(forecourt, records, take)],
  ['the questions of a later start', (take) => takeLaterStarts(forecourt, take)],
  ['a conflict', takeConflict],
])(
  'no finding of axe, and no motion when it is reduced, in %s',
  async (_name, visit) => {
    expect(await findingsOf(visit)).toEqual([])
  },
  patience,
)
