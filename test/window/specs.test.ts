import { afterEach, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import {
  close,
  countCalls,
  download,
  goTo,
  technicalText,
  open,
  openFirst,
  screenshot,
  wholeScreen,
} from './vehicle-steps.ts'

describe('specs, from the practice service', () => {
  afterEach(close)

  it('loads a category when it is opened, all of them for a search, and highlights matches', async () => {
    const page = await open(wholeScreen)
    await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Specs' }).click()
    const { made } = countCalls(page, 'lookup.specs')
    const category = (name: string | RegExp) => page.getByRole('button', { name })
    await category(/^Wheels and tyres/).click()
    await page.getByText('265/65 R17').first().waitFor()
    expect(made()).toBe(1)
    await page.getByRole('searchbox', { name: 'Search specs' }).fill('airbags')
    await page.getByText(/15 categories not loaded/).waitFor()
    await page.keyboard.press('Enter')
    await page
      .locator('mark', { hasText: /airbags/i })
      .first()
      .waitFor()
    expect(made()).toBe(2)
    expect(await category(/^Wheels/).count()).toBe(0)
    await screenshot('specs-search')
    await page.keyboard.press('Escape')
    await category(/^Wheels/).waitFor()
    expect(await technicalText(page)).toEqual([])
    await screenshot('specs')
    const { text } = await download(page, 'Export CSV')
    expect(text).toContain('265/65 R17')
  })

  it('prints all categories', async () => {
    const page = await open()
    await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset['printed'] = document.querySelector('main')?.innerText ?? ''
      }
    })
    await page.getByRole('button', { name: 'Print' }).click()
    const printed = () => page.evaluate(() => document.body.dataset['printed'] ?? '')
    await expect.poll(printed).toContain('265/65 R17')
    expect(await printed()).toContain('Kerb')
  })

  it('explains that specs are not available in a region', async () => {
    const page = await open()
    await chooseOption(page, 'Region', 'Malaysia')
    await goTo(page, '/compare')
    await page.getByRole('heading', { name: /Comparison isn’t available/ }).waitFor()
    expect(await page.locator('main').innerText()).toContain('available in Australia and New Zealand only')
  })
})

describe('comparison', () => {
  afterEach(close)

  it('are added from the look-up, show their differences, and survive a reload', async () => {
    const page = await open({ viewport: { width: 1320, height: 1400 } })
    const first = await openFirst(page, 'toyota hilux')
    await page.getByRole('button', { name: 'Add to compare' }).click()
    const second = await openFirst(page, 'mazda cx-5')
    await page.getByRole('button', { name: 'Add to compare' }).click()
    await page.getByRole('button', { name: 'Compare 2 cars' }).click()
    const table = page.getByRole('table')
    await table.getByRole('columnheader', { name: first }).waitFor()
    await table.getByRole('columnheader', { name: second }).waitFor()
    await table.getByRole('rowheader', { name: /^differs: Kerb/i }).waitFor()
    const all = await table.getByRole('row').count()
    await page.getByRole('checkbox', { name: 'Only differences' }).check()
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(all)
    expect(await technicalText(page)).toEqual([])
    await screenshot('compare')

    await page.getByRole('button', { name: 'Add car' }).click()
    await page.getByRole('searchbox', { name: 'Make, model, year' }).fill('ford ranger')
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /^Add .*Ranger/i })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(4)
    await page.reload()
    await page.getByRole('textbox', { name: 'Password' }).or(table).first().waitFor()
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(4)
    await page
      .getByRole('button', { name: `Remove ${second} from comparison` })
      .first()
      .click()
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(3)
    const { text } = await download(page, 'Export CSV')
    expect(text).toContain(first)
  })

  it('start with an empty state that links to the look-up', async () => {
    const page = await open({ colorScheme: 'dark' })
    await goTo(page, '/compare')
    await page.getByRole('heading', { name: 'No cars selected' }).waitFor()
    await screenshot('compare-none')
    await page.getByRole('button', { name: 'Look up a car' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Rego, VIN or keywords' }).isVisible()).toBe(true)
  })
})
