import { expect, it, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { goTo, openSettings } from './controls.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { openForecourt, type Harness } from './harness.ts'
import { callProgram, sendFile, waitForAnswer } from './program-calls.ts'
import { answerContactByCalls, password, sample } from './steps.ts'

/** The screens that show what a backup has. */
const screens = ['/sightings', '/lookup', '/customers', '/customers/bin', '/import', '/uploads']

/** `byMs`: how far its clock is moved. */
async function openPc(byMs: number): Promise<Harness> {
  const pc = await openForecourt({
    startAt: new Date(Date.now() + byMs),
    async before(ask) {
      await ask('storage.setPassword', { password })
      return ''
    },
  })
  onTestFinished(() => pc.close())
  await pc.page.getByRole('button', { name: 'Enter account details' }).waitFor()
  return pc
}

const untilSynced = (page: Page) =>
  waitForAnswer(
    () => callProgram(page, 'customers.status', {}),
    ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
  )

/** Work of each kind: an upload with customers, a draft, a view, people, calls, templates, look-ups and settings. */
async function work(page: Page, service: PracticeService): Promise<string> {
  const open = async (name: string): Promise<string> => {
    const { fileId } = await sendFile(page, sample(name))
    const draft = await callProgram(page, 'drafts.open', { fileId })
    await answerContactByCalls(page, draft)
    return draft.id
  }
  const draftId = await open('sold-vehicles.csv')
  const { id: uploadId } = await callProgram(page, 'uploads.create', { draftId, name: 'May', lookUpMissingVins: false })
  await waitForAnswer(
    () => callProgram(page, 'uploads.get', { id: uploadId }),
    ({ state }) => state === 'complete',
  )
  const { customers } = await waitForAnswer(
    () => callProgram(page, 'customers.list', { offset: 0, limit: 20 }),
    ({ total }) => total > 10,
  )
  await untilSynced(page)
  await open('sold-vehicles.csv')
  const [first, second] = customers
  if (!first || !second) throw new Error('There are no customers')
  await callProgram(page, 'people.add', { name: 'Jo Taylor' })
  service.control.makeSighting(first.id)
  await callProgram(page, 'customers.sync', {})
  await waitForAnswer(
    () => callProgram(page, 'sightings.list', { offset: 0, limit: 10 }),
    ({ total }) => total === 1,
  )
  await callProgram(page, 'sightings.record', { customerId: first.id, outcome: 'voicemail', note: 'Back on Friday.' })
  await callProgram(page, 'customers.delete', { selection: { by: 'ids', ids: [second.id] } })
  const view = {
    id: null,
    name: 'Sold in Victoria',
    filter: { states: ['VIC'] },
    sort: 'clientName',
    descending: false,
    columns: [],
  } as const
  await callProgram(page, 'customers.saveView', view as never)
  const template = { id: null, channel: 'sms', name: 'Hello again', subject: '', text: 'We found your car.' } as const
  await callProgram(page, 'sightings.saveTemplate', template)
  await callProgram(page, 'sightings.setSettings', { notify: false })
  await callProgram(page, 'lookup.setSettings', { pageLength: 33 })
  const text = customers
    .slice(2, 5)
    .map(({ rego }) => rego)
    .join('\n')
  await callProgram(page, 'bulkLookups.create', { source: { from: 'text', text } })
  return first.id
}

/** What each screen says, and what the program answers about work that no list shows. */
async function everything(page: Page, customerId: string): Promise<Record<string, unknown>> {
  const texts: Record<string, unknown> = {}
  for (const path of [...screens, `/customers/${customerId}`]) {
    await goTo(page, path)
    await page.waitForFunction(
      (hash) => window.location.hash === `#${hash}` && !document.querySelector('main [aria-busy="true"]'),
      path,
    )
    await page.locator('main h1, main h2').first().waitFor()
    if (path.endsWith(customerId)) await page.locator('main').getByText('Back on Friday.').first().waitFor()
    // Lists arrive after their headings: two equal readings in a row are the screen.
    texts[path] = await settledText(page)
  }
  texts['people'] = await callProgram(page, 'people.list', {})
  texts['views'] = await callProgram(page, 'customers.views', {})
  texts['templates'] = await callProgram(page, 'sightings.templates', {})
  texts['columns'] = await callProgram(page, 'drafts.templates', {})
  texts['bulk'] = await callProgram(page, 'bulkLookups.list', {})
  texts['look-up settings'] = await callProgram(page, 'lookup.settings', {})
  texts['sighting settings'] = await callProgram(page, 'sightings.settings', {})
  texts['history'] = await callProgram(page, 'customers.list', { offset: 0, limit: 100 })
  return texts
}

/** Runs in the page. How many rows a grid draws below the visible ones depends on when they arrive, so only the first are read. */
function linesOf(main: Element): string[] {
  const copy = main.cloneNode(true) as Element
  for (const row of [...copy.querySelectorAll('[role="row"]')].slice(12)) row.remove()
  const walker = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
  const lines: string[] = []
  while (walker.nextNode()) lines.push(walker.currentNode.textContent ?? '')
  return lines
}

async function settledText(page: Page): Promise<string> {
  let before = ''
  return waitForAnswer(
    async () => {
      const lines = await page.locator('main').evaluate(linesOf)
      const text = lines
        .join('\n')
        .replace(/(Updated|Checked|\d+ (second|minute)s? ago|just now)[^\n]*|\d+:\d\d [ap]m/g, '')
      const isSettled = text === before
      before = text
      return isSettled ? text : ''
    },
    (text) => text !== '',
  )
}

it(
  'a backup brings equal screens to an empty PC, where the credentials are asked for again',
  { timeout: 400_000 },
  async () => {
    const service = await startPracticeService({ customersPerSecond: Infinity })
    // Nothing changes at the service between the two readings.
    Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
    onTestFinished(() => service.stop())
    const credentials = { scheme: 'api-key', apiKey: service.apiKey } as const
    // Some minutes past a full or half hour on both PCs: screens name the hour at the customer's place.
    const begin = new Date()
    begin.setUTCMinutes(3, 0, 0)
    const movedMs = begin.getTime() - Date.now()
    const first = await openPc(movedMs)
    const connection = { name: 'Main Street Motors', baseUrl: service.url, region: 'au', credentials } as const
    await callProgram(first.page, 'connections.connect', connection)
    await first.page.reload()
    await first.page.getByRole('navigation', { name: 'Sections' }).waitFor()
    const customerId = await work(first.page, service)
    await untilSynced(first.page)
    const before = await everything(first.page, customerId)
    const backup = await callProgram(first.page, 'storage.saveBackup', { password: 'backup horse 9' })
    const parts = [Buffer.from(backup.content, 'base64')]
    for (let part = 0; backup.rest && part < backup.rest.parts; part += 1) {
      const { content } = await callProgram(first.page, 'storage.backupPart', { file: backup.rest.file, part })
      parts.push(Buffer.from(content, 'base64'))
    }

    const second = await openPc(movedMs)
    const { page } = second
    await callProgram(page, 'connections.startPractice', {})
    await page.reload()
    await openSettings(page, 'Privacy and data')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Restore a backup…' }).click()
    await (await chooser).setFiles({ name: 'May.forecourt-backup', mimeType: '', buffer: Buffer.concat(parts) })
    const dialog = page.getByRole('dialog', { name: 'Restore a backup' })
    await dialog.getByRole('textbox', { name: 'Password of this backup' }).fill('backup horse 9')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText(/^Your work was restored from the backup of /).waitFor()
    const { current } = await callProgram(page, 'connections.state', {})
    expect(current).toMatchObject({ name: 'Main Street Motors', credentials: 'missing' })
    await callProgram(page, 'connections.setCredentials', credentials)
    await untilSynced(page)
    expect(await everything(page, customerId)).toEqual(before)
  },
)
