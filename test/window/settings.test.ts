import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, password, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
  await page.evaluate(() => (location.hash = '/settings'))
  await page.getByRole('region', { name: 'Connections' }).waitFor()
})
afterAll(() => forecourt?.close())

const section = (name: string) => page.getByRole('region', { name, exact: true })

describe('a locked window', () => {
  it('shows nothing of the data, gets none, and keeps what was being typed', async () => {
    const name = section('Calling hours').getByRole('textbox', { name: 'Name' })
    await name.fill('Half-typed')
    await section('Lock').getByRole('button', { name: 'Lock now' }).click()
    const screen = page.getByRole('main', { name: 'Forecourt is locked' })
    await screen.waitFor()
    expect(await page.getByText('Practice').count()).toBe(
      await page.getByText('Practice').filter({ visible: false }).count(),
    )
    await expect.poll(() => page.title()).toBe('Forecourt (locked)')
    await expect(callProgram(page, 'customers.list', { offset: 0, limit: 1 })).rejects.toThrow('Forecourt is locked')
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('locked')
    await page.keyboard.press('F1')
    await screen.getByText('Forgot it? Enter your recovery key instead.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('F1')
    await screen.getByText('Forgot it? Enter your recovery key instead.').waitFor({ state: 'hidden' })
    await screen.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await page.keyboard.press('Enter')
    await screen.getByText('Wrong password.').waitFor()
    await screen.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await screen.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Half-typed')
    await callProgram(page, 'customers.list', { offset: 0, limit: 1 })
  })

  it('is locked from the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Lock now')
    await page.getByRole('option', { name: /Lock now/ }).click()
    const screen = page.getByRole('main', { name: 'Forecourt is locked' })
    await screen.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await screen.waitFor({ state: 'detached' })
    expect((await callProgram(page, 'lock.state', {})).locked).toBe(false)
  })
})
