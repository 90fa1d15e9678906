import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDate } from '../../src/contract/calendar-date.ts'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, salesperson, seriousFindings, unlock } from './steps.ts'

let forecourt: Harness
let page: Page

const patience = { timeout: 30_000 }
const list = (): Locator => page.getByRole('listbox', { name: 'Call list' })
const rows = (): Locator => list().getByRole('option')
const log = (): Locator => page.getByRole('region', { name: 'Call history' })
const picker = (name: string): Locator => page.getByRole('button', { name, exact: true })
const panel = (): Locator => page.getByRole('dialog', { name: 'Who is working?' })

async function goToSightings(): Promise<void> {
  await page.getByRole('link', { name: 'Sightings' }).click()
  await rows().first().waitFor()
}
const view = (name: string): Locator =>
  page.getByRole('group', { name: 'Views' }).getByRole('button', { name: new RegExp(`^${name} \\d`) })
/** Records an outcome by its key for the car at this place of the list. */
async function recordByKey(index: number, key: string): Promise<void> {
  const name = await rows().nth(index).locator('.name').innerText()
  await rows().nth(index).click()
  await page.getByRole('article').getByRole('heading', { level: 2, name }).waitFor()
  await list().focus()
  await page.keyboard.press(key)
  await page.keyboard.press('Control+Enter')
}

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/sightings', viewport: { width: 1280, height: 800 } })
  page = forecourt.page
  await goToSightings()
})
afterAll(() => forecourt.close())

describe('who is working', () => {
  it('is asked for before the first outcome without a name, and shown in the history', async () => {
    await callProgram(page, 'people.pick', { personId: null })
    await picker('Who is working?').waitFor()
    await recordByKey(0, 'v')
    await panel().getByRole('button', { name: salesperson }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await panel().getByRole('textbox', { name: 'New name' }).fill('Sam Carter')
    await page.keyboard.press('Enter')
    await page.getByText(/: left a voicemail\./).waitFor()
    await picker('Working: Sam Carter').waitFor()
    await rows().first().click()
    await log().getByText('Sam Carter').waitFor()
  })

  it('is changed in the top bar by keyboard, renamed with its history, and retired', async () => {
    await picker('Working: Sam Carter').focus()
    await page.keyboard.press('Enter')
    await panel().getByRole('radio', { name: 'Sam Carter' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await picker(`Working: ${salesperson}`).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await panel().getByRole('button', { name: 'Edit names' }).click()
    await panel().getByRole('textbox', { name: 'Name of Sam Carter' }).fill('Samuel Carter')
    await page.keyboard.press('Tab')
    await log().getByText('Samuel Carter').waitFor()
    await panel().getByRole('button', { name: 'Retire Samuel Carter' }).click()
    await panel().getByRole('button', { name: 'Restore Samuel Carter' }).waitFor()
    await page.keyboard.press('Escape')
    await log().getByText('Samuel Carter').waitFor()
  })

  it('filters the call list', async () => {
    await page.getByRole('group', { name: 'Views' }).getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('dialog', { name: 'Filter sightings' })
    await filter.getByLabel('Last outcome recorded by').selectOption({ label: 'Samuel Carter (retired)' })
    await page.keyboard.press('Escape')
    await page.getByText('By: Samuel Carter').waitFor()
    await expect.poll(() => rows().count(), patience).toBe(1)
    await page.getByRole('button', { name: /By: Samuel Carter/ }).click()
    await expect.poll(() => rows().count(), patience).toBeGreaterThan(1)
  })
})

describe('the order of the list', () => {
  const shownOrder = async (): Promise<string[]> => rows().locator('.name').allInnerTexts()

  it('is chosen, explained in place, and the same after a restart', async () => {
    await view('All').click()
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Best chance' })
    await rows()
      .first()
      .getByText(/^\d+ points$/)
      .waitFor()
    // The points are shown at once, and the list in its new order follows.
    const points = async (): Promise<number[]> =>
      (await rows().locator('.when').allInnerTexts()).map((text) => Number.parseInt(text, 10))
    const isSorted = (shown: number[]): boolean => shown.every((each, at) => at === 0 || each <= (shown[at - 1] ?? 0))
    await expect.poll(async () => isSorted(await points()), patience).toBe(true)
    const order = await shownOrder()
    await page.getByRole('button', { name: 'Views and orders explained' }).click()
    const help = page.getByRole('dialog', { name: 'Views and orders explained' })
    await help.getByText(/^New is about when a car was first listed/).waitFor()
    await help.getByText(/^Up to 100 points/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.reload()
    await rows().first().waitFor()
    await view('All').click()
    await expect.poll(shownOrder, patience).toEqual(order)
    const whens = (): Promise<string[]> => rows().locator('.when').allInnerTexts()
    const daysListed = async (): Promise<number[]> =>
      (await whens())
        .flatMap((when) =>
          when === 'Listed today'
            ? 0
            : when === 'Listed yesterday'
              ? 1
              : ((/^Listed (\d+) days ago$/.exec(when) ?? [])[1] ?? []),
        )
        .map(Number)
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Newest' })
    await expect.poll(async () => (await daysListed()).length, patience).toBeGreaterThan(3)
    await expect.poll(daysListed, patience).toSatisfy((days: number[]) => isSorted(days.toReversed()))
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Due first' })
    // Cars with a next action first, then those without one.
    await expect
      .poll(async () => (await whens()).map((when) => when.startsWith('next ')).lastIndexOf(true), patience)
      .toBeGreaterThanOrEqual(0)
    const planned = (await whens()).map((when) => when.startsWith('next '))
    expect(planned.lastIndexOf(true)).toBeLessThan(planned.includes(false) ? planned.indexOf(false) : planned.length)
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Price position' })
    await rows().first().getByText('not compared').waitFor()
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Suggested' })
    await expect.poll(() => rows().filter({ hasText: 'not compared' }).count(), patience).toBe(0)
  })
})

describe('one outcome for several cars', () => {
  it('is recorded for the selected cars after a confirmation, and undone at once, by keyboard', async () => {
    // One list only: an earlier one cannot be exchanged while cars are selected.
    await page.reload()
    await rows().nth(3).waitFor()
    await list().focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    const bar = page.getByRole('group', { name: '3 selected' })
    await bar.waitFor()
    expect(await list().getByRole('option', { checked: true }).count()).toBe(3)
    expect(await seriousFindings(page)).toEqual([])
    await bar.getByRole('button', { name: 'Outcome' }).click()
    const form = page.getByRole('dialog', { name: 'Outcome for all' })
    await form.getByRole('combobox', { name: 'Outcome for all' }).selectOption({ label: 'No answer' })
    await form.getByLabel('Notes').fill('Rang in the morning')
    await form.getByRole('button', { name: 'Record for 3 cars' }).click()
    const question = page.getByRole('dialog', { name: 'Record “No answer” for 3 cars?' })
    await question.getByRole('button', { name: 'Record for 3 cars' }).click()
    await page.getByText('No answer: recorded for 3 cars.').waitFor()
    await expect.poll(() => rows().filter({ hasText: 'No answer' }).count(), patience).toBe(3)
    expect(await bar.isVisible()).toBe(false)
    await log().getByText('Rang in the morning').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await page.getByText('Outcome of 3 cars undone.').waitFor()
    await expect.poll(() => rows().filter({ hasText: 'No answer' }).count(), patience).toBe(0)
  })

  it('leaves out people who must not be contacted', async () => {
    await view('All').click()
    const { cars } = await callProgram(page, 'sightings.list', { view: 'all', offset: 0, limit: 20 })
    const customerId = cars[0]?.customer.id ?? ''
    const name = cars[0]?.customer.clientName ?? ''
    await callProgram(page, 'sightings.record', { customerId, outcome: 'do_not_contact' })
    await rows().filter({ hasText: name }).getByText('Do not contact').first().waitFor()
    await rows().filter({ hasText: name }).first().locator('.tick').click()
    await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'Outcome' }).click()
    const form = page.getByRole('dialog', { name: 'Outcome for all' })
    await form.getByRole('combobox', { name: 'Outcome for all' }).selectOption({ label: 'Not interested' })
    await form.getByRole('button', { name: 'Record for 1 car' }).click()
    await page.getByText('All selected cars belong to people marked Do Not Contact.', { exact: false }).waitFor()
    const { entries } = await callProgram(page, 'sightings.history', { customerId })
    expect(entries.map(({ outcome }) => outcome)).not.toContain('not_interested')
    await callProgram(page, 'sightings.undoRecord', { customerId })
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })
})

describe('the report', () => {
  it('shows the week and month in numbers by day and person, with their definitions, and exports them', async () => {
    await page.getByRole('button', { name: 'Report' }).click()
    await page.getByRole('heading', { level: 1, name: 'Calls in numbers' }).waitFor()
    const people = page.getByRole('table', { name: 'By person' })
    await people.waitFor()
    const columns = ['Calls', 'Reached', 'Booked', 'Bought', 'Conversion']
    expect(await people.getByRole('columnheader').allInnerTexts()).toEqual(['Person', ...columns])
    expect(await people.getByRole('row').filter({ hasText: 'Samuel Carter' }).innerText()).toMatch(
      /Samuel Carter\s+1\s+0\s+0\s+0\s+–/,
    )
    const days = page.getByRole('table', { name: 'By day' })
    expect(await days.getByRole('rowheader').allInnerTexts()).toHaveLength(7)
    expect(await days.getByRole('columnheader').allInnerTexts()).toEqual(['Day', 'Sightings', ...columns])
    expect((await days.getByRole('rowheader').first().innerText()).startsWith('Mon ')).toBe(true)
    await page.getByText('Bought cars as a share of the cars reached.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV/ }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv).toContain('Person,Samuel Carter,,1,0,0,0,')
    await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect.poll(() => days.getByRole('rowheader').count(), patience).toBeGreaterThan(27)
    // Long before the first car.
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    for (let back = 0; back < 30; back += 1) await page.keyboard.press('[')
    await page.getByRole('heading', { name: 'Nothing in this week' }).waitFor()
    await page.getByRole('button', { name: 'This week' }).click()
    await people.waitFor()
    await page.getByRole('button', { name: 'Back to the call list' }).click()
    await rows().first().waitFor()
  })
})

describe('the daily digest', () => {
  it('waits for a window that can be seen, stays behind newer notices, and is shown once a day', async () => {
    const setVisibility = (state: 'hidden' | 'visible'): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const { cars } = await callProgram(page, 'sightings.list', { view: 'to-call', offset: 0, limit: 1 })
    const customerId = cars[0]?.customer.id ?? ''
    await callProgram(page, 'sightings.record', { customerId, outcome: 'call_back', nextDate: localDate(new Date()) })
    const line = (): Locator => page.getByRole('region', { name: 'Your day' }).getByText(/^Daily digest: /)
    const notice = (): Locator => page.getByRole('region', { name: 'Notices' }).getByText(/^Today’s calls: .*call/)
    await setVisibility('hidden')
    await callProgram(page, 'sightings.setSettings', { digest: true, digestAt: '00:00' })
    await line().waitFor()
    const sentence = (await line().innerText()).slice('Daily digest: '.length)
    expect(sentence).toMatch(/\d calls? due\.$/)
    expect(await notice().count()).toBe(0)

    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    const cell = page.getByRole('gridcell').nth(2)
    await cell.click()
    await setVisibility('visible')
    await notice().waitFor()
    expect(await notice().innerText()).toBe(`Today’s calls: ${sentence}`)
    expect(await seriousFindings(page)).toEqual([])
    // A newer notice is in front of it, and the digest comes back.
    const notices = page.getByRole('region', { name: 'Notices' })
    const name = await cell.innerText()
    await cell.click()
    await page.keyboard.type('Sam Newname')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: 'Sam Newname' }).waitFor()
    await page.keyboard.press('Control+z')
    await notices.getByText(`Undone. Name changed back to ${name}.`).waitFor()
    expect(await notice().isVisible()).toBe(false)
    await notices.getByRole('button', { name: 'Close this notice' }).last().click()
    await notice().waitFor()
    await notices.getByRole('button', { name: 'Show', exact: true }).focus()
    await page.keyboard.press('Enter')
    await line().waitFor()
    await expect.poll(() => notice().count(), patience).toBe(0)

    const isAskedAgain = page.waitForResponse((response) => response.url().endsWith('/call/sightings.takeDigest'))
    await page.reload()
    expect(await (await isAskedAgain).json()).toEqual({ ok: true, value: { text: null } })
    await page.getByText(`Daily digest: ${sentence}`).waitFor()
  })
})

describe('the printed call sheet', () => {
  it('names who is working, or leaves room for a name', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    const printedName = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Call sheet' }).click()
      await page.getByRole('button', { name: /^Print/ }).click()
      await page.locator('body[data-printed=yes]').waitFor()
      await page.emulateMedia({ media: 'print' })
      const name = await page.locator('.sheet .names span').innerText()
      await page.emulateMedia({ media: 'screen' })
      await page.evaluate(() => document.body.removeAttribute('data-printed'))
      return name.trim()
    }
    const { people } = await callProgram(page, 'people.list', {})
    const [person] = people.filter(({ retired }) => !retired)
    await callProgram(page, 'people.pick', { personId: person?.id ?? null })
    await picker(`Working: ${person?.name}`).waitFor()
    expect(await printedName()).toBe(`Salesperson: ${person?.name}`)
    await callProgram(page, 'people.pick', { personId: null })
    await picker('Who is working?').waitFor()
    expect(await printedName()).toBe('Salesperson:')
    await callProgram(page, 'people.pick', { personId: person?.id ?? null })
  })
})

describe('another start', () => {
  it('asks who is working where the user wants it', async () => {
    await callProgram(page, 'people.setAskAtStart', { ask: true })
    page = await forecourt.startAgain()
    await unlock(page)
    await panel().getByRole('button', { name: salesperson }).click()
    await picker(`Working: ${salesperson}`).waitFor()
    await goToSightings()
    expect(await panel().isVisible()).toBe(false)
    // Today's digest was shown before this start.
    await page.getByText(/^Daily digest: /).waitFor()
    expect(await callProgram(page, 'sightings.takeDigest', {})).toEqual({ text: null })
    expect(await page.getByText(/^Today’s calls: /).count()).toBe(0)
  })
})
