import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Specs } from '../../src/contract/lookup.ts'
import { SpecsCategory, specsCategoryNames } from '../../src/contract/specs-categories.ts'
import { success } from '../../src/contract/result.ts'
import { longDescribe, longTest } from '../runs.ts'
import { detail, sampleVehicle } from '../unit/renderer/features/lookup/sample-lookup.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { chooseInConnections, download, goTo } from '../window/controls.ts'
import { answerRegions, createLookupHost } from './lookup-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { timeOfTests } from './standard-answers.ts'
import { technicalText, wholeScreen } from './vehicle-screen.ts'

const titles = { 'v-1': '2021 Toyota HiLux SR5', 'v-2': '2022 Mazda CX-5 Touring', 'v-3': '2020 Ford Ranger XLT' }
const keywords = { 'toyota hilux': 'v-1', 'mazda cx-5': 'v-2', 'ford ranger': 'v-3' } as const
const fresh = { at: timeOfTests.toISOString(), kept: false, problem: null } as const

/** All cars have the same airbags and tyres; their kerb weights differ. */
function partOf(vehicleId: string, category: SpecsCategory): Specs['parts'][number] {
  const details =
    category === 'wheels'
      ? [detail('Tyre', '265/65 R17')]
      : category === 'safety'
        ? [detail('Airbags', '7')]
        : category === 'weights'
          ? [detail('Kerb weight', `2,0${vehicleId.at(-1)}5 kg`)]
          : [detail(`Fact of ${category}`, 'yes')]
  return { category, label: specsCategoryNames[category], details, given: true }
}

/** Answers with three cars and their specs. */
function createSpecsHost(): HostTwin {
  const host = createLookupHost()
  host.answer('lookup.search', ({ text = '' }) => {
    const id = keywords[text as keyof typeof keywords]
    return success({
      vehicles: [sampleVehicle({ vehicleId: id, title: titles[id] })],
      unreadable: [],
      more: false,
      other: [],
      ...fresh,
    })
  })
  host.answer('lookup.specs', ({ vehicleId, categories }) =>
    success({
      vehicleId,
      parts: (categories ?? SpecsCategory.options).map((category) => partOf(vehicleId, category)),
      ...fresh,
    }),
  )
  host.answer('lookup.exportSpecs', ({ vehicles }) =>
    success({
      fileName: 'specs.csv',
      mimeType: 'text/csv',
      encoding: 'utf8',
      content: vehicles.map(({ title }) => title).join(','),
      rows: 16,
    }),
  )
  return host
}

/** Opens the first car of a keyword search, and gives its title. */
async function openFirst(page: Page, text: keyof typeof keywords): Promise<string> {
  await goTo(page, '/lookup')
  await page.getByRole('textbox', { name: 'Rego, VIN or keywords' }).fill(text)
  await page.keyboard.press('Enter')
  const title = titles[keywords[text]]
  await page
    .getByRole('list', { name: /vehicle for/ })
    .getByRole('link')
    .click()
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
  return title
}

describe('specs', () => {
  it('load a category when it is opened, all of them for a search, and highlight matches', async () => {
    const host = createSpecsHost()
    const page = await openWindow('/lookup', host, wholeScreen)
    await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Specs' }).click()
    const category = (name: RegExp) => page.getByRole('button', { name })
    await category(/^Wheels and tyres/).click()
    await page.getByText('265/65 R17').first().waitFor()
    expect(host.inputsOf('lookup.specs').map(({ categories }) => categories)).toEqual([['wheels']])
    await page.getByRole('searchbox', { name: 'Search specs' }).fill('airbags')
    await page.getByText(/15 categories not loaded/).waitFor()
    await page.keyboard.press('Enter')
    await page
      .locator('mark', { hasText: /airbags/i })
      .first()
      .waitFor()
    expect(host.inputsOf('lookup.specs').map(({ categories }) => categories)).toEqual([['wheels'], null])
    expect(await category(/^Wheels/).count()).toBe(0)
    await page.keyboard.press('Escape')
    await category(/^Wheels/).waitFor()
    expect(await technicalText(page)).toEqual([])
    expect(await download(page, 'Export CSV')).toEqual({ name: 'specs.csv', text: titles['v-1'] })
  })

  longTest('print all categories', async () => {
    const page = await openWindow('/lookup', createSpecsHost())
    await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.evaluate(() => {
      window.print = () => Object.assign(window, { printed: document.querySelector('main')?.innerText ?? '' })
    })
    await page.getByRole('button', { name: 'Print' }).click()
    const printed = () => page.evaluate(() => ('printed' in window ? String(window.printed) : ''))
    await expect.poll(printed).toContain('265/65 R17')
    expect(await printed()).toContain('Kerb')
  })

  longTest('are explained as not available in a region', async () => {
    const host = createPracticeHost()
    answerRegions(host)
    const page = await openWindow('/lookup', host)
    await chooseInConnections(page, 'Malaysia')
    await goTo(page, '/compare')
    await page.getByRole('heading', { name: /Comparison isn’t available/ }).waitFor()
    expect(await page.locator('main').innerText()).toContain('available in Australia and New Zealand only')
  })
})

longDescribe('the comparison', () => {
  it('takes cars from the look-up, and shows their differences', async () => {
    const page = await openWindow('/lookup', createSpecsHost(), { viewport: { width: 1320, height: 1400 } })
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
  })

  it('gets another car in place, is the same in the next window, and is exported without a car that is removed', async () => {
    const host = createSpecsHost()
    const page = await openWindow('/compare?ids=v-1,v-2', host)
    const table = page.getByRole('table')
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(3)
    await page.getByRole('button', { name: 'Add car' }).click()
    await page.getByRole('searchbox', { name: 'Make, model, year' }).fill('ford ranger')
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /^Add .*Ranger/i })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(4)
    const address = await page.evaluate(() => location.hash.slice(1))
    const next = await openWindow(address, host)
    await expect.poll(() => next.getByRole('table').getByRole('columnheader').count()).toBe(4)
    await next
      .getByRole('button', { name: /^Remove .* from comparison$/ })
      .nth(1)
      .click()
    await expect.poll(() => next.getByRole('table').getByRole('columnheader').count()).toBe(3)
    await download(next, 'Export CSV')
    expect(host.inputsOf('lookup.exportSpecs')[0]?.vehicles.map(({ vehicleId }) => vehicleId)).toEqual(['v-1', 'v-3'])
  })

  it('starts with an empty state that links to the look-up', async () => {
    const page = await openWindow('/compare', createSpecsHost())
    await page.getByRole('heading', { name: 'No cars selected' }).waitFor()
    await page.getByRole('button', { name: 'Look up a car' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Rego, VIN or keywords' }).isVisible()).toBe(true)
  })
})
