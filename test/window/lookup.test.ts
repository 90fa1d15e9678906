import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openForecourt, type Harness } from './harness.ts'
import { beginWithPractice, seriousFindings, unlock } from './steps.ts'

let forecourt: Harness
let page: Page

const box = () => page.getByRole('textbox', { name: 'Plate, VIN or words' })
const result = (name: string | RegExp) => page.getByRole('heading', { level: 2, name })
const tab = (name: string) => page.getByRole('tab', { name })
const nothingRaw = /\b(?:undefined|null|NaN)\b|\[object/

/** Words that no person should meet, wherever they stand on the screen. */
async function rawWords(): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => nothingRaw.test(line))
}

/** Takes the picture; gives what axe finds and what stands there raw. */
async function lookAt(name: string): Promise<string[]> {
  await forecourt.screenshot(`lookup-${name}`)
  return [...(await seriousFindings(page)), ...(await rawWords())]
}

async function lookUp(text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('#lookup-text:focus').waitFor()
  await box().fill(text)
  await page.keyboard.press('Enter')
}

async function chooseRegion(code: 'au' | 'nz' | 'my'): Promise<void> {
  await page.getByRole('combobox', { name: 'Region', exact: true }).selectOption(code)
}

async function practiceOutage(name: string): Promise<void> {
  await page.getByRole('button', { name: /for practice|^Practice data/ }).click()
  const panel = page.getByRole('dialog', { name: 'Practice' })
  await panel.getByRole('radio', { name }).check()
  await panel.getByRole('button', { name: 'Close' }).click()
}

describe.each(['light', 'dark'] as const)('a sales manager at the box, in %s', (colorScheme) => {
  beforeAll(async () => {
    forecourt = await openForecourt({ colorScheme })
    page = forecourt.page
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())
  const see = (name: string): Promise<string[]> => lookAt(`${colorScheme}-${name}`)

  it('comes to it from anywhere with Ctrl+K, and not out of an open dialog', async () => {
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByText('No uploads yet').waitFor()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.keyboard.press('Control+k')
    expect(page.url()).toContain('/uploads')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('Control+k')
    await page.getByText('No look-ups yet').waitFor()
    await expect.poll(() => box().evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await see('empty')).toEqual([])
  })

  it('is told what a pasted plate was taken for, may overrule, and is asked for a state that is not known', async () => {
    await box().fill('1ab·2 cd')
    await page.getByText(/pattern of a Victoria/).waitFor()
    await page.getByText('suggested', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('VIC')
    expect(await see('suggested-state')).toEqual([])
    await page.getByRole('button', { name: 'Words', exact: true }).click()
    await page.getByText('Searched for as words, as you chose.').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
    await box().fill('123 abc')
    await page.getByText(/QLD and WA have such plates/).waitFor()
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('')
    await page.keyboard.press('Enter')
    await page.getByText('Please choose the state of this plate first.').waitFor()
    expect(page.url()).toMatch(/\/lookup$/)
  })

  it('remembers her state', async () => {
    await box().fill('')
    await page.getByRole('combobox', { name: 'State' }).selectOption('VIC')
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('VIC')
  })

  it('sees a good match: the vehicle, its packs, and the authority’s description', async () => {
    await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
    await page.getByText('Matched', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'How the road authority describes it' }).waitFor()
    await page.getByText('Answered just now.').waitFor()
    const packs = page.getByRole('region', { name: 'Option packs' })
    await packs.waitFor()
    const boxes = packs.getByRole('checkbox')
    if ((await boxes.count()) > 0) {
      await boxes.first().check()
      await packs.getByText(/^1 pack, \$/).waitFor()
    }
    expect(await see('match')).toEqual([])
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('button', { name: 'Unpin', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy the VIN' }).click()
    await page.getByText('The VIN is copied.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Add to compare' }).click()
    await page.getByRole('complementary', { name: 'Cars to compare' }).getByText('Add one more car').waitFor()
    await page.getByRole('button', { name: 'Take out of compare' }).click()
  })

  it('is led on by a doubtful match, by none, and by a VIN alone', async () => {
    await lookUp('reg4warning')
    await page.getByRole('heading', { name: 'Check this match before you rely on it' }).waitFor()
    expect(await see('check')).toEqual([])
    await lookUp('reg4 vinonly')
    await page.getByRole('heading', { name: 'Only the VIN is known' }).waitFor()
    expect(await see('vin-only')).toEqual([])
    await page.getByRole('button', { name: 'Look this VIN up' }).click()
    await expect.poll(() => page.getByText('Only the VIN is known').count()).toBe(0)
    await page.getByText(/^VIN$/).first().waitFor()
    await lookUp('reg4-nomatch')
    await page.getByRole('heading', { name: 'No vehicle of the catalogue was matched' }).waitFor()
    expect(await see('no-match')).toEqual([])
    await page.getByRole('button', { name: 'Search the catalogue with this' }).click()
    await page.getByRole('heading', { name: 'Browse the catalogue' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Make' }).inputValue()).not.toBe('')
    expect(await see('catalogue-from-description')).toEqual([])
    await page.goBack()
    await page.getByRole('heading', { name: 'No vehicle of the catalogue was matched' }).waitFor()
  })

  it('reads the registration status of a plate, and is asked before it is paid for twice', async () => {
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await tab('Registration status').click()
    await page.getByText(/^(?:Ends|Ended) /).waitFor()
    await page.getByText(/write-off incidents? (?:is|are) recorded/).waitFor()
    expect(await see('status')).toEqual([])
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Ask again' }).click()
    const question = page.getByRole('dialog', { name: 'Ask the service again?' })
    await question.getByText(/may be charged/).waitFor()
    await question.getByRole('button', { name: 'Keep this answer' }).click()
    await question.waitFor({ state: 'hidden' })
    await panel.getByRole('button', { name: 'Ask again' }).click()
    await question.getByRole('button', { name: 'Ask again' }).click()
    await panel.getByText('Answered just now.').waitFor()
    expect(await question.isVisible()).toBe(false)
  })

  it('searches by words, goes through the results with the arrows, and comes back to them', async () => {
    await lookUp('hilux')
    await result(/vehicles for “hilux”/).waitFor()
    expect(await see('words')).toEqual([])
    const links = page.getByRole('list', { name: /vehicles for “hilux”/ }).getByRole('link')
    const before = await links.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => links.count()).toBeGreaterThan(before)
    await box().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await links.nth(1).locator('strong').innerText()
    await page.keyboard.press('Enter')
    await result(second).waitFor()
    await tab('Vehicle').waitFor()
    expect(await see('catalogue-vehicle')).toEqual([])
    await page.reload()
    await result(second).waitFor()
    expect(await tab('Vehicle').getAttribute('aria-selected')).toBe('true')
    await page.goBack()
    await expect.poll(() => links.count()).toBeGreaterThan(before)
  })

  it('narrows the catalogue in any order, and takes one choice or all of them back', async () => {
    await page.getByRole('button', { name: 'Browse by make and model' }).click()
    const total = page.getByRole('region', { name: 'Browse the catalogue' }).getByRole('status')
    await total.getByText(/vehicles fit: all/).waitFor()
    const count = async (): Promise<number> => Number.parseInt((await total.innerText()).replaceAll(',', ''), 10)
    const all = await count()
    expect(await page.getByRole('combobox').count()).toBe(1 + 1 + 11)
    await page.getByRole('combobox', { name: 'Fuel' }).fill('die')
    await page.getByRole('option', { name: /^Diesel/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(count).toBeLessThan(all)
    const diesel = await count()
    await page.getByRole('combobox', { name: 'Make' }).click()
    await page.getByRole('combobox', { name: 'Make' }).fill('toy')
    expect(await see('facet-open')).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(count).toBeLessThan(diesel)
    await page
      .getByRole('list', { name: /vehicle/ })
      .getByRole('link')
      .first()
      .waitFor()
    expect(await see('catalogue')).toEqual([])
    await page.getByRole('button', { name: 'Clear Make' }).click()
    await expect.poll(count).toBe(diesel)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(count).toBe(all)
  })

  it('asks for the same car twice, and Back leads past it', async () => {
    await lookUp('REG4WARNING')
    await page.getByText('Check this match', { exact: true }).waitFor()
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await lookUp('REG4SUCCESS')
    await page.getByText(/^From this PC, /).waitFor()
    await page.goBack()
    await page.getByText('Check this match', { exact: true }).waitFor()
    expect(await page.getByRole('article').innerText()).toContain('REG4WARNING')
    expect(await box().inputValue()).toBe('REG4WARNING')
  })

  it('finds them all again, pinned ones first, with their times', async () => {
    await page.getByRole('button', { name: 'Recent look-ups' }).click()
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await pinned.getByText(/REG4SUCCESS/).waitFor()
    await page
      .getByRole('region', { name: 'Recent' })
      .getByText(/REG4NOMATCH/)
      .waitFor()
    expect(await see('recent')).toEqual([])
  })
})

describe('what the service may answer instead', () => {
  const refusals = [
    {
      name: 'no licence',
      error: { kind: 'no-licence', message: 'This account has no licence for look-ups.', next: 'Ask the operator.' },
      says: /no licence for look-ups/,
      link: 'Open the connection’s settings',
    },
    {
      name: 'quota used up',
      error: { kind: 'rate-limited', message: 'The quota is used up.', retryAt: '2026-12-01T00:00:00.000Z' },
      says: /Worth trying again at 1\/12\/2026/,
      link: 'Look-ups kept on this PC',
    },
    {
      name: 'sign in',
      error: { kind: 'sign-in-required', message: 'The service does not know this key.' },
      says: /does not know this key/,
      link: 'Open the connection’s settings',
    },
    {
      name: 'wrong state',
      error: { kind: 'rejected', message: 'The service refused the look-up: state must be one of NSW, VIC.' },
      says: /state must be one of/,
      link: null,
    },
  ] as const

  beforeAll(async () => {
    forecourt = await openForecourt()
    page = forecourt.page
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())

  it.each(refusals)('$name: has words of its own, and a way on', async ({ name, error, says, link }) => {
    await page.route('**/call/lookup.findPlate', (route) => route.fulfill({ json: { ok: false, error } }))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'State' }).selectOption('NSW')
    await lookUp('ABC123')
    const notice = page.getByRole('alert')
    await notice.getByText(says).waitFor()
    if (link) await notice.getByRole('link', { name: link }).waitFor()
    expect(await lookAt(`refusal-${name.replaceAll(' ', '-')}`)).toEqual([])
    await page.unroute('**/call/lookup.findPlate')
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article').waitFor()
  })

  it('comes late, it does not replace what was asked for since', async () => {
    let release = (): void => undefined
    const released = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/call/lookup.findPlate', async (route) => {
      if (String(route.request().postData()).includes('REG4NOMATCH')) await released
      await route.continue()
    })
    await lookUp('REG4NOMATCH')
    await page.getByText('Looking up REG4NOMATCH in NSW').waitFor()
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    const late = page.waitForResponse(
      (response) => String(response.request().postData()).includes('REG4NOMATCH') && response.ok(),
    )
    release()
    await late
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('article').innerText()).toContain('REG4SUCCESS')
    expect(await page.getByText('No vehicle of the catalogue was matched').count()).toBe(0)
    await page.unroute('**/call/lookup.findPlate')
  })
})

describe('a car with a past', () => {
  beforeAll(async () => {
    forecourt = await openForecourt()
    page = forecourt.page
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())

  it('shows its write-offs on a line of time, an expired registration, and a VIN of another car', async () => {
    const incident = (over: object) => ({ typeCode: null, state: null, recordedDate: null, code: null, ...over })
    const incidents = [
      incident({ typeCode: 'SWO', state: 'VIC', recordedDate: '2024-03-07', code: 'C', damageCodes: '2B4C' }),
      incident({ typeCode: 'XX9', damageCodes: null }),
    ].map((one) => ({ ...one, details: [{ name: 'insurer', label: 'Insurer', text: 'Example Mutual', children: [] }] }))
    const status = {
      plate: 'REG4SUCCESS',
      state: 'NSW',
      vin: '6T153BK360X070769',
      status: 'Expired',
      expiry: '2026-11-01',
      daysLeft: -20,
      incidents,
      other: [],
      at: new Date().toISOString(),
      kept: false,
      problem: null,
    }
    await page.route('**/call/lookup.status', (route) => route.fulfill({ json: { ok: true, value: status } }))
    await page.keyboard.press('Control+k')
    await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
    await page.getByText('Matched', { exact: true }).waitFor()
    await tab('Registration status').click()
    const panel = page.getByRole('tabpanel')
    await panel.getByText('Ended 20 days ago').waitFor()
    await panel.getByText(/^Not that of the look-up, /).waitFor()
    await panel.getByText('2 write-off incidents are recorded').waitFor()
    await panel.getByText('Statutory write-off (SWO)').waitFor()
    const [first, second] = await panel.getByRole('listitem').allInnerTexts()
    for (const words of ['7/3/2024', 'VIC', 'C', '2B4C', 'Example Mutual']) expect(first).toContain(words)
    expect(second).toContain('XX9')
    expect(second).toContain('date not given')
    expect(await lookAt('write-offs')).toEqual([])
  })

  it('shows every value that came, however it came', async () => {
    const field = (name: string, text: string | null, children: readonly unknown[] = []): object => ({
      name,
      label: name,
      text,
      children,
    })
    const long = `W${'x'.repeat(180)}W`
    const strange = {
      id: 'strange',
      kind: 'plate',
      query: 'STRANGE1',
      state: 'NSW',
      region: 'au',
      outcome: 'match',
      vehicle: {
        vehicleId: null,
        title: 'Vehicle without a title',
        confidence: null,
        facets: {},
        details: [
          field('torque', '130 Nm', [
            field('at', '4,200 rpm'),
            field('curve', null, [field('0', '90'), field('1', '130')]),
          ]),
          field('empty', null),
          field('make', long),
        ],
      },
      optionPacks: [
        { id: 'p', name: 'Same pack', price: null, details: [field('id', 'p'), field('note', 'With a note')] },
        { id: 'p', name: 'Same pack', price: 0, details: [] },
      ],
      authority: { description: null, vin: null, details: [field('make', 'ZZMAKE'), field('odd', 'Odd value')] },
      warnings: ['Said twice', 'Said twice'],
      facets: {},
      other: [field('billing', null, [field('units', '3 units')])],
      pinned: false,
      at: '2026-01-01T00:00:00.000Z',
      kept: true,
      problem: null,
    }
    await page.route('**/call/lookup.findPlate', (route) => route.fulfill({ json: { ok: true, value: strange } }))
    await page.getByRole('combobox', { name: 'State' }).selectOption('NSW')
    await lookUp('ABC123')
    const article = page.getByRole('article', { name: 'Vehicle without a title' })
    await article.waitFor()
    const shown = await article.innerText()
    const leaves = ['130 Nm', '4,200 rpm', '90', long, 'With a note', 'ZZMAKE', 'Odd value', '3 units', 'Said twice']
    for (const leaf of leaves) expect(shown).toContain(leaf)
    expect(await lookAt('strange')).toEqual([])
    const sideways = await page
      .locator('.frame > .body')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(sideways).toBeLessThanOrEqual(1)
    await page.unroute('**/call/lookup.findPlate')
  })

  it('is asked for again without a question once the settings say that nothing is kept for new', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Answer from this PC for' }).selectOption('0')
    await page
      .getByRole('region', { name: 'Look-ups' })
      .evaluate((section) => section.scrollIntoView({ block: 'center' }))
    expect(await lookAt('settings')).toEqual([])
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    const answered = page.waitForResponse((response) => response.url().endsWith('/call/lookup.findPlate'))
    await page.getByRole('article').getByRole('button', { name: 'Ask again' }).click()
    expect((await answered).ok()).toBe(true)
    await page.getByText('Answered just now.').waitFor()
    expect(await page.getByRole('dialog', { name: 'Ask the service again?' }).isVisible()).toBe(false)
  })
})

describe('with the keyboard alone', () => {
  beforeAll(async () => {
    forecourt = await openForecourt()
    page = forecourt.page
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())

  const focusedName = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return element?.getAttribute('aria-label') ?? element?.innerText.trim() ?? ''
    })
  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await focusedName()) === name) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`“${name}” cannot be reached with Tab; the focus is on “${await focusedName()}”`)
  }

  it('a car is looked up, its registration read, and its make found in the catalogue', async () => {
    await page.keyboard.press('Control+k')
    await page.locator('#lookup-text:focus').waitFor()
    await page.keyboard.type('reg4success')
    await page.keyboard.press('Tab')
    await page.keyboard.type('South')
    await expect.poll(() => page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('SA')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Matched', { exact: true }).waitFor()
    await tabTo('Vehicle')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText(/^(?:Ends|Ended) /).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/vehicles fit: all/).waitFor()
    await page.getByRole('combobox', { name: 'Model' }).focus()
    await page.keyboard.type('cor')
    await page.getByRole('listbox', { name: 'Model' }).getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('')
    await page.keyboard.type('cor')
    await page.keyboard.press('Enter')
    await page
      .getByRole('list', { name: /vehicle/ })
      .getByRole('link')
      .first()
      .waitFor()
    expect(page.url()).toContain('model=')
  })
})

describe('regions', () => {
  beforeAll(async () => {
    forecourt = await openForecourt()
    page = forecourt.page
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())

  it('New Zealand asks for no state, and says why there is no registration status', async () => {
    await chooseRegion('nz')
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'State' }).count()).toBe(0)
    expect(await tab('Registration status').getAttribute('aria-disabled')).toBe('true')
    await page.getByText(/available in Australia only, not in New Zealand/).waitFor()
    expect(await tab('Specs').getAttribute('aria-disabled')).toBe('false')
    expect(await lookAt('new-zealand')).toEqual([])
  })

  it('a look-up of another region that Back leads to says where it belongs', async () => {
    await chooseRegion('au')
    await page.waitForURL(/#\/lookup$/)
    await page.goBack()
    await page.getByRole('heading', { name: 'This look-up is of New Zealand' }).waitFor()
    expect(await lookAt('other-region')).toEqual([])
  })

  it('Malaysia looks plates up, and says why it has no VIN look-up and no specs', async () => {
    await chooseRegion('my')
    await page.getByText('No look-ups yet').waitFor()
    await box().fill('6T153BK360X070769')
    await page
      .getByText(/VIN look-up is available in Australia and New Zealand only/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    expect(page.url()).toMatch(/\/lookup$/)
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    expect(await tab('Specs').getAttribute('aria-disabled')).toBe('true')
    expect(await tab('Market').getAttribute('aria-disabled')).toBe('false')
    expect(await lookAt('malaysia')).toEqual([])
    await lookUp('REG4VINONLY')
    await page.getByRole('heading', { name: 'Only the VIN is known' }).waitFor()
    expect(await page.getByRole('button', { name: 'Look this VIN up' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Search the catalogue' }).waitFor()
  })
})

describe('without the service', () => {
  beforeAll(async () => {
    forecourt = await openForecourt()
    page = forecourt.page
    await beginWithPractice(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('button', { name: /^REG4WARNING/ }).click()
    await page.getByText('Check this match', { exact: true }).waitFor()
  })
  afterAll(() => forecourt?.close())

  it('a kept look-up is read, and asking again leaves it standing with the reason', async () => {
    await practiceOutage('The network is lost')
    await page.getByRole('banner').getByText('Offline').waitFor()
    await page.getByRole('article').getByRole('button', { name: 'Ask again' }).click()
    await page
      .getByRole('dialog', { name: 'Ask the service again?' })
      .getByRole('button', { name: 'Ask again' })
      .click()
    await page
      .getByRole('alert')
      .getByText(/What is shown here/)
      .waitFor()
    await page.getByRole('heading', { name: 'Check this match before you rely on it' }).waitFor()
    expect(await lookAt('offline-kept')).toEqual([])
  })

  it('a new look-up says why it cannot be made, and leads to what is kept', async () => {
    await lookUp('XYZ987 NSW')
    await page.getByText(/was not looked up/).waitFor()
    expect(await lookAt('offline-new')).toEqual([])
    await page.getByRole('link', { name: 'Look-ups kept on this PC' }).click()
    await page
      .getByText(/REG4WARNING/)
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Recent' }).getByRole('link').first().click()
    await page.getByText(/^From this PC, /).waitFor()
  })

  it('the box asks again for the same car once the service is back', async () => {
    await lookUp('XYZ987 NSW')
    await page.getByText(/was not looked up/).waitFor()
    await practiceOutage('Nothing: the service answers')
    await page.getByRole('banner').getByText('Online').waitFor()
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    await page.getByRole('article').waitFor()
    expect(await page.getByRole('article').innerText()).toContain('XYZ987')
  })

  it('what was kept is there after the program was killed', async () => {
    page = await forecourt.startAgain()
    await unlock(page)
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('region', { name: 'Recent' }).getByRole('listitem')
    await recent.filter({ hasText: 'REG4WARNING' }).waitFor()
    const before = await recent.count()
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The look-up is removed from this PC.').waitFor()
    await expect.poll(() => recent.count()).toBe(before - 1)
  })
})

describe('a small window, a zoomed one, and paper', () => {
  beforeAll(async () => {
    forecourt = await openForecourt({ viewport: { width: 1024, height: 720 } })
    page = forecourt.page
    await beginWithPractice(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
    await page.getByText('Matched', { exact: true }).waitFor()
  })
  afterAll(() => forecourt?.close())

  it.each([
    ['1024', 1024, 720],
    ['twice', 660, 430],
  ])('hold the look-up without scrolling sideways (%s)', async (name, width, height) => {
    await page.setViewportSize({ width, height })
    expect(await lookAt(`size-${name}`)).toEqual([])
    const sideways = await page
      .locator('.frame > .body')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(sideways).toBeLessThanOrEqual(1)
  })

  it('print the car with its plate, its VIN and the ticked packs, and nothing of the means to look it up', async () => {
    await page.setViewportSize({ width: 1024, height: 720 })
    const first = page.getByRole('region', { name: 'Option packs' }).getByRole('checkbox').first()
    const anyPacks = (await first.count()) > 0
    if (anyPacks) await first.check()
    await page.emulateMedia({ media: 'print' })
    await forecourt.screenshot('lookup-print')
    expect(await box().isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: 'Sections' }).isVisible()).toBe(false)
    expect(await page.getByText('REG4SUCCESS').first().isVisible()).toBe(true)
    expect(await page.getByText(/^Option packs: /).count()).toBe(anyPacks ? 1 : 0)
    await page.emulateMedia({ media: 'screen' })
  })
})
