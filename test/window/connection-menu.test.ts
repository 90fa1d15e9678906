import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeService } from '../../src/simulator/service.ts'
import type { Harness } from './harness.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice } from './steps.ts'

let forecourt: Harness
let page: Page
let service: Awaited<ReturnType<typeof startPracticeService>>
/** A customer of the practice account. */
let customer: { id: string; clientName: string }

const goTo = (path: string): Promise<unknown> => page.evaluate((hash) => (location.hash = hash), path)

beforeAll(async () => {
  service = await startPracticeService({ customersPerSecond: 200 })
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 }, args: ['--practice-speed=2000'] })
  page = forecourt.page
  await callProgram(page, 'sightings.setSettings', { notify: false })
  const { customers } = await waitForAnswer(
    () => callProgram(page, 'customers.list', { sort: 'clientName', descending: false, offset: 0, limit: 50 }),
    ({ total }) => total > 10,
  )
  const [first] = customers.flatMap(({ id, clientName }) => (clientName ? [{ id, clientName }] : []))
  if (!first) throw new Error('The practice account has no customer with a name.')
  customer = first
  const { connections } = await callProgram(page, 'connections.state', {})
  const { url: baseUrl, apiKey } = service
  await callProgram(page, 'connections.connect', {
    name: 'Harbour Motors',
    baseUrl,
    region: 'nz',
    credentials: { scheme: 'api-key', apiKey },
  })
  await callProgram(page, 'connections.select', { id: connections[0]?.id ?? '' })
})
afterAll(async () => {
  await forecourt?.close()
  await service?.stop()
})

describe('the menu of connections', () => {
  const button = () => page.getByRole('banner').getByRole('button', { name: /^(Practice|Harbour Motors)/ })
  const menu = () => page.getByRole('menu', { name: 'Connections' })
  const entry = (name: RegExp) => menu().getByRole('menuitemradio', { name })

  it('says what is unfinished before it switches, and shows the first screen of the section instead of a record', async () => {
    await goTo(`/customers/${customer.id}`)
    await page.getByRole('heading', { level: 2, name: customer.clientName }).waitFor()
    await page.route('**/call/uploads.overview', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      const json = (await response.json()) as { value: object }
      await route.fulfill({ response, json: { ...json, value: { ...json.value, open: 1, running: 1 } } })
    })
    await button().click()
    await entry(/Harbour Motors/).click()
    const question = page.getByRole('dialog', { name: 'Switch to Harbour Motors?' })
    await question.getByText('1 upload is running. It continues.').waitFor()
    await forecourt.screenshot('connections-question')
    await question.getByRole('button', { name: 'Switch' }).click()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/customers')
    expect(await page.getByText(customer.clientName).count()).toBe(0)
    expect(await page.getByText('no longer in your list').count()).toBe(0)
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => new URL(page.url()).hash).not.toContain(customer.id)
  })
})
