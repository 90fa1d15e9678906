import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CallNote } from '../../src/contract/call-note.ts'
import { success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { sightedCar } from '../unit/renderer/features/sightings/sample-car.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerCalls, carsOf, openCalls } from './call-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { answerCustomers, callableNow, connectionState, customersStatus, practice } from './standard-answers.ts'

const low = { width: 1024, height: 700 }
const medium = { width: 1280, height: 800 }
const large = { width: 1920, height: 1080 }

const later = [
  { label: 'Today 4 pm', date: '2026-11-20', time: '16:00' },
  { label: 'Tomorrow 9 am', date: '2026-11-21', time: '09:00' },
]
const withSuggestions = (host: HostTwin): void =>
  host.answer('sightings.callTimes', () =>
    success({ suggestions: later, now: callableNow, planned: null, phone: null }),
  )

/** Whether nothing hides the middle of the element. */
const isUncovered = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    return shown !== null && element.contains(shown)
  })

/** So many calls, the last of them of somebody who is marked Do Not Contact. */
const callsWithHidden = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const doNotContact = at === count - 1
    const clientName = doNotContact ? 'Hidden person' : `Customer ${at}`
    return sightedCar(`car-${at}`, { customer: customer(`car-${at}`, { clientName, doNotContact }) })
  })

describe('the call card', () => {
  it.each(onlyLong(['1024x700', low], ['1280x800', medium]))(
    'keeps the selected outcome in view while its date is entered at %s',
    async (_name, viewport) => {
      const { page, list, outcomes, selectRow } = await openCalls({ viewport, prepare: withSuggestions })
      await selectRow(0)
      await list.focus()
      await page.keyboard.press('c')
      const date = page.getByLabel('Date', { exact: true })
      await expect.poll(() => date.evaluate((field) => field === document.activeElement)).toBe(true)
      await expect.poll(() => isUncovered(outcomes.getByRole('button', { name: 'Call back', exact: true }))).toBe(true)
      expect(await isUncovered(date)).toBe(true)
      const suggested = page.getByRole('button', { name: 'Suggested times' })
      await suggested.waitFor()
      expect(await isUncovered(suggested)).toBe(true)
    },
  )

  longTest('starts at the top for the next customer', async () => {
    const { host, page, list, rows, card, selectRow } = await openCalls({ viewport: { width: 1024, height: 610 } })
    await selectRow(0)
    await list.focus()
    await page.keyboard.press('c')
    await page.getByLabel('Date', { exact: true }).fill('31/12')
    const body = card.locator('.body')
    const top = (): Promise<number> => body.evaluate(({ scrollTop }) => scrollTop)
    await body.evaluate((element) => element.scrollTo({ top: 200 }))
    expect(await top()).toBeGreaterThan(0)
    await page.keyboard.press('Control+Enter')
    await rows.nth(1).and(page.locator('[aria-selected=true]')).waitFor()
    await expect.poll(top).toBe(0)
    expect(host.inputsOf('sightings.record')).toMatchObject([{ outcome: 'call_back', nextDate: '2026-12-31' }])
  })

  it('keeps a note that was begun while another screen is open', async () => {
    const { page, list, selectRow } = await openCalls()
    await selectRow(1)
    await list.focus()
    await page.keyboard.press('v')
    await page.getByLabel('Notes').fill('Wants 30 thousand')
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    const staysOpen = (): Promise<boolean> =>
      page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await staysOpen()).toBe(true)
    await page.getByRole('link', { name: 'Sightings', exact: true }).click()
    await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('Wants 30 thousand')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'Call history' }).getByText('Wants 30 thousand').waitFor()
    expect(await staysOpen()).toBe(false)
  })

  it('shows the last call above the outcomes, and older calls on request', async () => {
    const { page, list, outcomes, answer, selectRow } = await openCalls()
    await selectRow(0)
    await list.focus()
    await page.keyboard.press('v')
    await page.getByLabel('Notes').fill('His wife answers')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const log = page.getByRole('region', { name: 'Call history' })
    await log.getByText('His wife answers').waitFor()
    const logBox = await log.boundingBox()
    expect((logBox?.y ?? 0) + (logBox?.height ?? 0)).toBeLessThanOrEqual((await outcomes.boundingBox())?.y ?? 0)
    await answer('Spoke', 'Offer made')
    await page.getByLabel('Our offer').fill('21,500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await log.getByText('$21,500').waitFor()
    expect(await log.getByText('His wife answers').count()).toBe(0)
    await log.getByRole('button', { name: 'Show all 2' }).click()
    await log.getByText('His wife answers').waitFor()
    await log.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText(/: last outcome undone\./).waitFor()
    await log.getByText('$21,500').waitFor({ state: 'hidden' })
  })

  it('asks the first question about another car', async () => {
    const { outcomes, answer, selectRow } = await openCalls({ cars: carsOf('Priya Raman', 'Liam Campbell') })
    await selectRow(0)
    await answer('Spoke')
    const offer = outcomes.getByRole('button', { name: 'Offer made', exact: true })
    await offer.waitFor()
    await selectRow(1)
    await outcomes.getByRole('button', { name: 'No answer', exact: true }).waitFor()
    await expect.poll(() => offer.count()).toBe(0)
  })

  longTest('goes back by one question from an answer that led to the chosen outcome', async () => {
    const { page, list, outcomes, answer, selectRow } = await openCalls()
    await selectRow(0)
    const labels = outcomes.locator('.label')
    await answer('Spoke', 'Bought or traded in', 'Bought')
    await expect.poll(() => labels.allInnerTexts()).toContain('Traded in')
    await answer('Bought or traded in')
    await expect.poll(() => labels.allInnerTexts()).toContain('Call back')
    await answer('Spoke')
    await expect.poll(() => labels.allInnerTexts()).toContain('No answer')
    await answer('Spoke')
    await list.focus()
    await page.keyboard.press('b')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('region', { name: 'Call history' }).waitFor()
    await expect.poll(() => labels.allInnerTexts()).toContain('No answer')
  })

  longTest('shows only the answer of an outcome that needs a date, and asks its question again', async () => {
    const { page, outcomes, answer, selectRow } = await openCalls({ prepare: withSuggestions })
    await selectRow(0)
    const labels = outcomes.locator('.label')
    await answer('Spoke', 'Call back')
    await expect.poll(() => labels.allInnerTexts()).toEqual(['Spoke', 'Call back'])
    await page.getByLabel('Date', { exact: true }).waitFor()
    await answer('Call back')
    await expect.poll(() => labels.allInnerTexts()).toContain('Offer made')
    await page.getByLabel('Date', { exact: true }).waitFor({ state: 'detached' })
  })

  longTest('is copied as text from its menu', async () => {
    const { page, chooseFromMenu, selectRow } = await openCalls()
    await selectRow(1)
    await chooseFromMenu(/^Copy details as text/)
    await page.getByText('Call details copied.').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').slice(0, 2)).toEqual(['Liam Campbell', '0491 570 006'])
    expect(copied).toMatch(/^Asking price: /m)
  })

  longTest('is copied as text by Ctrl+C', async () => {
    const { page, list, selectRow } = await openCalls()
    await selectRow(1)
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await list.focus()
    await page.keyboard.press('Control+c')
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(async () => (await copied()).split('\n').slice(0, 2)).toEqual(['Liam Campbell', '0491 570 006'])
  })

  it.each(['allowed', 'outside', 'unknown'] as const)(
    'offers the call as the main action only when the customer may be called: %s',
    async (now) => {
      const cars = [sightedCar('priya', { callingHours: { now, words: 'Friday 10:30 am in Sydney.' } })]
      const { card, selectRow } = await openCalls({ cars })
      await selectRow(0)
      const call = card.getByRole('button', { name: /^Call( anyway)?$/ })
      const isMain = await call.evaluate((button) => button.classList.contains('n-button--primary-type'))
      expect(isMain).toBe(now === 'allowed')
    },
  )

  it.each(onlyLong(['1024x700', low], ['1280x800', medium], ['1920x1080', large]))(
    'has the answers to each question in one line each at %s',
    async (_name, viewport) => {
      const { outcomes, answer, selectRow } = await openCalls({ viewport })
      await selectRow(0)
      const labels = outcomes.locator('.label')
      for (const [opened, shown] of [
        [null, 5],
        ['Spoke', 6],
        ['Not now', 6],
        ['Not now', 6],
        ['Bought or traded in', 5],
      ] as const) {
        if (opened) await answer(opened)
        await expect.poll(() => labels.count()).toBe(shown)
        const broken = await labels.evaluateAll((found) =>
          found.filter((label) => {
            const button = label.closest('button')
            if (!button) return true
            const isWrapped = label.getClientRects().length > 1 || label.getBoundingClientRect().height > 24
            return isWrapped || button.scrollWidth > button.clientWidth
          }),
        )
        expect(broken).toHaveLength(0)
      }
    },
  )

  it('names the other cars of the same person, with links to their records', async () => {
    const other = {
      customerId: 'other',
      title: '2017 Mazda 3',
      rego: 'ABC12D',
      state: 'NSW',
      saleDate: '2017-03-14',
      isListed: true,
    }
    const { page, card, selectRow } = await openCalls({
      prepare: (host) => host.answer('sightings.otherCars', () => success({ cars: [other] })),
    })
    await selectRow(0)
    await card.getByRole('button', { name: '+1 car' }).click()
    const cars = page.getByRole('dialog', { name: 'Other cars of this person' })
    await cars.getByText('ABC12D NSW · Sold 14/3/2017').waitFor()
    expect(await cars.getByRole('link', { name: '2017 Mazda 3' }).getAttribute('href')).toContain('/customers/other')
  })
})

describe('the call sheet', () => {
  it('has exactly the cars of the screen in their order, on paper and in the file', async () => {
    const { host, page, list, openListMenu, selectRow } = await openCalls({ viewport: { width: 1280, height: 2_000 } })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    // A row that is done stays in its place, and a new sighting waits to be shown: the program would list others.
    await selectRow(1)
    await list.focus()
    await page.keyboard.press('b')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: bought\./).waitFor()
    answerCalls(host, carsOf('Olivia Nguyen', 'Noah Singh'))
    const names = ['Priya Raman', 'Liam Campbell', 'Wei Singh']
    const menu = await openListMenu()
    await menu.getByText('3 cars, in the order shown.', { exact: false }).waitFor()
    await menu.getByRole('button', { name: /^Print/ }).click()
    await page.locator('body[data-printed=yes]').waitFor()
    await page.evaluate(() => document.body.removeAttribute('data-printed'))
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('.call-sheet')
    expect(await paper.locator('tbody .name').allInnerTexts()).toEqual(names)
    expect(await paper.innerText()).toMatch(/^Practice\s+Salesperson:[^]*Calls for \w+day \d+ \w+ 2026[^]*Page 1 of 1$/)
    expect(await paper.locator('tbody').innerText()).toMatch(/Listed 2 days ago on \w+\.example\./)
    expect(await page.locator('.print-header').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    host.answer('sightings.exportSheet', ({ customerIds }) =>
      success({
        fileName: 'Call sheet.csv',
        mimeType: 'text/csv',
        encoding: 'utf8',
        content: (customerIds ?? []).join(),
        rows: 3,
      }),
    )
    await openListMenu()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV/ }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe('car-0,car-1,car-2')
  })
})

it.each([
  ['A4', 22, 1, '21 calls'],
  ...onlyLong(['Letter', 22, 1, '21 calls'] as const, ['A4', 36, 2, '35 calls'] as const),
] as const)(
  'prints on %s the calls of a list of %i cars without Do Not Contact people on %i page(s)',
  async (format, cars, pages, count) => {
    const { page, openListMenu } = await openCalls({ cars: callsWithHidden(cars) })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await openListMenu('Print the call sheet')
    await page.locator('body[data-printed=yes]').waitFor()
    await page.emulateMedia({ media: 'print' })
    const papers = page.locator('.paper')
    const text = await papers.allInnerTexts()
    expect(text[0]).toContain(`${count}. 1 person marked Do Not Contact is left out.`)
    expect(text.join()).not.toContain('Hidden person')
    expect(text.map((each) => /(\d+) more on the next page/.exec(each)?.[1])).toEqual(
      pages === 1 ? [undefined] : ['14', undefined],
    )
    const pdf = await page.pdf({ format })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(pages)
  },
)

describe('the reason why the list is out of date', () => {
  it('is the lost network, not an earlier failure', async () => {
    const problem = 'The service is not available (503).'
    const { host, page } = await openCalls({
      prepare: (twin) => twin.answer('customers.status', () => success(customersStatus({ problem }))),
    })
    await page.getByText(/\(503\)/).waitFor()
    host.answer('connections.state', () => success(connectionState(practice, { reachability: 'offline' })))
    host.announce({ name: 'connections.changed' })
    await page.getByText(/^You’re offline\. Showing the list from/).waitFor()
    expect(await page.getByRole('region', { name: 'Sightings' }).innerText()).not.toContain('503')
  })
})

describe('the record of a customer', () => {
  const seen = { ...sightedCar('priya').sightings[0]!, at: '2026-11-18T20:00:00Z' }
  const owner = customer('priya', { sightings: [seen] })
  const entry: CallNote = {
    id: 'note',
    at: '2026-11-19T02:00:00Z',
    outcome: 'offer_made',
    note: 'His wife answers',
    nextAction: '',
    nextDate: null,
    nextTime: null,
    amount: 21_500,
    person: { id: 'jo', name: 'Jo Taylor' },
  }

  it('has all calls, and the time of a sighting on this PC, on the day that the grid has', async () => {
    const host = createPracticeHost()
    answerCustomers(host, [owner])
    host.answer('sightings.history', () => success({ entries: [entry], attempts: [] }))
    const page = await openWindow('/customers/priya', host)
    const record = page.getByRole('complementary')
    await record.getByText('Offer made $21,500').waitFor()
    await record.getByText('His wife answers').waitFor()
    // 20:00 in UTC is the next morning in Melbourne.
    await record.locator('time').getByText('19/11/2026, 7:00 am', { exact: true }).waitFor()
    expect(await page.getByRole('grid').innerText()).toContain('19/11/2026')
  })
})
