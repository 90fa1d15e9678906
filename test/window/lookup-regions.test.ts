import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import { box, close, inspect, lookUp, open, page, stateShown, tab } from './lookup-steps.ts'

const regionNames = { au: 'Australia', nz: 'New Zealand', my: 'Malaysia' }
const chooseRegion = (code: keyof typeof regionNames): Promise<void> =>
  chooseOption(page, /^Region$/, regionNames[code])

describe('the look-up with the keyboard only', () => {
  beforeAll(() => open())
  afterAll(close)

  const focusedName = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      return element?.getAttribute('aria-label') ?? element?.innerText.trim() ?? ''
    })
  async function tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await focusedName()) === name) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`“${name}” cannot be reached with Tab; the focus is on “${await focusedName()}”`)
  }

  it('finds a car, its registration and its make in the catalogue', async () => {
    await page.keyboard.press('Control+Shift+K')
    await page.locator('#lookup-text:focus').waitFor()
    await page.keyboard.type('reg4success')
    await page.keyboard.press('Tab')
    await page.keyboard.type('South')
    await expect.poll(() => stateShown()).toBe('South Australia')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Matched', { exact: true }).waitFor()
    await tabTo('Vehicle')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText(/^Expire[sd] /).waitFor()
    await page.keyboard.press('Control+Shift+K')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^[\d,]+ vehicles$/).waitFor()
    await page.getByRole('combobox', { name: 'Model' }).focus()
    await page.keyboard.type('cor')
    await page.getByRole('listbox', { name: 'Model' }).getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('')
    await page.keyboard.type('cor')
    await page.keyboard.press('Enter')
    await page
      .getByRole('list', { name: /vehicle/ })
      .getByRole('link')
      .first()
      .waitFor()
    expect(page.url()).toContain('model=')
  })
})

describe('the look-up by region', () => {
  beforeAll(() => open())
  afterAll(close)

  it('needs no state in New Zealand, and says why there is no registration status', async () => {
    await chooseRegion('nz')
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'State' }).count()).toBe(0)
    expect(await tab('Registration status').getAttribute('aria-disabled')).toBe('true')
    await page.getByText(/available in Australia only, not in New Zealand/).waitFor()
    expect(await tab('Specs').getAttribute('aria-disabled')).toBeNull()
    expect(await inspect('new-zealand')).toEqual([])
  })

  it('says which region a look-up belongs to when Back opens it', async () => {
    await chooseRegion('au')
    await page.waitForURL(/#\/lookup$/)
    await page.goBack()
    await page.getByRole('heading', { name: 'This look-up is from New Zealand' }).waitFor()
    expect(await inspect('other-region')).toEqual([])
  })

  it('looks up plates in Malaysia, and says why it has no VIN look-up and no specs', async () => {
    await chooseRegion('my')
    await page.getByText('No look-ups yet').waitFor()
    await box().fill('6T153BK360X070769')
    await page
      .getByText(/VIN look-up is available in Australia and New Zealand only/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    expect(page.url()).toMatch(/\/lookup$/)
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    expect(await tab('Specs').getAttribute('aria-disabled')).toBe('true')
    expect(await tab('Market').getAttribute('aria-disabled')).toBeNull()
    expect(await inspect('malaysia')).toEqual([])
    await lookUp('REG4VINONLY')
    await page.getByRole('heading', { level: 3, name: 'VIN only' }).waitFor()
    expect(await page.getByRole('button', { name: 'Look up this VIN' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Search the catalogue' }).waitFor()
  })
})
