import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { callProgram, sendFile, waitForAnswer } from './program-calls.ts'
import { openWithPractice, openSpreadsheet, sample, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page
/** Two customers of the practice account; the second one is not to be contacted. */
let customer: { id: string; clientName: string; rego: string }
let blocked: { id: string; clientName: string; mobileNumber: string }

const palette = () => page.getByRole('dialog', { name: 'Search and run commands' })
const field = () => palette().getByRole('combobox', { name: 'Search' })
const options = () => palette().getByRole('option')
const group = (name: string) => palette().getByRole('group', { name })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function openPalette(text = ''): Promise<void> {
  // One that is still closing would take the key.
  await palette().waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await field().waitFor()
  await field().fill(text)
}
const closePalette = async (): Promise<void> => {
  await page.keyboard.press('Escape')
  await palette().waitFor({ state: 'hidden' })
}

beforeAll(async () => {
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 }, args: ['--practice-speed=2000'] })
  page = forecourt.page
  await callProgram(page, 'sightings.setSettings', { notify: false })
  const { customers } = await waitForAnswer(
    () => callProgram(page, 'customers.list', { sort: 'clientName', descending: false, offset: 0, limit: 50 }),
    ({ total }) => total > 10,
  )
  const named = customers.flatMap(({ id, clientName, rego, mobileNumber }) =>
    clientName && rego && mobileNumber ? [{ id, clientName, rego, mobileNumber }] : [],
  )
  const [first, second] = named
  if (!first || !second) throw new Error('The practice account has no customers with a name, rego and mobile.')
  customer = first
  blocked = second
  await callProgram(page, 'customers.setDoNotContact', { id: blocked.id, doNotContact: true })
})
afterAll(async () => {
  await forecourt?.close()
})

it('starts in a new tab without an error that is caught', async () => {
  const tab = await page.context().newPage()
  try {
    const tools = await page.context().newCDPSession(tab)
    const thrown: string[] = []
    tools.on('Debugger.paused', ({ data }) => {
      thrown.push(String(data?.['description']))
      tools.send('Debugger.resume').catch(() => undefined)
    })
    await tools.send('Debugger.enable')
    await tools.send('Debugger.setPauseOnExceptions', { state: 'all' })
    await tab.goto(page.url())
    await tab.locator('#app > :not(.still)').first().waitFor()
    await tools.send('Debugger.disable')
    // The browser reads the whole shell again for the place of such an error when somebody watches.
    expect(thrown.filter((error) => !error.includes('Symbol.toStringTag'))).toEqual([])
  } finally {
    await tab.close()
  }
})

describe('the command palette', () => {
  it('takes the keys that are pressed while its script is still loading, and closes on Escape', async () => {
    let deliver = (): void => undefined
    const held = new Promise<void>((resolve) => (deliver = resolve))
    await page.route('**/assets/CommandPalette-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Alt+3')
    await heading('Customers').waitFor()
    const search = page.getByRole('searchbox').first()
    await search.focus()
    const requested = page.waitForRequest('**/assets/CommandPalette-*.js')
    await page.keyboard.press('Control+k')
    await requested
    await page.keyboard.type('upl')
    await page.keyboard.press('Escape')
    await page.keyboard.type('z')
    expect(await search.inputValue()).toBe('z')
    await search.fill('')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('upl  hisz')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('t')
    await page.keyboard.press('Enter')
    expect(await search.inputValue()).toBe('')
    deliver()
    await heading('Upload history').waitFor()
    await palette().waitFor({ state: 'hidden' })
    await page.unroute('**/assets/CommandPalette-*.js')
  })

  it('opens with Ctrl+K, lists screens and commands with their keys, and opens a screen by keyboard', async () => {
    await openPalette()
    await group('Screens').getByRole('option', { name: 'Customers', exact: true }).waitFor()
    await group('Commands')
      .getByRole('option', { name: 'Open a spreadsheet' })
      .getByText('O', { exact: true })
      .waitFor()
    await forecourt.screenshot('palette-first')
    await field().fill('upl hist')
    await expect.poll(() => options().first().innerText()).toContain('Upload history')
    expect(await field().getAttribute('aria-activedescendant')).toBe(await options().first().getAttribute('id'))
    await page.keyboard.press('Enter')
    await heading('Upload history').waitFor()
  })

  it('finds a customer by name, rego and mobile while the service cannot be reached, and shows no hidden number', async () => {
    await callProgram(page, 'practice.set', { outage: 'no-network' })
    await openPalette(customer.rego)
    await group('Customers').getByRole('option').filter({ hasText: customer.clientName }).first().waitFor()
    await field().fill(blocked.mobileNumber)
    const found = group('Customers').getByRole('option').filter({ hasText: blocked.clientName })
    await found.getByText('Do Not Contact').waitFor()
    const digits = (await found.innerText()).replaceAll(/\D/g, '')
    expect(digits).not.toContain(blocked.mobileNumber.replaceAll(/\D/g, '').slice(-6))
    await field().fill(customer.clientName)
    await expect.poll(() => options().first().innerText()).toContain(customer.clientName)
    await forecourt.screenshot('palette-customers')
    await callProgram(page, 'practice.set', { outage: 'none' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: customer.clientName }).waitFor()
  })

  it('puts what was open last first', async () => {
    await page.keyboard.press('Alt+7')
    await heading('Settings').waitFor()
    await openPalette()
    await expect.poll(() => options().first().innerText()).toContain(customer.clientName)
    await closePalette()
  })

  it('runs Enter that is pressed before the results have arrived on what was meant', async () => {
    await openPalette()
    await field().pressSequentially(customer.clientName)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: customer.clientName }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#/customers/${customer.id}`)
  })

  it('looks up the typed rego or VIN, and leads words to the catalogue', async () => {
    await openPalette('1ZZ9ZZ')
    await options().filter({ hasText: 'Look up rego 1ZZ9ZZ' }).waitFor()
    await field().fill('toyota hilux 2019')
    await options().filter({ hasText: 'Search the catalogue for “toyota hilux 2019”' }).click()
    await page.getByRole('list', { name: /vehicles for/ }).waitFor()
    expect(new URL(page.url()).hash).toContain('/lookup/search?q=toyota')
  })

  it('says that nothing was found, and names a source that failed until Retry succeeds', async () => {
    await openPalette('..')
    await palette().getByText('No results for “..”').waitFor()
    await forecourt.screenshot('palette-empty')
    await page.route('**/call/customers.suggest', (route) =>
      route.fulfill({ json: { ok: false, error: { kind: 'unexpected', message: 'Something went wrong.' } } }),
    )
    await field().fill('sett')
    const failed = palette().getByText('Can’t search customers.')
    await failed.waitFor()
    await options().filter({ hasText: 'Settings' }).first().waitFor()
    await forecourt.screenshot('palette-error')
    await page.unroute('**/call/customers.suggest')
    await palette().getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => failed.count()).toBe(0)
    await field().focus()
    await closePalette()
  })
})

describe('going back and forward', () => {
  const back = () => page.getByRole('button', { name: 'Back', exact: true })
  const forward = () => page.getByRole('button', { name: 'Forward', exact: true })

  it('restores the screen with its scroll position and focus, by key, button and mouse', async () => {
    await page.setViewportSize({ width: 1024, height: 400 })
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const body = page.locator('.frame > .body')
    await heading('Settings').waitFor()
    const add = page.getByRole('button', { name: 'Add a connection' })
    await add.waitFor()
    await body.evaluate((element) => (element.scrollTop = 500))
    const link = page.getByRole('link', { name: 'Webhooks', exact: true })
    // The focus scrolls as well.
    await page.getByRole('radio', { name: 'Dark' }).focus()
    const toScroll = await body.evaluate((element) => element.scrollTop)
    expect(toScroll).toBeGreaterThan(300)
    await page.keyboard.press('Alt+6')
    await heading('Webhooks').waitFor()
    expect(await forward().isDisabled()).toBe(true)
    await page.keyboard.press('Alt+ArrowLeft')
    await heading('Settings').waitFor()
    await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(toScroll)
    await forward().click()
    await heading('Webhooks').waitFor()
    await link.waitFor()
    await back().click()
    await heading('Settings').waitFor()
    await page.evaluate(() => window.dispatchEvent(new MouseEvent('mouseup', { button: 4, cancelable: true })))
    await heading('Webhooks').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('gives the focus back to the card that was opened', async () => {
    await page.getByRole('link', { name: 'Import customers' }).click()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await page.getByRole('link', { name: 'Import customers' }).click()
    const card = page.getByRole('main').getByRole('link', { name: 'sold-vehicles.csv' })
    await card.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /continue to/i }).waitFor()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('reads the title of a new screen out', async () => {
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(document, { ariaNotify: (text: string) => said.push(text) })
      Object.assign(window, { said })
    })
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said))
      .toContain('Webhooks – Forecourt')
  })
})

it('opens a recent file once more from the palette and from the import page, and removes one that is gone', async () => {
  // Only the desktop knows the path of a file: the list is made up, the file that is opened is not.
  const openedAt = new Date().toISOString()
  let files = [
    { id: 'r1', name: 'sold-vehicles.csv', folder: 'C:\\Users\\Kim\\Exports', openedAt, isMissing: false },
    { id: 'r2', name: 'may.csv', folder: 'C:\\Users\\Kim\\Downloads', openedAt, isMissing: true },
  ]
  const asked: unknown[] = []
  await page.route('**/call/drafts.recentFiles', (route) => route.fulfill({ json: { ok: true, value: { files } } }))
  await page.route('**/call/drafts.openRecentFile', async (route) => {
    asked.push(route.request().postDataJSON())
    const { id } = route.request().postDataJSON() as { id: string }
    const gone = { kind: 'not-found', message: '“may.csv” was moved or deleted.' }
    const value = id === 'r1' ? await sendFile(page, sample('sold-vehicles.csv')) : null
    await route.fulfill({ json: value ? { ok: true, value } : { ok: false, error: gone } })
  })
  await page.route('**/call/drafts.removeRecentFile', (route) => {
    const { id } = route.request().postDataJSON() as { id: string }
    files = files.filter((file) => file.id !== id)
    return route.fulfill({ json: { ok: true, value: {} } })
  })
  await page.route('**/call/drafts.clearRecentFiles', (route) => {
    files = []
    return route.fulfill({ json: { ok: true, value: {} } })
  })
  const recent = page.getByRole('region', { name: 'Recent files' })

  await openPalette('may.csv')
  await group('Recent files')
    .getByRole('option', { name: /may\.csv/ })
    .click()
  await page.getByText('“may.csv” was moved or deleted.').waitFor()
  await recent.getByText('Moved or deleted').waitFor()
  expect(await recent.getByRole('button', { name: /^may\.csv/ }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await recent.scrollIntoViewIfNeeded()
  await forecourt.screenshot('recent-files')
  await recent.getByRole('button', { name: 'Remove may.csv from the list' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => recent.getByRole('listitem').count()).toBe(1)
  const remaining = recent.getByRole('button', { name: 'Remove sold-vehicles.csv from the list' })
  await expect.poll(() => remaining.evaluate((element) => element === document.activeElement)).toBe(true)
  await recent.getByRole('button', { name: /^sold-vehicles\.csv.*Exports/ }).click()
  await page.getByRole('button', { name: /continue to/i }).waitFor()
  expect(asked).toEqual([{ id: 'r2' }, { id: 'r1' }])

  await page.getByRole('link', { name: 'Import customers' }).click()
  await recent.getByRole('button', { name: 'Clear list' }).click()
  await recent.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})

it('names every group of shortcuts beside the list, and leads to those below', async () => {
  await page.setViewportSize({ width: 1024, height: 500 })
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByRole('heading', { level: 3 }).first().waitFor()
  const names = await dialog.getByRole('heading', { level: 3 }).allInnerTexts()
  const buttons = dialog.getByRole('navigation', { name: 'Groups' }).getByRole('button')
  expect(names.length).toBeGreaterThan(3)
  await expect.poll(() => buttons.count()).toBe(names.length)
  const last = dialog.getByRole('heading', { level: 3 }).last()
  await buttons.last().click()
  await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
})
