import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import { themes, type Harness } from './harness.ts'
import { openWithPractice, seriousFindings } from './steps.ts'
import { callProgram } from './program-calls.ts'
import { closeNotices, post, sighting, token, valuationChange } from './webhook-steps.ts'

describe.each(themes)('webhooks, in %s', (colorScheme) => {
  let forecourt: Harness
  let page: Page
  let editor: Locator
  let grid: Locator
  let panel: Locator

  const card = (name: string): Locator => page.getByRole('article', { name })
  const shot = (name: string): Promise<void> => forecourt.screenshot(`webhooks-${colorScheme}-${name}`)

  beforeAll(async () => {
    forecourt = await openWithPractice({ colorScheme, args: ['--practice-speed=2000'] })
    page = forecourt.page
    editor = page.getByRole('dialog', { name: /New webhook|^Edit / })
    grid = page.getByRole('grid', { name: 'Received events' })
    panel = page.getByRole('complementary', { name: /^Event \d/ })
  })
  afterAll(() => forecourt?.close())

  it('begins empty, and says what a webhook is for', async () => {
    await page.keyboard.press('Alt+6')
    await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
    await shot('empty')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('checks the endpoint while the user types, and creates a webhook with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'New webhook' }).first().focus()
    await page.keyboard.press('Enter')
    await editor.getByRole('textbox', { name: 'Name' }).fill('Sales desk')
    const endpoint = editor.getByRole('textbox', { name: 'Endpoint' })
    await endpoint.fill('http://crm.dealer.com.au/hook')
    await editor.getByText(/must start with https/).waitFor()
    await page.keyboard.press('Enter')
    await editor.getByText('Fix the address.').waitFor()
    await shot('new-wrong')
    expect(await seriousFindings(page)).toEqual([])
    await endpoint.fill(`http://127.0.0.1:9/hook?token=${token}`)
    await editor.getByText(/hides their values/).waitFor()
    await editor.getByRole('checkbox', { name: /Valuation change/ }).focus()
    await page.keyboard.press('Space')
    await shot('new')
    await editor.getByRole('button', { name: 'Create webhook' }).focus()
    await page.keyboard.press('Enter')
    await editor.waitFor({ state: 'hidden' })
    await card('Sales desk').getByText('http://127.0.0.1:9/hook?token=••••••').waitFor()
    expect(await card('Sales desk').getByRole('list', { name: 'Events' }).innerText()).toContain('Valuation change')
    expect(await page.content()).not.toContain(token)
    await closeNotices(page)
    await shot('list')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('shows the full address on request, and hides it when the screen closes', async () => {
    await card('Sales desk')
      .getByRole('button', { name: /^Show the full address/ })
      .click()
    await card('Sales desk').getByText(token).waitFor()
    await shot('address')
    await card('Sales desk')
      .getByRole('button', { name: /^Hide the full address/ })
      .click()
    await card('Sales desk').getByText(token).waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(token)
    await card('Sales desk')
      .getByRole('button', { name: /^Show the full address/ })
      .click()
    await card('Sales desk').getByText(token).waitFor()
    await page.keyboard.press('Alt+5')
    await page.getByRole('heading', { name: 'Upload history', level: 1 }).waitFor()
    await page.keyboard.press('Alt+6')
    await card('Sales desk').waitFor()
    expect(await page.content()).not.toContain(token)
  })

  it('saves only what the user changed and shows what the service changed; an empty name is removed', async () => {
    await card('Sales desk').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await editor.getByRole('checkbox', { name: /Price change/ }).check()
    await editor.getByRole('button', { name: 'Save' }).click()
    const changes = card('Front desk').getByRole('status', { name: 'Saved changes' })
    await changes.getByRole('row', { name: /Name Sales desk Front desk/ }).waitFor()
    await changes
      .getByRole('row', { name: /Events New sighting, Valuation change New sighting, Price change/ })
      .waitFor()
    await shot('changed')
    expect(await seriousFindings(page)).toEqual([])

    await card('Front desk').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('')
    await editor.getByRole('button', { name: 'Show and edit' }).click()
    expect(await editor.getByRole('textbox', { name: 'Endpoint' }).inputValue()).toContain(token)
    await editor.getByRole('button', { name: 'Keep current endpoint' }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await card('Unnamed webhook')
      .getByRole('row', { name: /Name Front desk Removed/ })
      .waitFor()
  })

  it('overwrites nothing that someone else changed: shows both versions, and the user chooses', async () => {
    await card('Unnamed webhook').getByRole('button', { name: /^Edit/ }).click()
    await editor.getByRole('textbox', { name: 'Name' }).fill('Mine')
    const { webhooks } = await callProgram(page, 'webhooks.list', {})
    const { id = '', version = '' } = webhooks[0] ?? {}
    await callProgram(page, 'webhooks.edit', {
      id,
      version,
      name: 'Theirs',
      events: ['recapture_new', 'recapture_delist'],
    })
    await editor.getByRole('button', { name: 'Save' }).click()
    const conflict = editor.getByRole('alert', { name: 'Changed by someone else' })
    await conflict.getByRole('row', { name: 'Name Theirs Mine' }).waitFor()
    await conflict.getByRole('row', { name: 'Events New sighting, Listing removed Unchanged' }).waitFor()
    await shot('conflict')
    expect(await seriousFindings(page)).toEqual([])
    expect((await callProgram(page, 'webhooks.get', { id })).name).toBe('Theirs')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await card('Mine').waitFor()
    expect(await callProgram(page, 'webhooks.get', { id })).toMatchObject({
      name: 'Mine',
      events: ['recapture_new', 'recapture_delist'],
    })
  })

  it('pings, shows the result, and lists earlier pings', async () => {
    const mine = card('Mine')
    await mine.getByRole('button', { name: /^Ping/ }).click()
    await mine.getByText(/^No answer from the endpoint/).waitFor()
    await mine.getByRole('button', { name: /^Send to the inspector/ }).click()
    await mine.getByText('Local inspector').waitFor()
    await mine.getByRole('button', { name: /^Ping/ }).click()
    await mine.getByText(/Ping succeeded \(204/).waitFor()
    await mine.getByText('Earlier pings from this PC (1)').click()
    await mine.getByText('no answer', { exact: true }).waitFor()
    await closeNotices(page)
    await shot('pinged')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('shows events in the inspector, and updates the customer of a sighting', async () => {
    await page.getByRole('button', { name: /^Inspector/ }).click()
    await grid.getByText('Connection test').waitFor()
    const seen = await callProgram(page, 'practice.makeSighting', {})
    await grid
      .getByText(/: seen for \$/)
      .first()
      .waitFor()
    await grid
      .getByText(/: seen for \$/)
      .first()
      .click()
    await panel.getByRole('heading', { name: 'New sighting' }).waitFor()
    await panel.getByRole('link', { name: 'Show customer' }).waitFor()
    await shot('inspector-sighting')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect((await callProgram(page, 'customers.get', { id: seen.customerId })).sightings.length).toBeGreaterThan(0)
  })

  it('shows a valuation change with its prices, and malformed and unknown events as raw text', async () => {
    const { address } = await callProgram(page, 'inspector.state', {})
    const stockMoved = { event: 'stock_moved', data: { yard: 'North', bays: [1, 2], open: true } }
    for (const event of [valuationChange, stockMoved, '{"event":"recapture_new","data":{"customer":']) {
      expect(await post(address ?? '', event)).toBe(204)
    }
    // The list does not move, because the focus is in it.
    await page.getByRole('button', { name: /^Show \d new events/ }).click()
    await grid.getByText('1AB2CD: price from $16,000 to $15,200').click()
    const change = panel.getByRole('region', { name: 'Change that triggered the event' })
    await change.getByText('−$800 (−5.0%)').waitFor()
    expect(await change.getByRole('link', { name: 'Show this car' }).getAttribute('href')).toBe('#/lookup/vehicle/v-7')
    expect(await seriousFindings(page)).toEqual([])
    await grid.getByText(/Unknown event: stock_moved/).click()
    await panel.getByText('North', { exact: true }).waitFor()
    await panel.getByText('Raw text').click()
    await panel.getByText('"yard": "North"').waitFor()
    await forecourt.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await panel.getByRole('button', { name: 'Copy as JSON' }).click()
    await page.getByText('Copied the event.').waitFor()
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      event: 'stock_moved',
      data: { yard: 'North', bays: [1, 2] },
    })
    await page.getByRole('checkbox', { name: 'Malformed only' }).check()
    await page.getByText('1 event found').waitFor()
    await grid.getByText('The body isn’t valid JSON.').click()
    await panel.getByText('{"event":"recapture_new","data":{"customer":').waitFor()
    await shot('inspector-malformed')
    await page.getByRole('checkbox', { name: 'Malformed only' }).uncheck()
    await chooseOption(page, 'Event', 'Valuation change')
    await page.getByText('1 event found').waitFor()
    await chooseOption(page, 'Event', 'All events')
    await page.getByRole('searchbox', { name: 'Search events' }).fill('NORTH')
    await page.getByText('1 event found').waitFor()
    await page.getByRole('searchbox', { name: 'Search events' }).fill('')
    await panel.getByRole('button', { name: 'Close the event' }).click()
  })

  it('receives 1,000 events while the user reads without moving a row', async () => {
    const { address, received } = await callProgram(page, 'inspector.state', {})
    await grid.getByText('The body isn’t valid JSON.').hover()
    const firstRow = (): Promise<string> => grid.getByRole('row').nth(1).innerText()
    const before = await firstRow()
    // As fast as they can be sent. Throughput is tested in test/service, where no browser shares the machine.
    for (let batch = 0; batch < 50; batch += 1) {
      const statuses = await Promise.all(
        Array.from({ length: 20 }, (_, at) => post(address ?? '', sighting(batch * 20 + at))),
      )
      expect(statuses).toEqual(statuses.map(() => 204))
    }
    // Practice may add a sighting of its own.
    await page.getByRole('button', { name: /^Show 1,0\d\d new events/ }).waitFor()
    expect(await firstRow()).toBe(before)
    await shot('inspector-held')
    await page.getByRole('button', { name: /^Show 1,0\d\d new events/ }).click()
    await grid.getByText('Client 999, K00999: seen for $16,989').waitFor()
    expect((await callProgram(page, 'inspector.events', { search: 'load-', limit: 1 })).total).toBe(1_000)
    const state = await callProgram(page, 'inspector.state', {})
    expect(state.received - received).toBeGreaterThanOrEqual(1_000)
    expect(state.refused).toBe(0)
    expect((await callProgram(page, 'customers.list', { search: 'Client 999', offset: 0, limit: 5 })).total).toBe(1)
  })

  it('pauses on request, resumes with all new events, and opens events by keyboard', async () => {
    const { address } = await callProgram(page, 'inspector.state', {})
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Paused/).waitFor()
    await post(address ?? '', sighting(2_000))
    await page.getByRole('button', { name: /^Show \d new events?/ }).waitFor()
    expect(await grid.getByText('Client 2000').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.mouse.move(2, 2)
    await grid.getByText('Client 2000').waitFor()
    // Under the pointer the list does not move.
    await grid.getByText('Client 2000').hover()
    await grid.getByText('Client 2000').click()
    await panel.getByText('Client 2000').first().waitFor()
    const number = Number((await panel.getAttribute('aria-label'))?.replace('Event ', ''))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // The event below: one of the 1,000, or a sighting that practice added.
    await page.getByRole('complementary', { name: `Event ${number - 1}`, exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Close the event' }).click()
    await page.mouse.move(2, 2)
  })

  it.each([
    { width: 1024, height: 700 },
    { width: 660, height: 430 },
  ])('has no horizontal scroll at $width by $height', async (size) => {
    await page.setViewportSize(size)
    const overflow = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await shot(`inspector-${size.width}`)
    await page
      .getByRole('group', { name: 'Webhooks or inspector' })
      .getByRole('button', { name: /^Webhooks/ })
      .click()
    await card('Mine').waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await shot(`list-${size.width}`)
    await page.getByRole('button', { name: /^Inspector/ }).click()
    await page.setViewportSize({ width: 1320, height: 860 })
  })

  it('exports, clears, stops, and starts on a chosen port', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.trimEnd().split('\n').length).toBeGreaterThan(1_000)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('button', { name: 'Clear events' }).click()
    await page.getByRole('heading', { name: 'No events yet' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Not listening').waitFor()
    await page.getByRole('textbox', { name: 'Port' }).fill('80')
    await page.getByText('Enter a port from 1024 to 65535.').waitFor()
    await closeNotices(page)
    await shot('inspector-stopped')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Port' }).fill('')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText(/^Listening on port/).waitFor()
  })

  it('deletes a webhook after a confirmation that says what that means', async () => {
    await page
      .getByRole('group', { name: 'Webhooks or inspector' })
      .getByRole('button', { name: /^Webhooks/ })
      .click()
    await card('Mine')
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Delete Mine?' })
    await question.getByText(/may still arrive.*can’t be undone/).waitFor()
    await shot('delete')
    await question.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
    expect((await callProgram(page, 'webhooks.list', {})).webhooks).toEqual([])
  })

  it('explains an offline list, and a region without webhooks', async () => {
    await callProgram(page, 'practice.set', { outage: 'no-network' })
    await page.keyboard.press('Alt+5')
    await page.getByRole('heading', { name: 'Upload history', level: 1 }).waitFor()
    await page.keyboard.press('Alt+6')
    await page.getByText(/Showing the list from/).waitFor()
    await shot('offline')
    expect(await seriousFindings(page)).toEqual([])
    // Loads again by itself.
    await callProgram(page, 'practice.set', { outage: 'none' })
    await page.getByText(/Showing the list from/).waitFor({ state: 'detached' })
    await callProgram(page, 'connections.setRegion', { region: 'my' })
    await page
      .getByText(/Australia and New Zealand only, not in Malaysia/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'New webhook' }).isDisabled()).toBe(true)
    await shot('malaysia')
    expect(await seriousFindings(page)).toEqual([])
  })
})
