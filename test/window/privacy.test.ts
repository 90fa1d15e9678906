import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice, password, salesperson } from './steps.ts'
import { openSettings } from './controls.ts'

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/privacy', viewport: { width: 1280, height: 800 } })
  page = forecourt.page
})
afterAll(() => forecourt?.close())

const customers = async () =>
  (await callProgram(page, 'customers.list', { sort: 'clientName', descending: false, offset: 0, limit: 500 }))
    .customers
const search = async (text: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Name, mobile, rego or VIN' }).fill(text)
  await page.getByRole('button', { name: 'Find' }).click()
}

it('finds a person, exports what is stored, deletes it everywhere, and shows a receipt without the person', async () => {
  await waitForAnswer(
    () => callProgram(page, 'customers.status', {}),
    ({ syncing, total }) => syncing === null && total > 10,
  )
  const person = (await customers()).find(({ vin, mobileNumber }) => vin !== null && mobileNumber !== null)
  if (!person) throw new Error('No customer of practice has a VIN and a mobile number')
  const name = person.clientName ?? ''
  await page.getByText('Nobody has been deleted yet.').waitFor()
  await search('Nobody With This Name')
  await page.getByText('Nothing found').waitFor()

  await search(person.vin ?? '')
  const match = page.getByRole('checkbox', { name: new RegExp(`^${name}, `) }).first()
  await match.waitFor()
  expect(await match.isChecked()).toBe(true)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as a page' }).click()
  expect(readFileSync((await (await download).path()) ?? '', 'utf8')).toContain(person.vin)
  const tab = (label: string) => page.getByRole('tab', { name: label }).click()
  await tab('Exports')
  const exported = page.getByRole('row').filter({ hasText: 'One person exported' })
  await exported.filter({ hasText: salesperson }).waitFor()
  await tab('One person')

  await page.getByRole('button', { name: 'Delete everywhere…' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete everywhere' }).click()
  // The data was closed and opened again, and nothing of the person stays in the window.
  await loaded
  await page.getByRole('heading', { name: /^Deleted on / }).waitFor()
  await page.getByText(/^Customers: \d+ deleted$/).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain(name)
  expect((await customers()).map(({ id }) => id)).not.toContain(person.id)
  await search(person.vin ?? '')
  await page.getByText('Nothing found').waitFor()
})

it('deletes all data: says what goes, asks for a word and the password, and ends at the first start', async () => {
  await openSettings(page, 'Privacy and data')
  await page.getByRole('button', { name: 'Delete all data on this PC…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all data on this PC' })
  await dialog.getByText('1 connection with all downloaded customers, keys and passwords').waitFor()
  await dialog
    .getByText('Everything at the service: customers, uploads, sightings, and webhooks, which go on sending.')
    .waitFor()
  const confirm = dialog.getByRole('button', { name: 'Delete all data' })
  await dialog.getByRole('textbox', { name: 'Type delete all to confirm' }).fill('delete al')
  await dialog.getByRole('textbox', { name: 'Password of your data' }).fill('not the password')
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Type delete all to confirm' }).fill('delete all')
  await confirm.click()
  await dialog.getByText("That password isn't correct.").waitFor()
  await dialog.getByRole('textbox', { name: 'Password of your data' }).fill(password)
  await confirm.click()
  await page.getByRole('heading', { name: 'How should your data be stored on this PC?' }).waitFor()
  expect(readdirSync(forecourt.dataFolder).filter((name) => /\.db|^protection|\.deletion$/.test(name))).toEqual([])
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: /Start practising/ }).waitFor()
})
