import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { changeCars, recordLinks, showTeamWork } from './changed-cars.ts'
import { allowCopying, type Harness } from './harness.ts'
import { longCar, longName, longNote, longTeamWork } from './long-call.ts'
import { openWithPractice, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page
/** Changes cars before they reach the window, as if the service and the clock were different. */
let changed: (car: SightedCar) => SightedCar
/** The links that the window asked to open. */
const opened: string[] = []

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

const patience = { timeout: 30_000 }
const sizes = { '1024x700': { width: 1024, height: 700 }, '1280x800': { width: 1280, height: 800 } } as const
const list = (): Locator => page.getByRole('listbox', { name: 'Call list' })
const rows = (): Locator => list().getByRole('option')
const card = (): Locator => page.getByRole('article')
const log = (): Locator => page.getByRole('region', { name: 'Call history' })
const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name })

const same = (car: SightedCar): SightedCar => car
async function change(to: typeof changed): Promise<void> {
  changed = to
  await page.reload()
  await rows().first().waitFor()
  await list().focus()
}

beforeAll(async () => {
  changed = same
  forecourt = await openWithPractice({ viewport: sizes['1280x800'] })
  page = forecourt.page
  await changeCars(page, () => ({ change: changed, entries: changed === longCar ? [longNote] : null }))
  await page.route('**/call/sightings.digest', async (route) => {
    if (changed !== longCar) return route.continue()
    return route.fulfill({ json: { ok: true, value: { text: '27 new sightings, 5 price drops, 12 calls due.' } } })
  })
  await showTeamWork(page, () => (changed === longCar ? longTeamWork : null))
  await recordLinks(page, opened)
  await page.getByRole('link', { name: 'Sightings' }).click()
  await rows().first().waitFor()
})
afterAll(() => forecourt.close())

describe('the call card, with the longest texts', () => {
  it.each([
    ['1280x800', 'light'],
    ['1280x800', 'dark'],
    ['1024x700', 'light'],
    ['1024x700', 'dark'],
  ] as const)('shows what a call in a team needs without scrolling at %s, %s', async (size, colorScheme) => {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme })
    await change(longCar)
    await list().focus()
    await log().waitFor()
    await page.getByText('12 calls due.').waitFor()
    await card().getByRole('region', { name: 'Team' }).waitFor()
    const top = (await card().locator('.body').boundingBox())?.y ?? 0
    const bottom = (await card().locator('.save').boundingBox())?.y ?? 0
    const isBetween = async (what: Locator, from: number, to: number): Promise<boolean> => {
      const box = await what.boundingBox()
      return box !== null && box.height > 0 && box.y >= from - 0.5 && box.y + box.height <= to + 0.5
    }
    const cardBox = await card().boundingBox()
    for (const head of [card().getByRole('heading', { level: 2 }), card().locator('.number'), card().locator('.hours')])
      expect(await isBetween(head, cardBox?.y ?? 0, top)).toBe(true)
    const buttons = card().getByRole('group', { name: 'Outcome' }).getByRole('button')
    expect(await buttons.count()).toBe(18)
    const parts = ['h3', '.price', '.result', '.team'].map((part) => card().locator(part).first())
    const needed = [...parts, buttons.last()]
    if (size === '1280x800') needed.push(log())
    for (const what of needed) expect(await isBetween(what, top, bottom)).toBe(true)
    for (const button of await buttons.all()) expect(await isBetween(button, top, bottom)).toBe(true)
    const scroller = card().locator('.body')
    expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    const sticksOut = await card().evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(sticksOut).toBeLessThanOrEqual(0)
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot(`call-card-${size}-${colorScheme}`)
  })

  it('says how the price compares with the market, and how long the car was owned', async () => {
    const shown = await card().innerText()
    expect(shown).toContain('77% of the market price (23% below the median).')
    expect(shown).toMatch(/Sold 31\/1\/2019, owned \d+ years/)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(sizes['1280x800'])
  })
})

describe('a call outside calling hours', () => {
  it('is a warning that asks for a reason, which the history shows', async () => {
    await change((car) => ({
      ...car,
      callingHours: { now: 'outside', words: 'Sunday in Sydney. No calls on Sundays.' },
    }))
    await page.keyboard.press('k')
    const ask = dialog(/^Call .+ anyway\?$/)
    await ask.getByText('No calls on Sundays.').waitFor()
    await ask.getByRole('button', { name: 'Call anyway' }).click()
    await ask.getByText('Enter why you call now.').waitFor()
    expect(opened).toEqual([])
    await ask.getByRole('textbox', { name: 'Reason' }).fill('Asked for it')
    await page.keyboard.press('Enter')
    await ask.waitFor({ state: 'hidden' })
    await log().getByText('Reason: Asked for it').waitFor()
    expect(opened.map((url) => url.slice(0, 4))).toEqual(['tel:'])
    await change(same)
  })
})

describe('a call-back', () => {
  it('gets its date from a calendar by keyboard, and its time from a suggestion', async () => {
    await list().focus()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Choose the date from a calendar' }).press('Enter')
    const days = page.getByRole('grid', { name: /^\w+ \d{4}$/ })
    await days.waitFor()
    const month = await days.getAttribute('aria-label')
    await page.keyboard.press('PageDown')
    await expect.poll(() => days.getAttribute('aria-label'), patience).not.toBe(month)
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await days.waitFor({ state: 'hidden' })
    const date = page.getByLabel('Date', { exact: true })
    expect(await date.inputValue()).toMatch(/^\d+\/\d+\/\d{4}$/)
    await page.getByLabel('Time', { exact: true }).fill('3.30pm')
    await page.getByLabel('Notes').focus()
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('3:30 pm')
    // Which of them depends on the place of the customer and the clock of this PC.
    const hint = card().getByRole('group', { name: 'Suggested times' }).getByRole('status')
    await hint.filter({ hasText: /You’ll be reminded at this time|[Nn]o calls|Too (?:early|late) to call/ }).waitFor()
    const before = await date.inputValue()
    const suggestions = page.getByRole('group', { name: 'Suggested times' }).getByRole('button')
    await suggestions
      .filter({ hasText: 'am' })
      .or(suggestions.filter({ hasText: 'pm' }))
      .first()
      .click()
    await expect.poll(() => date.inputValue(), patience).not.toBe(before)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await log()
      .getByText(/^Next: \d+\/\d+\/\d{4}, \d+:\d\d [ap]m$/)
      .waitFor()
  })

  it('that is due is shown in a notice and above the list, and both open it', async () => {
    const name = await rows().last().locator('.name').innerText()
    const { id } = await page.evaluate(async (clientName) => {
      const input = JSON.stringify({ view: 'all', offset: 0, limit: 100 })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await (await fetch('/call/sightings.list', { method: 'POST', body: input, headers })).json()
      const { cars } = (answer as { value: { cars: { customer: { id: string; clientName: string } }[] } }).value
      return cars.map(({ customer }) => customer).find((each) => each.clientName === clientName) ?? { id: '' }
    }, name)
    const call = {
      customerId: id,
      clientName: name,
      carTitle: 'A car',
      outcome: 'call_back',
      nextAction: '',
      nextDate: '2026-01-02',
      nextTime: '14:30',
    }
    let taken = false
    await page.route('**/call/sightings.dueCalls', (route) =>
      route.fulfill({ json: { ok: true, value: { calls: [call] } } }),
    )
    await page.route('**/call/sightings.takeReminders', async (route) => {
      await route.fulfill({ json: { ok: true, value: { calls: taken ? [] : [call] } } })
      taken = true
    })
    await page.reload()
    await page.getByText(`Call back: ${name}, 2:30 pm`).waitFor()
    await page.getByRole('button', { name: 'Open call' }).click()
    await card().getByRole('heading', { level: 2, name }).waitFor()
    await rows().first().click()
    const due = page.getByRole('region', { name: 'Due now' })
    expect(await due.innerText()).toContain('2/1/2026, 2:30 pm')
    await due.getByRole('button', { name }).click()
    await card().getByRole('heading', { level: 2, name }).waitFor()
    await page.unroute('**/call/sightings.takeReminders')

    const calls = [call, ...Array.from({ length: 4 }, () => ({ ...call, clientName: longName }))]
    await page.unroute('**/call/sightings.dueCalls')
    await page.route('**/call/sightings.dueCalls', (route) => route.fulfill({ json: { ok: true, value: { calls } } }))
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await change(longCar)
      await log().waitFor()
      await due.getByText('2 more').waitFor()
      const view: Box = { x: 0, y: 0, ...viewport }
      const boxOf = async (what: Locator): Promise<Box> => (await what.boundingBox()) ?? { ...view, width: 0 }
      const contains = (outer: Box, inner: Box): boolean =>
        inner.width > 0 &&
        inner.x >= outer.x - 0.5 &&
        inner.y >= outer.y - 0.5 &&
        inner.x + inner.width <= outer.x + outer.width + 0.5 &&
        inner.y + inner.height <= outer.y + outer.height + 0.5
      const dueBox = await boxOf(due)
      expect(contains(view, dueBox)).toBe(true)
      const buttons = await due.getByRole('button').all()
      expect(buttons).toHaveLength(3)
      for (const what of [...buttons, ...(await due.locator('button span').all()), due.getByText('2 more')])
        expect(contains(dueBox, await boxOf(what))).toBe(true)
      // The list below still shows whole rows, and no outcome is pushed out of view.
      const listBox = await boxOf(list())
      expect(listBox.y).toBeGreaterThanOrEqual(dueBox.y + dueBox.height)
      for (const at of [0, 1, 2]) expect(contains(listBox, await boxOf(rows().nth(at)))).toBe(true)
      expect(contains(view, listBox)).toBe(true)
      const body = await boxOf(card().locator('.body'))
      for (const button of await card().getByRole('group', { name: 'Outcome' }).getByRole('button').all())
        expect(contains(body, await boxOf(button))).toBe(true)
      await forecourt.screenshot(`due-calls-${size}`)
    }
    await page.unroute('**/call/sightings.dueCalls')
    await change(same)
  })
})

describe('messages', () => {
  it('are written from a template whose missing fields must be filled in, logged once, and discarded only after a question', async () => {
    await change((car) => ({ ...car, email: 'kim@dealer.example' }))
    opened.length = 0
    await page.keyboard.press('m')
    const sms = dialog(/^SMS to /)
    const message = sms.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => message.inputValue(), patience).toContain('{dealership}')
    await sms.getByRole('button', { name: 'Open in messages app' }).click()
    await sms
      .getByText(/^Enter: /)
      .first()
      .waitFor()
    expect(opened).toEqual([])
    await sms.getByRole('textbox', { name: 'Dealership name' }).fill('Harbour Motors')
    expect(await message.inputValue()).toMatch(
      /^Hi \S+, it's Jo Taylor from Harbour Motors\. .+ Reply STOP to opt out\.$/,
    )
    await sms.getByText(/^\d+ of \d+ characters, \d text messages?\./).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await sms.getByRole('button', { name: 'Open in messages app' }).dblclick()
    await sms.waitFor({ state: 'hidden' })
    await log().getByText('SMS opened: Saw your car listed').waitFor()
    expect(opened).toHaveLength(1)
    expect(decodeURIComponent(opened[0] ?? '')).toMatch(/^sms:\+61\d{9}\?body=Hi /)
    // The sender is known from now on.
    await page.keyboard.press('e')
    const email = dialog(/^Email to /)
    const text = email.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => text.inputValue(), patience).toContain('Jo Taylor\nHarbour Motors')
    const fromTemplate = await text.inputValue()
    await text.fill('Hi Kim')
    await email.getByText(/requires a way to opt out/).waitFor()
    const templates = email.getByRole('combobox', { name: 'Template' })
    const chosen = await templates.inputValue()
    const replacing = dialog('Replace what you wrote?')
    await templates.selectOption('No template')
    await replacing.getByRole('button', { name: 'Keep editing' }).click()
    await replacing.waitFor({ state: 'hidden' })
    expect([await text.inputValue(), await templates.inputValue()]).toEqual(['Hi Kim', chosen])
    await templates.selectOption('No template')
    await replacing.getByRole('button', { name: 'Use the template' }).click()
    await expect.poll(() => text.inputValue(), patience).toBe('')
    // Nothing was typed since, so there is nothing to ask about.
    await templates.selectOption(chosen)
    await expect.poll(() => text.inputValue(), patience).toBe(fromTemplate)
    await text.fill('Hi Kim')
    await email.getByRole('button', { name: 'Cancel' }).click()
    const question = dialog('Discard this message?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await text.inputValue()).toBe('Hi Kim')
    await text.press('Escape')
    await question.getByRole('button', { name: 'Discard message' }).click()
    await email.waitFor({ state: 'hidden' })
    expect(opened).toHaveLength(1)
  })

  it('have own templates, which are kept', async () => {
    await card().getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Message templates' }).click()
    const manager = dialog('Message templates')
    await manager.getByRole('button', { name: 'New template' }).click()
    await manager.getByRole('textbox', { name: 'Name' }).fill('Weekend')
    await manager.getByRole('textbox', { name: 'Text' }).fill('Hi ')
    await manager.getByRole('button', { name: '{first name}' }).click()
    await manager.getByRole('region', { name: 'Preview with sample data' }).getByText('Hi Priya').waitFor()
    await manager.getByRole('button', { name: 'Close' }).last().click()
    const question = dialog('Discard your changes?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await manager.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Hi {first name}')
    await manager.getByRole('textbox', { name: 'Text' }).fill('Hi {nickname}')
    await manager.getByRole('button', { name: 'Save' }).click()
    await manager.getByText('“{nickname}” isn’t a field.').waitFor()
    await manager.getByRole('textbox', { name: 'Text' }).fill('Hi {first name}, come by. Reply STOP to opt out.')
    await manager.getByRole('button', { name: 'Save' }).click()
    await manager.getByRole('listitem').getByText('Weekend').waitFor()
    await manager.getByRole('button', { name: 'Close' }).last().click()
    await manager.waitFor({ state: 'hidden' })
    await list().focus()
    await page.keyboard.press('m')
    const options = dialog(/^SMS to /)
      .getByRole('combobox', { name: 'Template' })
      .locator('option')
    await expect.poll(() => options.allInnerTexts(), patience).toContain('Weekend')
    await page.keyboard.press('Escape')
    await dialog(/^SMS to /).waitFor({ state: 'hidden' })
  })
})

describe('the card', () => {
  it('is copied as text by Ctrl+C', async () => {
    await allowCopying(page, true)
    const name = await card().getByRole('heading', { level: 2 }).innerText()
    const number = await card().locator('.number').innerText()
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    await list().focus()
    await page.keyboard.press('Control+c')
    await expect.poll(async () => (await clipboard()).split('\n').slice(0, 2), patience).toEqual([name, number])
  })

  it('names the other cars of the same person, with links to their records', async () => {
    const other = {
      customerId: 'other',
      title: '2017 Mazda 3',
      rego: 'ABC12D',
      state: 'NSW',
      saleDate: '2017-03-14',
      isListed: true,
    }
    await page.route('**/call/sightings.otherCars', (route) =>
      route.fulfill({ json: { ok: true, value: { cars: [other] } } }),
    )
    await change(same)
    await card().getByRole('button', { name: '+1 car' }).click()
    const cars = dialog('Other cars of this person')
    await cars.getByText('ABC12D NSW · Sold 14/3/2017').waitFor()
    expect(await cars.getByRole('link', { name: '2017 Mazda 3' }).getAttribute('href')).toContain('/customers/other')
  })
})
