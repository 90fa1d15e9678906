import { describe, expect, it } from 'vitest'
import type { Incident } from '../../src/contract/lookup.ts'
import { type Failure, failure, success } from '../../src/contract/result.ts'
import { longTest, onlyLong } from '../runs.ts'
import { chooseInConnections } from '../window/controls.ts'
import { detail, sampleLookup, sampleVehicle } from '../unit/renderer/features/lookup/sample-lookup.ts'
import { answerRegions, createLookupHost, openLookup, registrationStatus, technicalText } from './lookup-screen.ts'

const offline: Failure = { kind: 'offline', message: 'Can’t connect to the service.' }

describe('a look-up that fails', () => {
  const refusals: readonly { name: string; error: Failure; says: RegExp; link: string | null }[] = [
    {
      name: 'no licence',
      error: { kind: 'no-licence', message: 'This account has no licence for look-ups.', next: 'Ask the operator.' },
      says: /no licence for look-ups/,
      link: 'Open connection settings',
    },
    {
      name: 'sign in',
      error: { kind: 'sign-in-required', message: 'The service does not know this key.' },
      says: /does not know this key/,
      link: 'Open connection settings',
    },
    ...onlyLong(
      {
        name: 'quota used up',
        error: { kind: 'rate-limited', message: 'The quota is used up.', retryAt: '2026-12-01T00:00:00.000Z' },
        says: /Try again after 1\/12\/2026/,
        link: 'Saved look-ups',
      } as const,
      {
        name: 'wrong state',
        error: { kind: 'rejected', message: 'The service refused the look-up: state must be one of NSW, VIC.' },
        says: /state must be one of/,
        link: null,
      } as const,
    ),
  ]

  it.each(refusals)('$name: shows its message and what to do next', async ({ error, says, link }) => {
    const { host, page, article, lookUp } = await openLookup()
    host.answer('lookup.findPlate', () => failure(error))
    await lookUp('ABC123')
    const notice = page.getByRole('alert')
    await notice.getByText(says).waitFor()
    expect(await notice.getByRole('link').allInnerTexts()).toEqual(link ? [link] : [])
    host.answer('lookup.findPlate', ({ plate }) => success(sampleLookup({ query: plate })))
    host.answer('lookup.open', ({ id }) => success(sampleLookup({ id })))
    await notice.getByRole('button', { name: 'Try again' }).click()
    await article.waitFor()
  })

  it('says so, links to the saved ones, and looks up the same car when the service is back', async () => {
    const { host, page, article, box, lookUp } = await openLookup()
    await lookUp('REG4WARNING')
    await page.getByRole('heading', { name: 'Low-confidence match' }).waitFor()
    host.answer('lookup.findPlate', () => failure(offline))
    await lookUp('XYZ987')
    await page.getByText(/Couldn’t look up/).waitFor()
    await page.getByRole('link', { name: 'Saved look-ups' }).click()
    const asked = host.inputsOf('lookup.findPlate').length
    await page.goBack()
    await page.getByRole('heading', { name: 'Look up XYZ987 in NSW again?' }).waitFor()
    expect(host.inputsOf('lookup.findPlate')).toHaveLength(asked)
    await page.getByRole('button', { name: 'Look up again' }).click()
    await page.getByText(/Couldn’t look up/).waitFor()
    await page.getByRole('link', { name: 'Saved look-ups' }).click()
    await page.getByRole('region', { name: 'Recent' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Low-confidence match' }).waitFor()
    await lookUp('XYZ987')
    await page.getByText(/Couldn’t look up/).waitFor()
    host.answer('lookup.findPlate', ({ plate }) => success(sampleLookup({ query: plate })))
    host.answer('lookup.open', ({ id }) => success(sampleLookup({ id, query: 'XYZ987' })))
    expect(await box.inputValue()).toBe('XYZ987')
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    await article.getByText('XYZ987').first().waitFor()
  })

  longTest('keeps showing the saved one, with the reason', async () => {
    const { host, page, article, lookUp } = await openLookup()
    await lookUp('REG4WARNING')
    await page.getByRole('heading', { name: 'Low-confidence match' }).waitFor()
    host.answer('lookup.findPlate', () =>
      success(sampleLookup({ query: 'REG4WARNING', outcome: 'low-quality', kept: true, problem: offline })),
    )
    await article.getByRole('button', { name: 'Look up again' }).click()
    await page.getByRole('dialog', { name: 'Look up again?' }).getByRole('button', { name: 'Look up again' }).click()
    await page
      .getByRole('alert')
      .getByText(/Showing the (?:previous|last saved) result/)
      .waitFor()
    expect(await page.getByRole('heading', { name: 'Low-confidence match' }).count()).toBe(1)
  })

  longTest('is ignored when it is answered after a later one', async () => {
    const { host, page, article, lookUp } = await openLookup()
    const held = host.hold('lookup.findPlate')
    await lookUp('REG4NOMATCH')
    await page.getByText('Looking up REG4NOMATCH in NSW').waitFor()
    host.answer('lookup.findPlate', ({ plate }) => success(sampleLookup({ query: plate })))
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    held[0]?.answer(success(sampleLookup({ query: 'REG4NOMATCH', outcome: 'no-match', vehicle: null })))
    await page.keyboard.press('Control+Shift+K')
    expect(await article.innerText()).toContain('REG4SUCCESS')
    expect(await page.getByText('No matching vehicle in the catalogue').count()).toBe(0)
  })
})

describe('unusual answers', () => {
  it('show write-offs on a timeline, an expired registration, and a VIN of another car', async () => {
    const incident = (over: Partial<Incident>): Incident => ({
      typeCode: null,
      state: null,
      recordedDate: null,
      code: null,
      damageCodes: null,
      details: [{ name: 'insurer', label: 'Insurer', text: 'Example Mutual', children: [] }],
      ...over,
    })
    const incidents = [
      incident({ typeCode: 'SWO', state: 'VIC', recordedDate: '2024-03-07', code: 'C', damageCodes: '2B4C' }),
      incident({ typeCode: 'XX9' }),
    ]
    const { host, page, lookUp, tab } = await openLookup()
    const changes = { vin: '6T153BK360X070769', status: 'Expired', expiry: '2026-11-01', daysLeft: -20, incidents }
    host.answer('lookup.status', () => success(registrationStatus(changes)))
    await lookUp('REG4SUCCESS')
    const matched = page.getByText('Matched', { exact: true })
    const colorOf = (): Promise<string> => matched.evaluate((element) => getComputedStyle(element).color)
    const good = await colorOf()
    await page.getByText('Opening Registration status or Market may be charged.').waitFor()
    await page.getByRole('button', { name: 'Check registration' }).click()
    host.answer('lookup.savedStatus', () => success({ status: registrationStatus(changes) }))
    host.announce({ name: 'lookup.changed' })
    await page.getByText('Statutory write-off (SWO), 7/3/2024, VIC. 2 write-off incidents recorded. Expired.').waitFor()
    expect(await colorOf()).not.toBe(good)
    await tab('Vehicle').click()
    await page.getByText('Statutory write-off (SWO), 7/3/2024, VIC.').waitFor()
    await tab('Registration status').click()
    const panel = page.getByRole('tabpanel')
    await panel.getByText('Expired 20 days ago').waitFor()
    await panel.getByText(/^Doesn’t match the look-up, /).waitFor()
    await panel.getByText('2 write-off incidents recorded').waitFor()
    await panel.getByText('Statutory write-off (SWO)').waitFor()
    const [first, second] = await panel.getByRole('listitem').allInnerTexts()
    for (const value of ['7/3/2024', 'VIC', 'C', '2B4C', 'Example Mutual']) expect(first).toContain(value)
    expect(second).toContain('XX9')
    expect(second).toContain('Not provided')
  })

  it('are shown with every value, whatever their shape', async () => {
    const parent = (name: string, text: string | null, ...children: ReturnType<typeof detail>[]) => ({
      ...detail(name, text),
      children,
    })
    const long = `W${'x'.repeat(180)}W`
    const strange = sampleLookup({
      id: 'strange',
      vehicle: sampleVehicle({
        vehicleId: null,
        title: 'Vehicle without a title',
        confidence: null,
        facets: {},
        details: [
          parent(
            'torque',
            '130 Nm',
            detail('at', '4,200 rpm'),
            parent('curve', null, detail('0', '90'), detail('1', '130')),
          ),
          detail('empty', null),
          detail('make', long),
        ],
      }),
      optionPacks: [
        { id: 'p', name: 'Same pack', price: null, details: [detail('id', 'p'), detail('note', 'With a note')] },
        { id: 'p', name: 'Same pack', price: 0, details: [] },
      ],
      authority: { description: null, vin: null, details: [detail('make', 'ZZMAKE'), detail('odd', 'Odd value')] },
      warnings: ['Said twice', 'Said twice'],
      other: [parent('billing', null, detail('units', '3 units'))],
      kept: true,
    })
    const { host, page, lookUp } = await openLookup()
    host.answer('lookup.findPlate', () => success(strange))
    await lookUp('ABC123')
    const article = page.getByRole('article', { name: 'Vehicle without a title' })
    await article.waitFor()
    const shown = await article.innerText()
    const leaves = ['130 Nm', '4,200 rpm', '90', long, 'With a note', 'ZZMAKE', 'Odd value', '3 units', 'Said twice']
    for (const leaf of leaves) expect(shown).toContain(leaf)
    expect(await technicalText(page)).toEqual([])
    const sideways = await page
      .locator('.frame > .body')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(sideways).toBeLessThanOrEqual(1)
  })

  it('are looked up again only after a question, also when results are never reused', async () => {
    const host = createLookupHost()
    const { page, article, lookUp } = await openLookup({ host, address: '/settings' })
    await page.getByRole('combobox', { name: 'Reuse results for' }).selectOption('0')
    await expect.poll(() => host.inputsOf('lookup.setSettings')).toEqual([{ repeatAfterHours: 0 }])
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await page.getByRole('search', { name: 'Look up a car' }).getByText('May be charged', { exact: true }).waitFor()
    await page.getByText('Opening Registration status or Market may be charged.', { exact: true }).waitFor()
    await article.getByRole('button', { name: 'Look up again' }).click()
    await page.getByRole('dialog', { name: 'Look up again?' }).getByRole('button', { name: 'Look up again' }).click()
    await expect.poll(() => host.inputsOf('lookup.findPlate').map(({ refresh }) => refresh)).toEqual([false, true])
  })
})

describe('the look-up on small screens and on paper', () => {
  it.each(onlyLong({ width: 1024, height: 720 }, { width: 660, height: 430 }))(
    'fits without horizontal scrolling into $width by $height',
    async (viewport) => {
      const { page, lookUp } = await openLookup({ viewport })
      await lookUp('REG4SUCCESS')
      await page.getByText('Matched', { exact: true }).waitFor()
      const sideways = await page
        .locator('.frame > .body')
        .evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(sideways).toBeLessThanOrEqual(1)
    },
  )

  it('prints the car with its rego, its VIN and the selected packs, without the search box', async () => {
    const { page, box, lookUp } = await openLookup()
    await lookUp('REG4SUCCESS')
    await page.getByRole('region', { name: 'Option packs' }).getByRole('checkbox').first().check()
    await page.emulateMedia({ media: 'print' })
    expect(await box.isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: 'Sections' }).isVisible()).toBe(false)
    expect(await page.getByText('REG4SUCCESS').first().isVisible()).toBe(true)
    expect(await page.getByText('MR0HA3CD500123456').first().isVisible()).toBe(true)
    expect(await page.getByText('Option packs: Premium pack', { exact: false }).isVisible()).toBe(true)
  })
})

describe('the look-up by region', () => {
  it('needs no state in New Zealand, and says why there is no registration status', async () => {
    const { page, lookUp, tab } = await openLookup({ prepare: answerRegions })
    await chooseInConnections(page, 'New Zealand')
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'State' }).count()).toBe(0)
    expect(await tab('Registration status').getAttribute('aria-disabled')).toBe('true')
    await page.getByText(/available in Australia only, not in New Zealand/).waitFor()
    expect(await tab('Specs').getAttribute('aria-disabled')).toBeNull()
  })

  it('says where the result of a look-up is found that is not answered when the region is switched', async () => {
    const { host, page, lookUp } = await openLookup({ prepare: answerRegions })
    await chooseInConnections(page, 'New Zealand')
    host.hold('lookup.findPlate')
    await lookUp('REG4SUCCESS')
    await page.getByText('Looking up REG4SUCCESS').waitFor()
    await chooseInConnections(page, 'Australia')
    await page
      .getByText(/^REG4SUCCESS is still looked up\. Switch back/)
      .last()
      .waitFor()
    expect(new URL(page.url()).hash).toBe('#/lookup')
  })

  longTest('says which region a look-up belongs to when Back opens it', async () => {
    const { page, lookUp } = await openLookup({ prepare: answerRegions })
    await chooseInConnections(page, 'New Zealand')
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await chooseInConnections(page, 'Australia')
    await page.waitForURL(/#\/lookup$/)
    await page.goBack()
    await page.getByRole('heading', { name: 'This look-up is from New Zealand' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
  })

  longTest('looks up plates in Malaysia, and says why it has no VIN look-up and no specs', async () => {
    const { host, page, box, lookUp, tab } = await openLookup({ prepare: answerRegions })
    await chooseInConnections(page, 'Malaysia')
    await box.fill('6T153BK360X070769')
    await page
      .getByText(/VIN look-up is available in Australia and New Zealand only/)
      .first()
      .waitFor()
    await box.press('Enter')
    expect(host.inputsOf('lookup.findVin')).toEqual([])
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    expect(await tab('Specs').getAttribute('aria-disabled')).toBe('true')
    expect(await tab('Market').getAttribute('aria-disabled')).toBeNull()
    await lookUp('REG4VINONLY')
    await page.getByRole('heading', { level: 3, name: 'VIN only' }).waitFor()
    expect(await page.getByRole('button', { name: 'Look up this VIN' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Search the catalogue' }).waitFor()
  })
})

longTest('the look-up with the keyboard only finds a car, its registration and its make in the catalogue', async () => {
  const { page, stateShown } = await openLookup({ host: createLookupHost(null) })
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
  await page.keyboard.press('Control+Shift+K')
  await page.locator('#lookup-text:focus').waitFor()
  await page.keyboard.type('reg4success')
  await page.keyboard.press('Tab')
  await page.keyboard.type('South')
  await expect.poll(stateShown).toBe('South Australia')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Matched', { exact: true }).waitFor()
  await tabTo('Vehicle')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByText(/^Expires /).waitFor()
  await page.keyboard.press('Control+Shift+K')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo('Browse by make and model')
  await page.keyboard.press('Enter')
  await page.getByText(/^[\d,]+ vehicles$/).waitFor()
  const model = page.getByRole('combobox', { name: 'Model' })
  await model.focus()
  await page.keyboard.type('cor')
  await page.getByRole('listbox', { name: 'Model' }).getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await model.inputValue()).toBe('')
  await page.keyboard.type('cor')
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: /vehicle/ })
    .getByRole('link')
    .first()
    .waitFor()
  expect(page.url()).toContain('model=Corolla')
})
