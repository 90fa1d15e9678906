import { describe, expect, it } from 'vitest'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import { groupsOf, listOf, sightedCar, summary } from '../unit/renderer/features/sightings/sample-car.ts'
import { answerCalls, carsOf, openCalls } from './call-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { answerCustomers } from './standard-answers.ts'

const cars = carsOf('Priya Raman', 'Liam Campbell', 'Wei Singh')
const owners = cars.map((car) => car.customer)

describe('the form of a call', () => {
  it('keeps unsaved input of a car until the car is selected again, and saves the offer', async () => {
    const { host, page, answer, selectRow } = await openCalls()
    const notes = page.getByLabel('Notes')
    await notes.fill('Wants 30 thousand')
    await answer('Spoke', 'Offer made')
    await selectRow(1)
    await expect.poll(() => notes.inputValue()).toBe('')
    await selectRow(0)
    await expect.poll(() => notes.inputValue()).toBe('Wants 30 thousand')
    await page.getByLabel('Our offer').fill('28,500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => host.inputsOf('sightings.record'))
      .toMatchObject([{ customerId: 'car-0', note: 'Wants 30 thousand', amount: 28_500 }])
  })
})

describe('a customer marked as Do Not Contact', () => {
  it('has a hidden number after a confirmation, which can be shown, until contact is allowed again', async () => {
    const number = '0491 570 006'
    const [first, ...others] = cars
    if (!first) throw new Error('There is a car')
    let car: SightedCar = first
    const { host, page, card, outcomes, chooseFromMenu } = await openCalls({
      prepare(twin) {
        const change = (to: SightedCar) => {
          car = to
          twin.announce({ name: 'sightings.changed' })
          return success(car)
        }
        const blocked = { doNotContact: true, mobileNumber: null, hiddenNumbers: ['mobileNumber'] }
        twin.answer('sightings.list', () => success(listOf([car, ...others])))
        twin.answer('sightings.get', () => success({ car, entries: [], attempts: [] }))
        twin.answer('sightings.record', () =>
          change({ ...car, phone: null, customer: customer('car-0', { ...car.customer, ...blocked }) }),
        )
        twin.answer('sightings.allowContact', () => change(first))
        twin.answer('customers.revealMobile', () =>
          success({ mobileNumber: '0491570006', otherNumbers: {}, edits: [] }),
        )
      },
    })
    await chooseFromMenu(/^Mark as Do Not Contact/)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Mark Priya Raman as Do Not Contact?' })
    await question.waitFor()
    expect(host.inputsOf('sightings.record')).toEqual([])
    await question.getByRole('button', { name: 'Mark as Do Not Contact' }).click()
    await card.getByText('asked not to be contacted.', { exact: false }).waitFor()
    expect(await card.innerText()).not.toContain(number)
    expect(await card.getByRole('button', { name: /^Call( anyway)?$/ }).count()).toBe(0)
    expect(await outcomes.getByRole('button', { name: 'No answer', exact: true }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Show the hidden number' }).click()
    await card.getByText(number).waitFor()
    await card.getByRole('button', { name: 'Hide' }).click()
    await card.getByText(number).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Allow contact again' }).click()
    expect(host.inputsOf('sightings.allowContact')).toEqual([])
    const allowing = page.getByRole('dialog', { name: 'Allow contact with Priya Raman?' })
    await allowing.getByRole('button', { name: 'Allow contact' }).click()
    await card.getByText(number).waitFor()
  })
})

describe('the call list', () => {
  it('is searched and filtered, and chips remove each filter', async () => {
    const { host, page, rows, openListMenu } = await openCalls({
      prepare: (twin) =>
        twin.answer('sightings.list', ({ search = '', priceFrom = null }) => {
          const found = cars.filter(
            (car) =>
              (car.customer.clientName ?? '').toLowerCase().includes(search.toLowerCase()) &&
              (priceFrom === null || (car.price ?? 0) >= priceFrom),
          )
          return success(listOf(found))
        }),
    })
    await page.keyboard.press('Control+f')
    await page.keyboard.type('campbell')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Search sightings' }).fill('nobody at all')
    await page.getByRole('heading', { name: 'No matching cars' }).waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => rows.count()).toBe(3)

    const lowest = (await openListMenu('Filter')).getByLabel('Lowest price')
    await lowest.fill('1,000,000')
    await lowest.press('Tab')
    await page.getByRole('heading', { name: 'No matching cars' }).waitFor()
    expect(host.inputsOf('sightings.list').at(-1)).toMatchObject({ priceFrom: 1_000_000 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter: $1,000,000 or more' }).click()
    await expect.poll(() => rows.count()).toBe(3)
  })

  it('is marked as seen in every connection that it shows, which can be undone', async () => {
    const source = { connectionId: 'c', region: 'au' as const, name: 'Main' }
    const before = [source, { ...source, region: 'nz' as const }].map((each) => ({ source: each, lastVisitAt: null }))
    const { host, page, openListMenu } = await openCalls({
      prepare: (twin) => twin.answer('sightings.markSeen', () => success({ summary: summary(), before })),
    })
    const menu = await openListMenu()
    await menu.getByRole('button', { name: /^Select all shown \(at most 1,000\)/ }).waitFor()
    await menu.getByRole('button', { name: 'Mark all as seen' }).click()
    const notices = page.getByRole('region', { name: 'Notices' })
    await notices.getByText('All calls of 2 connections and regions marked as seen.').waitFor()
    await notices.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => host.inputsOf('sightings.markSeen')).toEqual([{}, { undo: before }])
  })

  longTest('restores the original message templates only after a question', async () => {
    const edited = { id: 'sms', channel: 'sms' as const, name: 'Our own', subject: '', text: 'Hi {first name}' }
    const original = { ...edited, name: 'Saw your car listed', text: 'Hi' }
    const { host, page, chooseFromMenu } = await openCalls({
      prepare(twin) {
        twin.answer('sightings.templates', () =>
          success({ templates: [{ ...edited, isDefault: false }], canRestore: true }),
        )
        twin.answer('sightings.restoreTemplates', () =>
          success({ templates: [{ ...original, isDefault: true }], canRestore: false }),
        )
      },
    })
    await chooseFromMenu('Message templates')
    const manager = page.getByRole('dialog', { name: 'Message templates' })
    await manager.getByRole('button', { name: 'Restore the original templates' }).click()
    const question = page.getByRole('dialog', { name: 'Restore the original templates?' })
    await question.getByText('What you changed in the originals is lost; in a team, on all PCs.').waitFor()
    expect(host.inputsOf('sightings.restoreTemplates')).toEqual([])
    await question.getByRole('button', { name: 'Restore' }).click()
    await manager.getByRole('listitem').getByText('Saw your car listed').waitFor()
  })

  it('keeps its order when a sighting arrives, and offers to show it', async () => {
    const { host, page, list, rows, selectRow } = await openCalls()
    await selectRow(1)
    const before = await rows.allInnerTexts()
    const arrived = sightedCar('car-9', {
      customer: customer('car-9', { clientName: 'Nina Arrived' }),
      isNew: true,
      group: 'new',
    })
    host.answer('sightings.list', () => success(listOf([arrived, ...cars])))
    host.announce({ name: 'sightings.changed' })
    const offer = page.getByRole('button', { name: 'Show 1 new' })
    await offer.waitFor()
    expect(await rows.allInnerTexts()).toEqual(before)
    await offer.click()
    await expect.poll(() => rows.count()).toBe(4)
    expect(await list.locator('[aria-selected=true]').innerText()).toContain('Liam Campbell')
  })

  it('says that all calls are done, with the other groups to open', async () => {
    const finished = cars.map((car) => ({ ...car, group: 'done' as const, outcome: 'bought' as const }))
    const done = summary({ groups: groupsOf(finished) })
    const host = createPracticeHost()
    host.answer('sightings.visit', () => success(done))
    host.answer('sightings.summary', () => success(done))
    answerCustomers(host, owners)
    host.answer('sightings.list', ({ groups }) =>
      success({ ...listOf(finished), ...(groups?.includes('done') ? {} : { total: 0, cars: [] }) }),
    )
    host.answer('sightings.get', () => success({ car: finished[0] ?? sightedCar('a'), entries: [], attempts: [] }))
    const page = await openWindow('/sightings', host)
    await page.getByRole('heading', { name: 'All calls done.' }).waitFor()
    const group = page.getByRole('treeitem', { name: 'Done 3' })
    expect(await group.getAttribute('aria-expanded')).toBe('false')
    await group.click()
    await page.getByRole('treeitem').filter({ hasText: 'Priya Raman' }).waitFor()
    expect(await group.getAttribute('aria-expanded')).toBe('true')
  })

  it('is the first screen once there are customers', async () => {
    const host = createPracticeHost()
    answerCustomers(host, owners)
    const page = await openWindow('/', host)
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/sightings')
  })

  it.each(
    // The first is 1,320 px at a zoom of 200%.
    onlyLong({ width: 660, height: 430 }, { width: 1320, height: 860 }, { width: 1024, height: 720 }),
  )('fits into a window of $width by $height', async (viewport) => {
    const { page, answer } = await openCalls({ viewport })
    await answer('Spoke', 'Call back')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

describe('the screen', () => {
  const people = [
    { id: 'jo', name: 'Jo Taylor' },
    { id: 'sam', name: 'Sam Lee' },
  ]

  it('has at most 24 controls beside the frame and the rows, and Call as its only primary button', async () => {
    const [first, ...others] = cars
    if (!first) throw new Error('There is a car')
    const note = { id: 'n', at: '2026-11-18T02:00:00Z', outcome: 'voicemail', note: 'Later', nextAction: '' } as const
    const entry = { ...note, nextDate: null, nextTime: null, amount: null, person: null }
    const { page, card } = await openCalls({
      cars: [first, ...others],
      prepare(host) {
        answerCalls(host, [first, ...others], { 'car-0': [entry] })
        host.answer('sightings.assignees', () => success({ people }))
      },
    })
    await card.getByRole('region', { name: 'Call history' }).waitFor()
    const controls = await page
      .getByRole('main')
      .locator('button, a, input, select, textarea, summary')
      .evaluateAll((found) => found.filter((each) => each.getClientRects().length > 0 && !each.closest('[role=tree]')))
    expect(controls.length).toBeGreaterThan(10)
    expect(controls.length).toBeLessThanOrEqual(24)
    const filled = page.getByRole('main').locator('.n-button--primary-type:not(.n-button--ghost):not([class*=text])')
    const names = await filled.evaluateAll((found) =>
      found
        .filter((each) => getComputedStyle(each).backgroundColor !== 'rgba(0, 0, 0, 0)')
        .map((each) => each.textContent),
    )
    expect(names.map((name) => name?.trim())).toEqual(['Call'])
  })
})

describe('the call card', () => {
  const comparison = {
    state: 'ready',
    vehicleId: 'v-1',
    title: '2019 Toyota RAV4 GXL',
    median: 33_000,
    rank: 3,
    of: 13,
    sampleSize: 12,
    daysChecked: 60,
    adjustedPrice: null,
    words: 'Below the median of 12 listings.',
    at: '2026-11-19T23:29:00Z',
  } as const

  it('shows the number and the calling hours, and leads to the record', async () => {
    const { page, card, chooseFromMenu } = await openCalls({
      prepare(twin) {
        answerCustomers(twin, owners)
        twin.answer('sightings.history', () => success({ entries: [], attempts: [] }))
      },
    })
    expect(await card.locator('.number').innerText()).toBe('0491 570 006')
    expect(await card.locator('.hours').innerText()).toBe('Tuesday 10 am in Sydney. Calls are fine until 8 pm.')
    await chooseFromMenu('Customer record')
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  })

  longTest('compares the price with the market, and leads to the market', async () => {
    const { host, page, card } = await openCalls()
    const compared = sightedCar('car-0', { comparison })
    host.answer('sightings.compare', () => {
      host.answer('sightings.get', () => success({ car: compared, entries: [], attempts: [] }))
      return success(compared)
    })
    await page.getByText('Up to 3 look-ups, which may be charged.').waitFor()
    await page.getByRole('button', { name: 'Compare with market' }).click()
    await card.getByText('More about the car').click()
    await card.getByText('Compared 20/11/2026.').waitFor()
    const market = page.getByRole('region', { name: 'Market', exact: true })
    await market.getByText('Below the median of 12 listings.').waitFor()
    expect(host.inputsOf('sightings.compare')).toMatchObject([{ customerId: 'car-0' }])
    const link = market.getByRole('link', { name: 'View market', exact: true })
    expect(await link.getAttribute('href')).toContain('tab=market')
  })

  it('says that the market may be charged when the comparison is older than results are reused', async () => {
    const car = sightedCar('car-0', { comparison: { ...comparison, at: '2026-11-10T23:29:00Z' } })
    const { card } = await openCalls({ cars: [car] })
    await card.getByText('More about the car').click()
    const links = card.getByRole('region', { name: 'Market', exact: true }).getByRole('link')
    await expect.poll(() => links.allInnerTexts()).toEqual(['View market (may be charged)'])
  })
})

describe('the call sheet', () => {
  it('is printed without the frame of the window', async () => {
    const { page, openListMenu } = await openCalls()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await openListMenu('Print the call sheet')
    await page.locator('body[data-printed=yes]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: /^Calls for / }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Sections' }).isVisible()).toBe(false)
    await page.evaluate(() => document.body.removeAttribute('data-printed'))
  })
})

it('prints the loaded cars when the system begins the print', async () => {
  const { page } = await openCalls()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await page.locator('.call-sheet tbody tr').count()).toBe(cars.length)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.locator('.call-sheet').waitFor({ state: 'detached' })
})

describe('another screen', () => {
  it('shows a notice of a new sighting that leads to the new ones', async () => {
    const host = createPracticeHost()
    answerCustomers(host, owners)
    const [first, second, third] = cars
    if (!first || !second || !third) throw new Error('There are cars')
    answerCalls(host, [first, { ...second, group: 'new' }, third])
    const page = await openWindow('/lookup', host)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    host.announce({ name: 'sightings.spotted', subject: 'A past customer’s car was just listed.' })
    await page.getByText('A past customer’s car was just listed.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await page.getByRole('article').getByRole('heading', { level: 2, name: 'Liam Campbell' }).waitFor()
    expect(host.inputsOf('sightings.list').at(-1)?.groups).toContain('new')
  })
})
