import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice } from './steps.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = (text: string) => page.getByRole('grid', { name: 'Cars' }).getByRole('row').filter({ hasText: text })

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openWithPractice({})
  page = forecourt.page
})
afterAll(() => forecourt?.close())

it('looks up the cars of a pasted list after a review, opens a result and comes back, and exports', async () => {
  await page.getByRole('link', { name: 'Look up', exact: true }).click()
  await button('More').click()
  await button('Bulk look-up').click()
  const list = page.getByRole('textbox', { name: 'Regos and VINs' })
  await list.fill('REG4SUCCESS VIC\nreg4 success, VIC\nREG4WARNING VIC\nREG4NOMATCH VIC\nREG4VINONLY VIC')
  await list.press('Control+Enter')
  await page.getByText('4 look-ups.').waitFor()
  expect((await callProgram(page, 'lookup.recent', {})).lookups).toEqual([])
  await button('Look up 4 cars').click()
  await page.getByText('All cars done', { exact: true }).waitFor()
  for (const [plate, status] of [
    ['REG4SUCCESS', 'Found'],
    ['REG4WARNING', 'Check match'],
    ['REG4NOMATCH', 'No match'],
    ['REG4VINONLY', 'VIN only'],
  ] as const)
    await row(plate).getByText(status).waitFor()
  await row('REG4SUCCESS').getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  await page.getByRole('article').waitFor()
  await page.goBack()
  await row('REG4SUCCESS').waitFor()
  await button('Export').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  const content = await readFile(await (await download).path(), 'utf8')
  expect(content).toContain('REG4WARNING,VIC')
  expect(content).toContain('Check match')
})
