import { afterEach, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { longTest } from '../runs.ts'
import type { Harness } from './harness.ts'
import { openWithPractice, unlock } from './steps.ts'
import { chooseInConnections } from './controls.ts'

let forecourt: Harness
let page: Page

async function open(): Promise<void> {
  forecourt = await openWithPractice({ screen: '/sightings' })
  page = forecourt.page
  await goToSightings()
}

/** For results of a step on a busy machine. */
const patience = { timeout: 30_000 }

const list = (): Locator => page.getByRole('tree', { name: 'Call list' })
const rows = (): Locator => list().locator('[role=treeitem][aria-level="2"]')
const selected = (): Locator => list().locator('[aria-selected=true]')
const card = (): Locator => page.getByRole('article')
/** The number of cars in the open groups. */
async function countToCall(): Promise<number> {
  const heads = await list().locator('[aria-expanded=true]').allInnerTexts()
  return heads.reduce((sum, head) => sum + Number(/\d+$/.exec(head.trim())?.[0] ?? Number.NaN), 0)
}
const outcome = (name: string): Locator =>
  page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name, exact: true })
const log = (): Locator => page.getByRole('region', { name: 'Call history' })
const nothingRaw = /\b(?:undefined|null|NaN)\b|\[object/

async function goToSightings(): Promise<void> {
  await page.getByRole('link', { name: 'Sightings' }).click()
  await rows().first().waitFor()
}
/** Whether the element has the focus. */
const hasFocus = (what: Locator): Promise<boolean> => what.evaluate((element) => element === document.activeElement)
const inPractice = async (act: (panel: Locator) => Promise<void>): Promise<void> => {
  await chooseInConnections(page, 'Practice controls')
  const panel = page.getByRole('dialog', { name: 'Practice' })
  await act(panel)
  await panel.press('Escape')
  await panel.waitFor({ state: 'hidden' })
}

describe('the call list', () => {
  afterEach(() => forecourt.close())

  it('is worked through by keyboard: outcome, notes, next action, next car', async () => {
    await open()
    expect(await countToCall()).toBe(await rows().count())
    const before = await countToCall()
    const first = await selected().innerText()
    await list().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => selected().innerText(), patience).not.toBe(first)
    await page.keyboard.press('Home')
    await expect.poll(() => selected().innerText(), patience).toBe(first)

    // "Call back" is planned for the next permitted time, and requires a date.
    await page.keyboard.press('c')
    const date = page.getByLabel('Date', { exact: true })
    await expect.poll(() => hasFocus(date), patience).toBe(true)
    await expect.poll(() => date.inputValue(), patience).toMatch(/^\d+\/\d+\/\d{4}$/)
    await date.fill('')
    await page.getByLabel('Time', { exact: true }).fill('')
    await page.keyboard.press('Control+Enter')
    await page.getByText('“Call back” needs a date.').waitFor()
    await date.fill('31/12')
    await page.getByLabel('Notes').focus()
    await page.keyboard.type('After five, his wife answers')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: call back\./).waitFor()
    await expect.poll(() => selected().innerText(), patience).not.toBe(first)
    expect(await hasFocus(list())).toBe(true)
    await expect.poll(() => countToCall(), patience).toBe(before - 1)
    // The row stays in its place and says where the car is now.
    await rows().first().getByText('Moved to Later').waitFor()

    await page.keyboard.press('n')
    expect(await outcome('No answer').getAttribute('aria-pressed')).toBe('true')
    await page.getByText(/^Next call: \w+, \d+\/\d+\/\d{4}\./).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByLabel('Notes')), patience).toBe(true)
    // In a text field letters are text.
    await page.keyboard.type('bought')
    expect(await outcome('No answer').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await hasFocus(list())).toBe(true)
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: no answer\./).waitFor()
    const week = page.getByRole('link', { name: /Last 7 days: / })
    await expect.poll(() => week.innerText(), patience).toContain('2 calls')

    await page.keyboard.press('Home')
    await log().getByText('After five, his wife answers').waitFor()
    await log()
      .getByText(/Next: 31\/12\/\d{4}/)
      .waitFor()
    await log().getByRole('button', { name: 'Undo' }).click()
    await log().waitFor({ state: 'hidden' })
    await expect.poll(() => week.innerText(), patience).toContain('1 call,')
    expect(await page.locator('body').innerText()).not.toMatch(nothingRaw)
  })

  longTest('works offline, shows the age of the list, and is the first screen after a restart', async () => {
    await open()
    await inPractice(async (panel) => {
      await panel.getByRole('radio', { name: 'No internet' }).click()
      await page.getByText('Offline').first().waitFor()
    })
    await page.reload()
    await page.getByText(/Showing the list from .+\. Your notes are saved on this PC\./).waitFor()
    await list().focus()
    await page.keyboard.press('v')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: left a voicemail\./).waitFor()
    await page.getByRole('button', { name: /^Compare/ }).click()
    await card().getByRole('alert').first().waitFor()
    page = await forecourt.startAgain()
    await unlock(page)
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await rows().first().waitFor()
    expect(new URL(page.url()).hash).toBe('#/sightings')
  })
})
