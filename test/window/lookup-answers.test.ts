import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import { close, inspect, lookUp, open, page, stateShown, tab } from './lookup-steps.ts'

describe('failures and late answers of a look-up', () => {
  const refusals = [
    {
      name: 'no licence',
      error: { kind: 'no-licence', message: 'This account has no licence for look-ups.', next: 'Ask the operator.' },
      says: /no licence for look-ups/,
      link: 'Open connection settings',
    },
    {
      name: 'quota used up',
      error: { kind: 'rate-limited', message: 'The quota is used up.', retryAt: '2026-12-01T00:00:00.000Z' },
      says: /Try again after 1\/12\/2026/,
      link: 'Saved look-ups',
    },
    {
      name: 'sign in',
      error: { kind: 'sign-in-required', message: 'The service does not know this key.' },
      says: /does not know this key/,
      link: 'Open connection settings',
    },
    {
      name: 'wrong state',
      error: { kind: 'rejected', message: 'The service refused the look-up: state must be one of NSW, VIC.' },
      says: /state must be one of/,
      link: null,
    },
  ] as const

  beforeAll(() => open())
  afterAll(close)

  it.each(refusals)('$name: shows its message and what to do next', async ({ name, error, says, link }) => {
    await page.route('**/call/lookup.findPlate', (route) => route.fulfill({ json: { ok: false, error } }))
    await page.keyboard.press('Control+Shift+K')
    await chooseOption(page, 'State', 'New South Wales')
    await lookUp('ABC123')
    const notice = page.getByRole('alert')
    await notice.getByText(says).waitFor()
    if (link) await notice.getByRole('link', { name: link }).waitFor()
    expect(await inspect(`refusal-${name.replaceAll(' ', '-')}`)).toEqual([])
    await page.unroute('**/call/lookup.findPlate')
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article').waitFor()
  })

  it('ignores a late answer to an earlier look-up', async () => {
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
    await page.keyboard.press('Control+Shift+K')
    expect(await page.getByRole('article').innerText()).toContain('REG4SUCCESS')
    expect(await page.getByText('No matching vehicle in the catalogue').count()).toBe(0)
    await page.unroute('**/call/lookup.findPlate')
  })

  it('a chosen state is used for a rego that is pasted while it is being saved', async () => {
    let release = (): void => undefined
    const released = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/call/lookup.setSettings', async (route) => {
      await released
      await route.continue()
    })
    await page.keyboard.press('Control+Shift+K')
    await chooseOption(page, 'State', 'Victoria')
    const asked = page.waitForRequest('**/call/lookup.findPlate')
    await lookUp('ABC123')
    expect((await asked).postDataJSON()).toMatchObject({ plate: 'ABC123', state: 'VIC' })
    const saved = page.waitForResponse('**/call/lookup.setSettings')
    release()
    expect((await saved).ok()).toBe(true)
    expect(await stateShown()).toBe('Victoria')
    await page.unroute('**/call/lookup.setSettings')
  })
})

describe('unusual answers', () => {
  beforeAll(() => open())
  afterAll(close)

  it('show write-offs on a timeline, an expired registration, and a VIN of another car', async () => {
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
    await page.keyboard.press('Control+Shift+K')
    await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
    await page.getByText('Matched', { exact: true }).waitFor()
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
    expect(await inspect('write-offs')).toEqual([])
  })

  it('are shown with every value, whatever their shape', async () => {
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
    await chooseOption(page, 'State', 'Victoria')
    await lookUp('ABC123')
    const article = page.getByRole('article', { name: 'Vehicle without a title' })
    await article.waitFor()
    const shown = await article.innerText()
    const leaves = ['130 Nm', '4,200 rpm', '90', long, 'With a note', 'ZZMAKE', 'Odd value', '3 units', 'Said twice']
    for (const leaf of leaves) expect(shown).toContain(leaf)
    expect(await inspect('strange')).toEqual([])
    const sideways = await page
      .locator('.frame > .body')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(sideways).toBeLessThanOrEqual(1)
    await page.unroute('**/call/lookup.findPlate')
  })

  it('are looked up again without confirmation when results are never reused', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Reuse results for' }).selectOption('0')
    await page
      .getByRole('region', { name: 'Look-ups' })
      .evaluate((section) => section.scrollIntoView({ block: 'center' }))
    expect(await inspect('settings')).toEqual([])
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    const answered = page.waitForResponse((response) => response.url().endsWith('/call/lookup.findPlate'))
    await page.getByRole('article').getByRole('button', { name: 'Look up again' }).click()
    expect((await answered).ok()).toBe(true)
    await page.getByText('Updated just now.').waitFor()
    expect(await page.getByRole('dialog', { name: 'Look up again?' }).isVisible()).toBe(false)
  })
})
