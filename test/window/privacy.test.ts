import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeletionReceipt } from '../../src/contract/privacy.ts'
import type { Harness } from './harness.ts'
import { answerWith } from './made-answers.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, password, salesperson } from './steps.ts'

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
})
afterAll(() => forecourt?.close())

const customers = async () =>
  (await callProgram(page, 'customers.list', { sort: 'clientName', descending: false, offset: 0, limit: 500 }))
    .customers
const openPrivacy = async (): Promise<void> => {
  await page.evaluate(() => (location.hash = '/settings'))
  await page.getByRole('link', { name: 'Open Privacy' }).click()
  await page.getByRole('heading', { name: 'Receipts' }).waitFor()
}
const search = async (text: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Name, mobile, rego or VIN' }).fill(text)
  await page.getByRole('button', { name: 'Find' }).click()
}

describe('the Privacy screen', () => {
  it('finds a person, exports what is stored, deletes it everywhere, and shows a receipt without the person', async () => {
    await expect.poll(async () => (await customers()).length, { timeout: 60_000 }).toBeGreaterThan(10)
    await expect
      .poll(async () => (await callProgram(page, 'customers.status', {})).syncing, { timeout: 60_000 })
      .toBeNull()
    const all = await customers()
    const person = all.find(({ vin, mobileNumber }) => vin !== null && mobileNumber !== null)
    if (!person) throw new Error('No customer of practice has a VIN and a mobile number')
    const name = person.clientName ?? ''
    await openPrivacy()
    await page.getByText('No person was deleted yet.').waitFor()
    await search('Nobody With This Name')
    await page.getByText('Nothing found').waitFor()

    await search(person.vin ?? '')
    const match = page.getByRole('checkbox', { name: new RegExp(`^${name}, `) }).first()
    await match.waitFor()
    expect(await match.isChecked()).toBe(true)
    await forecourt.screenshot('privacy-found')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as a page' }).click()
    expect(readFileSync((await (await download).path()) ?? '', 'utf8')).toContain(person.vin)

    await page.getByRole('button', { name: 'Delete everywhere…' }).click()
    const loaded = page.waitForEvent('load')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete everywhere' }).click()
    // The data was closed and opened again, and nothing of the person stays in the window.
    await loaded
    await page.getByRole('heading', { name: /^Deleted on / }).waitFor()
    await page.getByText(/^Customers: \d+ deleted$/).waitFor()
    await forecourt.screenshot('privacy-receipt')
    expect(await page.getByRole('main').innerText()).not.toContain(name)
    expect((await customers()).map(({ id }) => id)).not.toContain(person.id)
    await search(person.vin ?? '')
    await page.getByText('Nothing found').waitFor()
  })

  it('tells a deletion that another PC of the team asked for from one of this PC, before and after it', async () => {
    const [own] = (await callProgram(page, 'privacy.deletions', {})).deletions
    if (!own) throw new Error('No person was deleted here')
    const nothing = { asked: 0, deleted: 0, refused: 0, at: null }
    const received: DeletionReceipt = {
      ...own,
      id: 'a'.repeat(36),
      byTeam: true,
      state: 'erasing',
      places: [],
      atService: nothing,
    }
    await answerWith(page, 'privacy.deletions', {
      deletions: [received, { ...received, id: 'b'.repeat(36), state: 'done' }, own],
    })
    await page.evaluate(() => (location.hash = '/settings'))
    await openPrivacy()
    const receipts = page.getByRole('region', { name: 'Receipts' }).getByRole('heading', { level: 3 })
    await expect
      .poll(() => receipts.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Asked for by another PC of the team on /),
        expect.stringMatching(/^Deleted for another PC of the team on /),
        expect.stringMatching(/^Deleted on /),
      ])
    await page.getByText('A person was deleted there.').waitFor()
    await page.getByRole('button', { name: 'Delete now' }).waitFor()
    expect(await page.getByText('There was nothing on this PC.').count()).toBe(1)
    await receipts.first().scrollIntoViewIfNeeded()
    await forecourt.screenshot('privacy-team')
    await page.unroute('**/call/privacy.deletions')
  })

  it('counts old data before it is deleted, asks, deletes it, and keeps the choice', async () => {
    const line = { at: '2020-01-01T00:00:00.000Z', level: 'info', event: 'planted' }
    appendFileSync(join(forecourt.dataFolder, 'log', 'forecourt.log'), `${JSON.stringify(line)}\n`)
    await openPrivacy()
    await page.getByText('No old data was deleted yet.').waitFor()
    await page.getByRole('combobox', { name: 'Uploads' }).selectOption('After 2 years')
    await page.getByText('Nothing is old enough to be deleted now.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('combobox', { name: 'Log', exact: true }).selectOption('After 90 days')
    await page.getByText('The next run deletes 1 line of the log.').waitFor()
    await forecourt.screenshot('privacy-old-data')
    await page.getByRole('button', { name: 'Save', exact: true }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText(/^Deleted on .*: 1 line of the log\.$/).waitFor()
    expect(readFileSync(join(forecourt.dataFolder, 'log', 'forecourt.log'), 'utf8')).not.toContain('planted')
    expect((await callProgram(page, 'retention.status', {})).days).toMatchObject({ uploads: null, logs: 90 })
  })

  it('lists each export with its time, its file and who was working, and exports the list', async () => {
    const list = page.getByRole('region', { name: 'Exports and revealed numbers' }).getByRole('table')
    await list.getByRole('row').filter({ hasText: 'One person exported' }).filter({ hasText: salesperson }).waitFor()
    const [customer] = await customers()
    await callProgram(page, 'customers.setDoNotContact', { id: customer?.id ?? '', doNotContact: true })
    await callProgram(page, 'customers.revealMobile', { id: customer?.id ?? '' })
    await list.getByRole('row').filter({ hasText: 'Hidden number shown' }).waitFor()
    await forecourt.screenshot('privacy-exports')
    await page.getByRole('searchbox', { name: 'Search by what, who or file' }).fill('one person')
    await page.getByText('1 entry', { exact: true }).waitFor()
    const [from, until] = ['From day', 'Until day'].map((name) => page.getByRole('textbox', { name, exact: true }))
    if (!from || !until) throw new Error('There are two days')
    await until.fill('1/1/2020')
    await until.press('Tab')
    await page.getByText('Nothing matches your search.').waitFor()
    await until.fill('')
    await until.press('Tab')
    await page.getByText('1 entry', { exact: true }).waitFor()
    await from.fill('1/1/2020')
    await from.press('Tab')
    await page.getByText('1 entry', { exact: true }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    expect(readFileSync((await (await download).path()) ?? '', 'utf8')).toContain(
      `,One person exported,${salesperson},`,
    )
  })

  it('lists what leaves this PC, with an example of each call', async () => {
    expect(await page.getByRole('group').filter({ hasText: '/v2/' }).count()).toBeGreaterThan(15)
    await page.getByText('GET /v2/recapture/customers', { exact: true }).click()
    await page.getByText('At the start, at the interval in Settings, and after uploads.').waitFor()
    await forecourt.screenshot('privacy-calls')
  })
})

describe('the deletion of all data', () => {
  it('says what goes, asks for a word and the password, and ends at the first start', async () => {
    await page.evaluate(() => (location.hash = '/settings'))
    await page.getByRole('button', { name: 'Delete all data on this PC…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete all data on this PC' })
    await dialog.getByText('1 connection with all downloaded customers, keys and passwords').waitFor()
    await dialog.getByText('Everything at the service: customers, uploads and sightings.').waitFor()
    const confirm = dialog.getByRole('button', { name: 'Delete all data' })
    await dialog.getByRole('textbox', { name: 'Type delete all to confirm' }).fill('delete al')
    await dialog.getByRole('textbox', { name: 'Password of your data' }).fill('not the password')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: 'Type delete all to confirm' }).fill('delete all')
    await confirm.click()
    await dialog.getByText("That password isn't correct.").waitFor()
    await forecourt.screenshot('privacy-delete-all')
    await dialog.getByRole('textbox', { name: 'Password of your data' }).fill(password)
    await confirm.click()
    await page.getByRole('heading', { name: 'How should your data be stored on this PC?' }).waitFor()
    expect(readdirSync(forecourt.dataFolder).filter((name) => /\.db|^protection|\.deletion$/.test(name))).toEqual([])
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: /Start practising/ }).waitFor()
  })
})
