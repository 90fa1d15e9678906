import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { OnlyHere } from '../../src/contract/only-here.ts'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { chooseInConnections } from '../window/controls.ts'
import { answerCalls, carsOf } from './call-screen.ts'
import { answerConnections, harbourMotors } from './connection-answers.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { answerCustomers, connectionState, nothingOnlyHere, noUploads, practice } from './standard-answers.ts'

const button = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^(Practice|Harbour Motors)/ })
const menu = (page: Page): Locator => page.getByRole('menu', { name: 'Connections' })
const entry = (page: Page, name: RegExp): Locator => menu(page).getByRole('menuitemradio', { name })
const keyField = (page: Page): Locator => page.getByLabel('API key', { exact: true }).last()

async function open(
  address: string,
  {
    currentId = practice.id,
    prepare,
    onSelect,
  }: { currentId?: string; prepare?: (host: HostTwin) => void; onSelect?: (host: HostTwin) => void } = {},
): Promise<{ host: HostTwin; page: Page; connections: ReturnType<typeof answerConnections> }> {
  const host = createPracticeHost()
  const connections = answerConnections(host, [practice, harbourMotors], currentId, () => onSelect?.(host))
  prepare?.(host)
  const page = await openWindow(address, host, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { host, page, connections }
}

/** Chooses another connection in the menu. */
async function choose(page: Page, name: RegExp): Promise<void> {
  await button(page).click()
  await entry(page, name).click()
}

describe('the menu of connections', () => {
  it('shows each connection with address, region and status, and switches by keyboard', async () => {
    const { host, page } = await open('/customers', { currentId: 'harbour' })
    await button(page).focus()
    await page.keyboard.press('Enter')
    await entry(page, /Practice.*Sample data on this PC, Australia.*Not in use/).waitFor()
    const current = entry(page, /Harbour Motors.*service\.example, New Zealand.*Online/)
    expect(await current.getAttribute('aria-checked')).toBe('true')
    await page.keyboard.press('p')
    await page.keyboard.press('Enter')
    await page.getByText('Now using Practice, Australia.').last().waitFor()
    expect(host.inputsOf('connections.select')).toEqual([{ id: 'practice' }])
  })

  it('says what is unfinished before practice or another account is added and used', async () => {
    const { host, page } = await open('/welcome', {
      currentId: 'harbour',
      prepare(twin) {
        twin.answer('uploads.overview', () => success({ ...noUploads, open: 1, running: 1 }))
        twin.answer('connections.connect', () => success(connectionState(practice)))
      },
    })
    const question = page.getByRole('dialog', { name: /^Switch to / })
    await page.getByRole('button', { name: 'Start practising' }).click()
    await question.getByText('1 upload is running. It continues.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(host.inputsOf('connections.startPractice')).toEqual([])
    await page.getByRole('button', { name: 'Enter account details' }).click()
    await page.getByRole('textbox', { name: 'Service address' }).fill('https://service.example')
    await page.getByRole('textbox', { name: 'Connection name' }).fill('North')
    await page.getByRole('textbox', { name: 'API key' }).fill('a-key')
    await page.getByRole('button', { name: 'Save and connect' }).click()
    await page.getByRole('dialog', { name: 'Switch to North?' }).getByText('1 upload is running.').waitFor()
    expect(await question.getByText('Unsaved text').count()).toBe(0)
    expect(host.inputsOf('connections.connect')).toEqual([])
    await question.getByRole('button', { name: 'Switch' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(host.inputsOf('connections.connect')).toHaveLength(1)
  })

  it('says what is unfinished before it switches, and shows the first screen of the section instead of a record', async () => {
    let running = 1
    const { host, page } = await open('/customers/priya', {
      onSelect(twin) {
        answerCustomers(twin, [])
        running = 0
      },
      prepare(twin) {
        answerCustomers(twin, [customer('priya')])
        twin.answer('sightings.history', () => success({ entries: [], attempts: [] }))
        twin.answer('uploads.overview', () => success({ ...noUploads, open: running, running, done: 1, total: 9 }))
      },
    })
    await page.getByRole('heading', { level: 2, name: 'Priya Raman' }).waitFor()
    await choose(page, /Harbour Motors/)
    const question = page.getByRole('dialog', { name: 'Switch to Harbour Motors?' })
    await question.getByText('1 upload is running. It continues.').waitFor()
    expect(host.inputsOf('connections.select')).toEqual([])
    await question.getByRole('button', { name: 'Switch' }).click()
    await page.getByRole('heading', { name: 'No customers yet' }).waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/customers')
    await page.getByText('Priya Raman').waitFor({ state: 'detached' })
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => new URL(page.url()).hash).not.toContain('priya')
  })

  it('opens the form of the credentials that the service refused', async () => {
    const { host, page, connections } = await open('/customers', { currentId: 'harbour' })
    connections.change({ reachability: 'sign-in-required' })
    await button(page).click()
    await menu(page).getByRole('menuitem', { name: 'Update credentials' }).click()
    const key = keyField(page)
    await expect.poll(() => key.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(new URL(page.url()).hash).toBe('#/settings/connection')
    await page.keyboard.type('new-key')
    await page.keyboard.press('Enter')
    await page.getByText('Credentials saved').first().waitFor()
    await key.waitFor({ state: 'detached' })
    expect(host.inputsOf('connections.setCredentials')).toEqual([{ scheme: 'api-key', apiKey: 'new-key' }])
  })

  longTest('says that a service cannot be reached, tries again, and leads to the connections', async () => {
    const { host, page, connections } = await open('/customers', { currentId: 'harbour' })
    connections.change({ reachability: 'offline' })
    host.answer('connections.testCurrent', () =>
      success({ ok: false, steps: [{ step: 'network', state: 'failed', words: 'Can’t connect to the service.' }] }),
    )
    await button(page).click()
    await page.getByText('Can’t connect to Harbour Motors. Check your internet connection.').waitFor()
    await menu(page).getByRole('menuitem', { name: 'Try again' }).click()
    await page.getByText('Still no connection.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await menu(page).getByRole('menuitem', { name: 'Manage connections' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })
})

describe('text that is not saved', () => {
  it('is asked about before another region', async () => {
    const { page } = await open('/lookup/bulk', { currentId: 'harbour' })
    const shownRegion = (): Promise<string | null> => button(page).locator('.region').textContent()
    const list = page.getByRole('textbox', { name: 'Regos and VINs' })
    await list.fill('ABC123 NSW')
    await chooseInConnections(page, 'Australia')
    const question = page.getByRole('dialog', { name: 'Switch to Australia?' })
    await question.getByText('Unsaved text in “Look up several cars”. It will be lost.').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect([await list.inputValue(), await shownRegion()]).toEqual(['ABC123 NSW', 'New Zealand'])
    await chooseInConnections(page, 'Australia')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(shownRegion).toBe('Australia')
    await expect.poll(() => list.inputValue()).toBe('')
  })

  longTest('is asked about before Settings uses another connection', async () => {
    const { host, page } = await open('/settings', { currentId: 'harbour' })
    await page.getByRole('button', { name: 'Update credentials' }).click()
    await keyField(page).fill('half a key')
    await page.getByRole('button', { name: 'Use Practice' }).click()
    const question = page.getByRole('dialog', { name: 'Switch to Practice?' })
    await question.getByText('Unsaved text in “Update credentials”. It will be lost.').waitFor()
    expect(host.inputsOf('connections.select')).toEqual([])
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Now using Practice, Australia.').last().waitFor()
    expect(host.inputsOf('connections.select')).toEqual([{ id: 'practice' }])
  })

  longTest('of new credentials is asked about before another connection', async () => {
    const { host, page } = await open('/settings', { currentId: 'harbour' })
    await page.getByRole('button', { name: 'Update credentials' }).click()
    await keyField(page).fill('half a key')
    await choose(page, /Practice/)
    const question = page.getByRole('dialog', { name: 'Switch to Practice?' })
    await question.getByText('Unsaved text in “Update credentials”. It will be lost.').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await keyField(page).inputValue()).toBe('half a key')
    expect(host.inputsOf('connections.select')).toEqual([])
    await choose(page, /Practice/)
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Now using Practice, Australia.').last().waitFor()
  })

  it('of a call is asked about before another connection', async () => {
    const { page } = await open('/sightings', {
      prepare: (host) => answerCalls(host, carsOf('Priya Raman')),
    })
    const notes = page.getByRole('textbox', { name: 'Notes' })
    await notes.fill('Wants a bigger car')
    await choose(page, /Harbour Motors/)
    const question = page.getByRole('dialog', { name: 'Switch to Harbour Motors?' })
    await question.getByText('Unsaved text in “Outcome”. It will be lost.').waitFor()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await notes.inputValue()).toBe('Wants a bigger car')
    await choose(page, /Harbour Motors/)
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('Now using Harbour Motors, New Zealand.').last().waitFor()
  })

  it('of a call is said to be discarded when another window switches the region', async () => {
    const { page, connections } = await open('/sightings', {
      prepare: (host) => answerCalls(host, carsOf('Priya Raman')),
    })
    const notes = page.getByRole('textbox', { name: 'Notes' })
    await notes.fill('Wants a bigger car')
    connections.change({ current: { ...practice, region: 'nz' } })
    await page.getByText('Now using Practice, New Zealand. Unsaved text in “Outcome” was discarded.').last().waitFor()
    await expect.poll(() => notes.inputValue()).toBe('')
    // Without text, only the last switch is said.
    connections.change({ current: practice })
    await page.getByText('Now using Practice, Australia.').last().waitFor()
    connections.change({ current: { ...practice, region: 'nz' } })
    await page.getByText('Now using Practice, New Zealand.', { exact: true }).last().waitFor()
    await expect.poll(() => page.getByText('Now using Practice, Australia.').count()).toBe(0)
  })
})

describe('a connection', () => {
  const withData = (data: Partial<OnlyHere>) => (host: HostTwin) =>
    host.answer('connections.onlyHere', () => success({ ...nothingOnlyHere, ...data }))

  it('is not removed while an upload is unfinished, which is shown', async () => {
    const { host, page } = await open('/settings', { prepare: withData({ openUploads: 1 }) })
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).click()
    const blocked = page.getByRole('dialog', { name: 'Harbour Motors can’t be removed yet' })
    await blocked.getByText(/^1 upload not finished yet\..* Forecourt switches to Harbour Motors\.$/).waitFor()
    await blocked.getByRole('button', { name: 'Show uploads' }).click()
    await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor()
    expect(host.inputsOf('connections.select')).toEqual([{ id: 'harbour' }])
    expect(host.inputsOf('connections.forget')).toEqual([])
  })

  it('says what is lost before it is removed', async () => {
    const { host, page } = await open('/settings', { prepare: withData({ drafts: 1, doNotContact: 172, lookups: 9 }) })
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).click()
    const question = page.getByRole('dialog', { name: 'Remove Harbour Motors?' })
    await question.getByText(/Customers, uploads and webhooks at the service stay/).waitFor()
    await question.getByText(/its watched folders stop/).waitFor()
    await question.getByText(/1 draft/).waitFor()
    await question.getByText('172 Do Not Contact marks').waitFor()
    await question.getByText('9 saved look-ups').waitFor()
    expect(host.inputsOf('connections.forget')).toEqual([])
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Harbour Motors removed.').first().waitFor()
    expect(host.inputsOf('connections.forget')).toEqual([{ id: 'harbour' }])
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).waitFor({ state: 'detached' })
  })

  it('that was in use is replaced by another one, which the notice names', async () => {
    const { host, page } = await open('/settings', { currentId: 'harbour' })
    host.answer('connections.forget', () => {
      const left = connectionState(practice)
      host.answer('connections.state', () => success(left))
      return success(left)
    })
    await page.getByRole('button', { name: 'Remove Harbour Motors' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Now using Practice, Australia.').first().waitFor()
    expect(host.inputsOf('connections.forget')).toEqual([{ id: 'harbour' }])
  })

  it('asks for credentials of another server', async () => {
    const { host, page } = await open('/settings', { currentId: 'harbour' })
    host.answer('connections.setAddress', ({ baseUrl }) => {
      const moved = { ...harbourMotors, baseUrl }
      return success({
        connections: [practice, moved],
        current: moved,
        reachability: 'unknown',
        lastAnswerAt: null,
      })
    })
    await page.getByRole('button', { name: 'Edit Harbour Motors' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Harbour Motors' })
    await dialog.getByRole('textbox', { name: 'Service address' }).fill('https://other.example')
    await dialog.getByText('This is another server.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('API key', { exact: true }).last().fill('other-key')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(host.inputsOf('connections.setAddress')).toEqual([
      {
        id: 'harbour',
        baseUrl: 'https://other.example',
        credentials: { scheme: 'api-key', apiKey: 'other-key' },
      },
    ])
  })
})
