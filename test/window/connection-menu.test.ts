import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeService } from '../../src/simulator/service.ts'
import { chooseOption } from './controls.ts'
import type { Harness } from './harness.ts'
import { callProgram, sendFile, waitForAnswer } from './program-calls.ts'
import { openWithPractice, openSpreadsheet, sample, seriousFindings } from './steps.ts'

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
})
afterAll(async () => {
  await forecourt?.close()
  await service?.stop()
})

describe('the menu of connections', () => {
  const button = () => page.getByRole('banner').getByRole('button', { name: /^(Practice|Harbour Motors)/ })
  const menu = () => page.getByRole('menu', { name: 'Connections' })
  const entry = (name: RegExp) => menu().getByRole('menuitemradio', { name })

  it('shows each connection with address, region and status, and switches by keyboard without a row of the other', async () => {
    const { url: baseUrl, apiKey } = service
    await callProgram(page, 'connections.connect', {
      name: 'Harbour Motors',
      baseUrl,
      region: 'nz',
      credentials: { scheme: 'api-key', apiKey },
    })
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
    await button().focus()
    await page.keyboard.press('Enter')
    await entry(/Practice.*Sample data on this PC, Australia.*Not in use/).waitFor()
    await expect
      .poll(() => entry(/Harbour Motors.*127\.0\.0\.1:\d+, New Zealand.*Online/).getAttribute('aria-checked'))
      .toBe('true')
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('connections')
    await page.keyboard.press('p')
    await page.keyboard.press('Enter')
    await page.getByText('Now using Practice.').last().waitFor()
    await page.getByRole('row').nth(1).waitFor()
  })

  it('says what is unfinished before it switches, and shows the first screen of the section instead of a record', async () => {
    const { id } = await callProgram(page, 'customers.get', { id: customer.id })
    await goTo(`/customers/${id}`)
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

  it('asks before another region or connection drops text that is not saved', async () => {
    const region = page.getByRole('banner').getByRole('combobox', { name: 'Region' })
    const shownRegion = () => region.locator('option:checked').textContent()
    const list = page.getByRole('textbox', { name: 'Regos and VINs' })
    await goTo('/lookup/bulk')
    await list.fill('ABC123 NSW')
    await chooseOption(page.getByRole('banner'), 'Region', 'Australia')
    const question = page.getByRole('dialog', { name: 'Switch to Australia?' })
    await question.getByText('Unsaved text in “Look up several cars”. It will be lost.').waitFor()
    await forecourt.screenshot('region-question')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect([await list.inputValue(), await shownRegion()]).toEqual(['ABC123 NSW', 'New Zealand'])
    await chooseOption(page.getByRole('banner'), 'Region', 'Australia')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(shownRegion).toBe('Australia')
    await expect.poll(() => list.inputValue()).toBe('')

    await goTo('/settings')
    await page.getByRole('button', { name: 'Update credentials' }).click()
    await page.getByLabel('API key', { exact: true }).last().fill('half a key')
    await button().click()
    await entry(/Practice/).click()
    const leaving = page.getByRole('dialog', { name: 'Switch to Practice?' })
    await leaving.getByText('Unsaved text in “Update credentials”. It will be lost.').waitFor()
    await page.keyboard.press('Escape')
    await leaving.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('API key', { exact: true }).last().inputValue()).toBe('half a key')
    await button().click()
    await entry(/Practice/).click()
    await leaving.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Now using Practice.').last().waitFor()

    await goTo('/sightings?view=all')
    await page.getByRole('textbox', { name: 'Notes' }).fill('Wants a bigger car')
    await button().click()
    await entry(/Harbour Motors/).click()
    const back = page.getByRole('dialog', { name: 'Switch to Harbour Motors?' })
    await back.getByText('Unsaved text in “Outcome”. It will be lost.').waitFor()
    await back.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Wants a bigger car')
    await button().click()
    await entry(/Harbour Motors/).click()
    await back.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Now using Harbour Motors.').last().waitFor()
  })

  it('opens the form of the credentials that the service refused', async () => {
    await callProgram(page, 'connections.setCredentials', { scheme: 'api-key', apiKey: 'withdrawn' })
    await callProgram(page, 'connections.testCurrent', {})
    await button().click()
    await menu().getByRole('menuitem', { name: 'Update credentials' }).click()
    const key = page.getByLabel('API key', { exact: true }).last()
    await expect.poll(() => key.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(new URL(page.url()).hash).toBe('#/settings')
    await page.keyboard.type(service.apiKey)
    await page.keyboard.press('Enter')
    await page.getByText('Credentials saved').first().waitFor()
    await key.waitFor({ state: 'detached' })
  })

  it('says that a service cannot be reached, and tries again', async () => {
    await service.stop()
    await callProgram(page, 'connections.testCurrent', {})
    await button().click()
    const notice = page.getByText('Can’t connect to Harbour Motors. Check your internet connection.')
    await notice.waitFor()
    await menu().getByRole('menuitem', { name: 'Try again' }).click()
    await page.getByText('Still no connection.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('connections-offline')
    await menu().getByRole('menuitem', { name: 'Manage connections' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  it('shows the unfinished upload that keeps a connection from being removed, also while another one is in use', async () => {
    // The service cannot be reached: nothing of the upload is sent.
    const list = Buffer.from('Name,Rego,State\nAnn Lee,ABC123,VIC\n')
    await goTo('/import')
    await openSpreadsheet(page, { name: 'harbour.csv', mimeType: 'text/csv', buffer: list })
    const draftId = /#\/import\/([^/?]+)/.exec(page.url())?.[1] ?? ''
    const sending = { draftId, name: 'Harbour cars', lookUpMissingVins: false, listAgeConfirmed: true }
    await callProgram(page, 'uploads.create', sending)
    await goTo('/settings')
    await page.getByRole('button', { name: 'Use Practice' }).click()
    await page.getByText('Now using Practice.').last().waitFor()
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).click()
    const blocked = page.getByRole('dialog', { name: 'Harbour Motors can’t be removed yet' })
    await blocked.getByText(/^1 upload not finished yet\..* Forecourt switches to Harbour Motors\.$/).waitFor()
    await blocked.getByRole('button', { name: 'Show uploads' }).click()
    await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor()
    await page.getByRole('link', { name: 'Harbour cars' }).first().click()
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    const question = page.getByRole('dialog', { name: 'Cancel Harbour cars?' })
    await question.getByRole('button', { name: 'Cancel upload' }).click()
    const current = () => callProgram(page, 'connections.state', {}).then((state) => state.current?.id ?? '')
    await expect
      .poll(async () => (await callProgram(page, 'connections.onlyHere', { id: await current() })).openUploads)
      .toBe(0)
    await goTo('/settings')
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).click()
    await page.getByRole('dialog', { name: 'Remove Harbour Motors?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Remove Harbour Motors?' }).waitFor({ state: 'detached' })
  })

  it('asks for credentials of another server, and says what is lost before a connection is removed', async () => {
    const { fileId } = await sendFile(page, sample('sold-vehicles.csv'))
    await callProgram(page, 'drafts.open', { fileId })
    await goTo('/settings')
    await page.getByRole('button', { name: 'Edit Harbour Motors' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Harbour Motors' })
    const other = service.url.replace('127.0.0.1', 'localhost')
    await dialog.getByRole('textbox', { name: 'Service address' }).fill(other)
    await dialog.getByText('This is another server.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('API key', { exact: true }).last().fill(service.apiKey)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await callProgram(page, 'connections.state', {})).current?.baseUrl).toContain(other)
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).click()
    const question = page.getByRole('dialog', { name: 'Remove Harbour Motors?' })
    await question.getByText(/Customers and uploads at the service stay/).waitFor()
    await question.getByText(/1 draft/).waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Harbour Motors removed.').first().waitFor()
    const { connections } = await callProgram(page, 'connections.state', {})
    expect(connections.map(({ name }) => name)).toEqual(['Practice'])
  })
})
