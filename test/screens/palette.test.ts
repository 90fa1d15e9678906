import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Customer } from '../../src/contract/customer-record.ts'
import type { CustomerSuggestion } from '../../src/contract/customer-suggestion.ts'
import { failure, success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { customer } from '../unit/renderer/features/customers/sample-customer.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createLookupHost } from './lookup-screen.ts'
import { openWindow } from './stage.ts'
import { answerCustomers } from './standard-answers.ts'

const priya = customer('car-0')
const liam = customer('car-1', {
  clientName: 'Liam Campbell',
  rego: 'XYZ98Z',
  mobileNumber: null,
  doNotContact: true,
  hiddenNumbers: ['mobileNumber'],
})

const suggestion = (
  { id, clientName, rego, state, vehicleTitle, mobileNumber, doNotContact }: Customer,
  fit: CustomerSuggestion['fit'],
): CustomerSuggestion => ({ id, clientName, rego, state, vehicleTitle, mobileNumber, doNotContact, fit })

/** Finds customers by name and rego, and Liam by his hidden number too, as the program does. */
function answerSuggestions(host: HostTwin): void {
  host.answer('customers.suggest', ({ text }) => {
    const typed = text.toLowerCase()
    const found = [priya, liam].filter(({ id, clientName, rego }) =>
      `${clientName} ${rego} ${id === liam.id ? '0491570157' : ''}`.toLowerCase().includes(typed),
    )
    const customers = found.map((each) =>
      suggestion(each, each.clientName?.toLowerCase() === typed ? 'exact' : 'start'),
    )
    return success({ total: found.length, customers })
  })
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and run commands' })
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search' })
const options = (page: Page) => palette(page).getByRole('option')
const group = (page: Page, name: string) => palette(page).getByRole('group', { name })
const record = (page: Page) => page.getByRole('heading', { level: 2, name: 'Priya Raman' })

async function openPalette(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await field(page).fill(text)
}

/** Opens a screen with customers to find. */
async function openScreen(address = '/sightings'): Promise<{ readonly host: HostTwin; readonly page: Page }> {
  const host = createLookupHost()
  answerCustomers(host, [priya, liam])
  answerSuggestions(host)
  host.answer('sightings.history', () => success({ entries: [], attempts: [] }))
  const page = await openWindow(address, host)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { host, page }
}

it('opens with Ctrl+K, lists screens and commands with their keys, and opens a screen by keyboard', async () => {
  const { page } = await openScreen()
  await openPalette(page)
  await group(page, 'Screens').getByRole('option', { name: 'Customers', exact: true }).waitFor()
  const command = group(page, 'Commands').getByRole('option', { name: 'Open a spreadsheet' })
  await command.getByText('O', { exact: true }).waitFor()
  await field(page).fill('upl hist')
  await expect.poll(() => options(page).first().innerText()).toContain('Upload history')
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await options(page).first().getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor()
})

it('finds a customer by name, rego and mobile, and shows no hidden number', async () => {
  const { page } = await openScreen()
  await openPalette(page, 'ABC12D')
  await group(page, 'Customers').getByRole('option').filter({ hasText: 'Priya Raman' }).waitFor()
  await field(page).fill('0491570157')
  const found = group(page, 'Customers').getByRole('option').filter({ hasText: 'Liam Campbell' })
  await found.getByText('Do Not Contact').waitFor()
  expect((await found.innerText()).replaceAll(/\D/g, '')).not.toContain('570157')
  await field(page).fill('Priya Raman')
  await expect.poll(() => options(page).first().innerText()).toContain('Priya Raman')
  await page.keyboard.press('Enter')
  await record(page).waitFor()
})

longTest('puts what was open last first', async () => {
  const { page } = await openScreen(`/customers/${priya.id}`)
  await record(page).waitFor()
  await page.keyboard.press('Alt+7')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await openPalette(page)
  await expect.poll(() => options(page).first().innerText()).toContain('Priya Raman')
})

it('runs Enter that is pressed before the results have arrived on what was meant', async () => {
  const { host, page } = await openScreen()
  const held = host.hold('customers.suggest')
  await openPalette(page)
  await field(page).pressSequentially('Priya Raman')
  await page.keyboard.press('Enter')
  await expect.poll(() => held.at(-1)?.input.text).toBe('Priya Raman')
  for (const call of held) call.answer(success({ total: 1, customers: [suggestion(priya, 'exact')] }))
  await record(page).waitFor()
  expect(new URL(page.url()).hash).toBe(`#/customers/${priya.id}`)
})

it('looks up the typed rego or VIN, and leads words to the catalogue', async () => {
  const { page } = await openScreen()
  await openPalette(page, '1ZZ9ZZ')
  await options(page).filter({ hasText: 'Look up rego 1ZZ9ZZ' }).waitFor()
  await field(page).fill('toyota hilux 2019')
  await options(page).filter({ hasText: 'Search the catalogue for “toyota hilux 2019”' }).click()
  await page.getByRole('list', { name: /vehicles for/ }).waitFor()
  expect(new URL(page.url()).hash).toContain('/lookup/search?q=toyota')
})

longTest('says that nothing was found, and names a source that failed until Retry succeeds', async () => {
  const { host, page } = await openScreen()
  await openPalette(page, '..')
  await palette(page).getByText('No results for “..”').waitFor()
  host.answer('customers.suggest', () => failure({ kind: 'unexpected', message: 'Something went wrong.' }))
  await field(page).fill('sett')
  const failed = palette(page).getByText('Can’t search customers.')
  await failed.waitFor()
  await options(page).filter({ hasText: 'Settings' }).first().waitFor()
  answerSuggestions(host)
  await palette(page).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => failed.count()).toBe(0)
})
