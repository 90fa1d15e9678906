import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import { close, forecourt, inspect, open, page } from './lookup-steps.ts'
import { callProgram } from './program-calls.ts'

const list = () => page.getByRole('textbox', { name: 'Regos and VINs' })
const grid = () => page.getByRole('grid', { name: 'Cars' })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = (text: string) => grid().getByRole('row').filter({ hasText: text })
/** A long list of plates that no other test uses. */
const plates = (letter: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at).padStart(5, '0')} VIC`).join('\n')

const jobs = async () => (await callProgram(page, 'bulkLookups.list', {})).jobs

async function review(text: string): Promise<void> {
  await page.getByRole('link', { name: 'Look up', exact: true }).click()
  await button('Bulk look-up').click()
  await list().fill(text)
  await list().press('Control+Enter')
  await grid().waitFor()
}

describe('a bulk look-up', () => {
  beforeAll(() => open())
  afterAll(close)

  it('shows the list and the cost before anything is sent', async () => {
    await review(
      'REG4SUCCESS VIC\nreg4 success, VIC\nREG4WARNING VIC\nREG4NOMATCH VIC\nREG4VINONLY VIC\nABC123\n6T153KK400X33444',
    )
    await page.getByText('4 look-ups.').waitFor()
    await page.getByText('Each may be charged. Saved results cost nothing.').waitFor()
    await row('6T153KK400X33444').getByText('Invalid').waitFor()
    await row('REG4SUCCESS').getByText('2 times in the list').waitFor()
    await chooseOption(page, 'State for regos without one', 'New South Wales')
    await button('Look up 5 cars').waitFor()
    expect(await inspect('bulk-review')).toEqual([])
    expect((await callProgram(page, 'lookup.recent', {})).lookups).toEqual([])
  })

  it('removes a car from the list with the Delete key', async () => {
    await row('ABC123').getByRole('gridcell').nth(1).click()
    await page.keyboard.press('Delete')
    await button('Look up 4 cars').waitFor()
    await row('ABC123').waitFor({ state: 'detached' })
    expect((await jobs())[0]?.counts).toEqual({ queued: 4, invalid: 1 })
  })

  it('shows the result of each car, and opens it from the list and back', async () => {
    await button('Look up 4 cars').click()
    await page.getByText('All cars done', { exact: true }).waitFor()
    for (const [plate, status] of [
      ['REG4SUCCESS', 'Found'],
      ['REG4WARNING', 'Check match'],
      ['REG4NOMATCH', 'No match'],
      ['REG4VINONLY', 'VIN only'],
    ] as const) {
      await row(plate).getByText(status).waitFor()
    }
    expect(await inspect('bulk-finished')).toEqual([])
    await row('REG4SUCCESS').getByRole('gridcell').nth(1).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    await page.getByRole('article').waitFor()
    await page.goBack()
    await row('REG4SUCCESS').waitFor()
  })

  it('exports the results', async () => {
    await button('Export').click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    const saved = await download
    const content = await readFile(await saved.path(), 'utf8')
    expect(content).toContain('REG4WARNING,VIC')
    expect(content).toContain('Check match')
  })

  it('waits while there is no network, can be paused and continued, and ends by itself', async () => {
    await callProgram(page, 'practice.set', { outage: 'no-network' })
    await review(plates('K', 30))
    await button('Look up 30 cars').click()
    await page.getByText('Waiting for the service', { exact: true }).waitFor()
    expect(await inspect('bulk-waiting')).toEqual([])
    await button('Pause').click()
    await page.getByText('30 left. Continue when you are ready.').waitFor()
    await callProgram(page, 'practice.set', { outage: 'none' })
    await button('Continue').click()
    await page.getByText('All cars done', { exact: true }).waitFor()
    await page.getByText('30 of 30 cars done').first().waitFor()
  })

  it('lists cars whose answer was lost, and asks them again only after a confirmation', async () => {
    await callProgram(page, 'practice.set', { outage: 'service-down' })
    await review(plates('L', 20))
    await button('Look up 20 cars').click()
    await page.getByText('Several answers were lost, so the bulk look-up was paused.').waitFor({ timeout: 60_000 })
    expect(await inspect('bulk-lost')).toEqual([])
    await callProgram(page, 'practice.set', { outage: 'none' })
    await button('Continue').click()
    await page.getByText('All cars done', { exact: true }).waitFor()
    await page.getByText(/look-ups may have been charged/).waitFor()
    await page.getByRole('button', { name: /^Look up \d cars again$/ }).click()
    const question = page.getByRole('dialog', { name: /Look up \d cars again\?/ })
    await question.getByText(/may be charged a second time/).waitFor()
    await question.getByRole('button', { name: 'Look up again' }).click()
    await page.getByText(/look-ups may have been charged/).waitFor({ state: 'detached' })
    // The texts of the first end stand here until the second one starts.
    await expect.poll(async () => (await jobs())[0]).toMatchObject({ state: 'finished', toAsk: 0 })
    await page.getByText('20 of 20 cars done').first().waitFor()
  })

  it('can be cancelled, and the rest is looked up later', async () => {
    await callProgram(page, 'practice.set', { outage: 'no-network' })
    await review(plates('M', 10))
    await button('Look up 10 cars').click()
    await page.getByText('Waiting for the service', { exact: true }).waitFor()
    await button('Cancel').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel look-up' }).click()
    await page.getByText('10 cars not looked up. The other results are saved.').waitFor()
    await callProgram(page, 'practice.set', { outage: 'none' })
    await button('Look up the other 10').click()
    await page.getByText('All cars done', { exact: true }).waitFor()
    expect((await jobs())[0]).toMatchObject({ state: 'finished', toAsk: 0 })
  })

  it('stays in the list of bulk look-ups until it is deleted', async () => {
    await button('Recent bulk look-ups').click()
    const entries = page.getByRole('listitem').filter({ hasText: 'Pasted list' })
    await expect.poll(() => entries.count()).toBe(4)
    expect(await inspect('bulk-recent')).toEqual([])
    await entries
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => entries.count()).toBe(3)
  })

  it('takes its cars from a file', async () => {
    await page.getByRole('link', { name: 'Look up', exact: true }).click()
    await button('Bulk look-up').click()
    const dialog = page.waitForEvent('filechooser')
    await button('Choose file').click()
    const buffer = Buffer.from('Rego,State,Notes\r\nFILE01,VIC,red\r\nFILE02,VIC,blue\r\n')
    await (await dialog).setFiles({ name: 'cars-to-check.csv', mimeType: 'text/csv', buffer })
    await page.getByText('2 look-ups.').waitFor()
    await page.getByRole('heading', { name: /^cars-to-check/ }).waitFor()
    await row('FILE02').getByText('VIC').waitFor()
    expect((await jobs())[0]?.counts).toEqual({ queued: 2 })
  })

  it('is offered for the selected customers', async () => {
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    const customers = page.getByRole('grid', { name: 'Customers' })
    const boxes = customers.getByRole('gridcell', { name: 'Not selected' })
    await boxes.first().click()
    await boxes.first().click()
    await button('Look up 2 cars').click()
    await page.getByRole('heading', { name: '2 customers' }).waitFor()
    await page.getByText('2 look-ups.').waitFor()
    await button('Look up 2 cars').click()
    await page.getByText('2 of 2 cars done').first().waitFor()
    expect(forecourt.problems).toEqual([])
  })
})
