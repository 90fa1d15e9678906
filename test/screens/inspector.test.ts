import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import type { OpenedEvent } from '../../src/contract/webhooks.ts'
import { longDescribe, longTest, onlyLong } from '../runs.ts'
import { chooseOption, download } from '../window/controls.ts'
import { detail } from '../unit/renderer/features/lookup/sample-lookup.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import type { StageOptions } from './stage.ts'
import { connectionState, practice } from './standard-answers.ts'
import { answerInspector, type InspectorTwin, openWebhooks, receivedEvent } from './webhook-screen.ts'

interface InspectorScreen {
  readonly host: HostTwin
  readonly page: Page
  readonly inspector: InspectorTwin
  readonly grid: Locator
  /** The opened event. */
  readonly panel: Locator
}

const threeEvents = [1, 2, 3].map((number) => receivedEvent(number))
const valuationChange = receivedEvent(4, {
  event: 'valuation_change',
  summary: '1AB2CD: price from $16,000 to $15,200',
  valuation: {
    type: 'valuation',
    words: 'The valuation changed.',
    vehicleId: 'v-7',
    prices: [{ label: 'Price', before: 16_000, after: 15_200 }],
  },
})
const stockMoved = receivedEvent(5, {
  event: 'stock_moved',
  state: 'unknown',
  summary: 'Unknown event: stock_moved',
  body: [detail('yard', 'North')],
  text: '{"event": "stock_moved", "data": {"yard": "North", "bays": [1, 2]}}',
})
const malformed = receivedEvent(6, {
  event: null,
  state: 'malformed',
  summary: 'The body isn’t valid JSON.',
  text: '{"event":"recapture_new","data":{"customer":',
  problem: 'The body isn’t valid JSON.',
})

/** Opens the inspector, which has received these events, oldest first. */
async function openInspector(
  events: readonly OpenedEvent[] = threeEvents,
  options: StageOptions = {},
): Promise<InspectorScreen> {
  let inspector: InspectorTwin | null = null
  const { host, page } = await openWebhooks({
    ...options,
    prepare(twin) {
      inspector = answerInspector(twin, events)
    },
  })
  await page.getByRole('button', { name: 'Test on this PC' }).click()
  const grid = page.getByRole('grid', { name: 'Received events' })
  await grid.getByRole('row').nth(1).waitFor()
  if (!inspector) throw new Error('The inspector has no answers')
  return { host, page, inspector, grid, panel: page.getByRole('complementary', { name: /^Event \d/ }) }
}

describe('an event in the inspector', () => {
  it('of a sighting leads to its customer, and closes with Escape', async () => {
    const applied = { customerId: 'customer-1', words: 'Updated the customer.' }
    const { host, page, grid, panel } = await openInspector([receivedEvent(1, { applied })])
    await grid.getByText('Client 1: seen for $1').click()
    await panel.getByRole('heading', { name: 'New sighting' }).waitFor()
    const link = panel.getByRole('link', { name: 'Show customer' })
    expect(await link.getAttribute('href')).toBe('#/customers/customer-1')
    expect(host.inputsOf('inspector.open')).toEqual([{ number: 1 }])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })

  longTest('of a valuation shows its prices', async () => {
    const { grid, panel } = await openInspector([valuationChange])
    await grid.getByText('1AB2CD: price from $16,000 to $15,200').click()
    const change = panel.getByRole('region', { name: 'Change that triggered the event' })
    await change.getByText('−$800 (−5.0%)').waitFor()
    expect(await change.getByRole('link', { name: 'Show this car' }).getAttribute('href')).toBe('#/lookup/vehicle/v-7')
  })

  it('that is unknown shows its values and its raw text, and is copied as JSON', async () => {
    const { page, grid, panel } = await openInspector([stockMoved])
    await grid.getByText(/Unknown event: stock_moved/).click()
    await panel.getByText('North', { exact: true }).waitFor()
    await panel.getByText('Raw text').click()
    await panel.getByText('"yard": "North"').waitFor()
    await panel.getByRole('button', { name: 'Copy as JSON' }).click()
    await page.getByText('Copied the event.').waitFor()
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      event: 'stock_moved',
      data: { yard: 'North', bays: [1, 2] },
    })
  })

  it('says when numbers of Do Not Contact people are hidden in it', async () => {
    const { grid, panel } = await openInspector([receivedEvent(1), receivedEvent(2, { hidesNumbers: true })])
    await grid.getByText('Client 2: seen for $2').click()
    await panel.getByText('Do Not Contact numbers are hidden here, in what you copy and in the export.').waitFor()
    await grid.getByText('Client 1: seen for $1').click()
    await expect.poll(() => panel.getByText(/Do Not Contact/).count()).toBe(0)
  })

  longTest('that is malformed shows its raw text', async () => {
    const { grid, panel } = await openInspector([malformed])
    await grid.getByText('The body isn’t valid JSON.').click()
    await panel.getByText('{"event":"recapture_new","data":{"customer":').waitFor()
    expect(await panel.getByRole('link').count()).toBe(0)
  })

  longTest('is found by its state, its kind and its text', async () => {
    const { host, page } = await openInspector([...threeEvents, valuationChange, stockMoved, malformed])
    const found = page.getByText('1 event found')
    await page.getByRole('checkbox', { name: 'Malformed only' }).check()
    await found.waitFor()
    await page.getByRole('checkbox', { name: 'Malformed only' }).uncheck()
    await found.waitFor({ state: 'detached' })
    await chooseOption(page, 'Event', 'Valuation change')
    await found.waitFor()
    await chooseOption(page, 'Event', 'All events')
    await found.waitFor({ state: 'detached' })
    await page.getByRole('searchbox', { name: 'Search events' }).fill('NORTH')
    await found.waitFor()
    expect(host.inputsOf('inspector.events').at(-1)).toMatchObject({ event: null, search: 'NORTH' })
  })

  longTest('is opened by keyboard', async () => {
    const { host, page, grid, panel } = await openInspector()
    await grid.getByText('Client 3').click()
    await panel.getByText('Client 3').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Event 2', exact: true }).waitFor()
    expect(host.inputsOf('inspector.open')).toEqual([{ number: 3 }, { number: 2 }])
  })
})

longDescribe('the list of the inspector', () => {
  it('moves no row while the user reads and 1,000 events arrive, and shows them on request', async () => {
    const { page, inspector, grid } = await openInspector()
    await grid.getByText('Client 3').hover()
    const before = await grid.getByRole('row').nth(1).innerText()
    inspector.receive(...Array.from({ length: 1_000 }, (_, at) => receivedEvent(4 + at)))
    await page.getByRole('button', { name: 'Show 1,000 new events' }).waitFor()
    expect(await grid.getByRole('row').nth(1).innerText()).toBe(before)
    await page.getByRole('button', { name: 'Show 1,000 new events' }).click()
    await grid.getByText('Client 1003').waitFor()
  })

  it('pauses on request, and resumes with all new events', async () => {
    const { page, inspector, grid } = await openInspector()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText(/^Paused/).waitFor()
    inspector.receive(receivedEvent(2_000))
    await page.getByRole('button', { name: 'Show 1 new event', exact: true }).waitFor()
    expect(await grid.getByText('Client 2000').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await grid.getByText('Client 2000').waitFor()
  })

  it.each(onlyLong({ width: 1024, height: 700 }, { width: 660, height: 430 }))(
    'has no horizontal scroll at $width by $height',
    async (viewport) => {
      const { page } = await openInspector(threeEvents, { viewport })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    },
  )

  it('is exported, and cleared after a question', async () => {
    const { host, page } = await openInspector()
    host.answer('inspector.export', () =>
      success({ fileName: 'events.jsonl', mimeType: 'application/jsonl', encoding: 'utf8', content: '{}\n', rows: 1 }),
    )
    expect(await download(page, 'Export')).toEqual({ name: 'events.jsonl', text: '{}\n' })
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    expect(host.inputsOf('inspector.clear')).toEqual([])
    await page.getByRole('button', { name: 'Clear events' }).click()
    await page.getByRole('heading', { name: 'No events yet' }).waitFor()
  })
})

longDescribe('the inspector', () => {
  it('stops, refuses a port that it cannot use, and starts on any port', async () => {
    const { host, page } = await openInspector()
    await page.getByText(/changes customers and sightings by them/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Not listening').waitFor()
    await page.getByRole('textbox', { name: 'Port' }).fill('80')
    await page.getByText('Enter a port from 1024 to 65535.').waitFor()
    await page.getByRole('textbox', { name: 'Port' }).fill('')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByText(/^Listening on port/).waitFor()
    expect(host.inputsOf('inspector.start')).toEqual([{ port: null }])
  })

  it('of an account says what a real endpoint needs, because no service can reach this PC', async () => {
    const { page } = await openWebhooks({
      webhooks: [],
      prepare(twin) {
        answerInspector(twin, [])
        const account = { ...practice, kind: 'account' as const, name: 'Main Street Motors' }
        twin.answer('connections.state', () => success(connectionState(account)))
      },
    })
    await page.getByRole('heading', { name: 'No webhooks in Australia yet' }).waitFor()
    expect(await page.getByRole('button', { name: /at the inspector|to the inspector/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Test on this PC' }).click()
    await page.getByText(/or a tunnel to this address/).waitFor()
  })
})
