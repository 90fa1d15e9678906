import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themes } from './harness.ts'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import { chooseOption } from './controls.ts'
import { box, close, inspect, lookUp, open, page, result, stateShown, tab } from './lookup-steps.ts'
import { callProgram } from './program-calls.ts'

describe.each(themes)('the look-up in the %s theme', (colorScheme) => {
  beforeAll(() => open({ colorScheme }))
  afterAll(close)
  const inspectTheme = (name: string): Promise<string[]> => inspect(`${colorScheme}-${name}`)

  it('opens with Ctrl+Shift+K from any screen, but not from an open dialog', async () => {
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByText('No uploads yet').waitFor()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Control+Shift+K')
    expect(page.url()).toContain('/uploads')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('Control+Shift+K')
    await page.getByText('No look-ups yet').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => box().evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await inspectTheme('empty')).toEqual([])
  })

  it('interprets a pasted rego, allows another kind, and requires an unknown state', async () => {
    await box().fill('1ab·2 cd')
    await page.getByText(/Looks like a VIC plate/).waitFor()
    await page.getByText('suggested', { exact: true }).waitFor()
    expect(await stateShown()).toBe('Victoria')
    expect(await inspectTheme('suggested-state')).toEqual([])
    await page.getByRole('button', { name: 'Keywords', exact: true }).click()
    await page.getByText('Searching by keyword.').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
    await box().fill('123 abc')
    await page.getByText(/Looks like .*QLD.*WA.* plate/).waitFor()
    expect(await stateShown()).toBe('Select a state')
    await page.keyboard.press('Enter')
    await page.getByText('Select the state of this rego first.').waitFor()
    expect(page.url()).toMatch(/\/lookup$/)
  })

  it('asks before it looks up a rego in a state that has no such plates', async () => {
    await box().fill('ABC 123')
    await chooseOption(page, 'State', 'Northern Territory')
    await page.getByText('Plates like this are from NSW, VIC or SA, not NT. Check the state.').waitFor()
    expect(await inspectTheme('state-warning')).toEqual([])
    await box().press('Enter')
    const question = page.getByRole('dialog', { name: 'Look up ABC123 in NT?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/\/lookup$/)
    await box().press('Enter')
    await question.getByRole('button', { name: 'Look up', exact: true }).click()
    await page.getByRole('article').waitFor()
    await page.goBack()
    await page.getByText('Recent', { exact: true }).waitFor()
  })

  it('says what is wrong with a VIN of the wrong length, and looks up nothing', async () => {
    await box().fill('6FPAAAJGSW6A1234')
    await page.getByText('Too short for a VIN: a character is missing.').waitFor()
    await box().press('Enter')
    await page.getByRole('alert').getByText('Too short for a VIN: a character is missing.').waitFor()
    expect(page.url()).toMatch(/\/lookup$/)
    expect(await inspectTheme('vin-length')).toEqual([])
    await box().fill('6FPABCJGSSW6A12345')
    await page.getByRole('button', { name: 'Use 6FPABCJGSW6A12345' }).click()
    expect(await box().inputValue()).toBe('6FPABCJGSW6A12345')
    await page.getByText('Has the 17 characters of a VIN.').waitFor()
  })

  it('remembers the state', async () => {
    await box().fill('')
    await chooseOption(page, 'State', 'Victoria')
    await page.reload()
    await expect.poll(() => stateShown()).toBe('Victoria')
  })

  it('shows a match with its vehicle, option packs and road authority record', async () => {
    await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
    await page.getByText('Matched', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Road authority record' }).waitFor()
    await page.getByText('Updated just now.').waitFor()
    const packs = page.getByRole('region', { name: 'Option packs' })
    await packs.waitFor()
    const boxes = packs.getByRole('checkbox')
    if ((await boxes.count()) > 0) {
      await boxes.first().check()
      await packs.getByText(/^1 pack, \$/).waitFor()
    }
    expect(await inspectTheme('match')).toEqual([])
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('button', { name: 'Unpin', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy VIN' }).click()
    await page.getByText('Copied VIN.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Add to compare' }).click()
    await page.getByRole('complementary', { name: 'Cars to compare' }).getByText('Add one more car').waitFor()
    await page.getByRole('button', { name: 'Remove from comparison' }).click()
  })

  it('offers next steps for a low-confidence match, no match and a VIN alone', async () => {
    await lookUp('reg4warning')
    await page.getByRole('heading', { name: 'Low-confidence match' }).waitFor()
    expect(await inspectTheme('check')).toEqual([])
    await lookUp('reg4 vinonly')
    await page.getByRole('heading', { level: 3, name: 'VIN only' }).waitFor()
    expect(await inspectTheme('vin-only')).toEqual([])
    await page.getByRole('button', { name: 'Look up this VIN' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 3, name: 'VIN only' }).count()).toBe(0)
    await page.getByText(/^VIN$/).first().waitFor()
    await lookUp('reg4-nomatch')
    await page.getByRole('heading', { name: 'No matching vehicle in the catalogue' }).waitFor()
    expect(await inspectTheme('no-match')).toEqual([])
    await page.getByRole('button', { name: 'Search the catalogue' }).click()
    await page.getByRole('heading', { name: 'Browse the catalogue' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Make' }).inputValue()).not.toBe('')
    expect(await inspectTheme('catalogue-from-description')).toEqual([])
    await page.goBack()
    await page.getByRole('heading', { name: 'No matching vehicle in the catalogue' }).waitFor()
  })

  it('says whose car it is, also in a saved result, and links to the record', async () => {
    const { customers } = await callProgram(page, 'customers.list', {
      ...CustomerFilter.parse({}),
      sort: 'clientName',
      descending: false,
      offset: 0,
      limit: 50,
    })
    const owner = customers.find(
      ({ rego, state, clientName }) => rego !== null && state !== null && clientName !== null,
    )
    const name = owner?.clientName ?? ''
    await lookUp(`Plate: ${owner?.rego?.toLowerCase() ?? ''} ${owner?.state ?? ''}`)
    const own = page.getByRole('list', { name: 'Your customer' })
    await own.getByRole('link', { name }).waitFor()
    expect(await inspectTheme('customer')).toEqual([])
    await page.reload()
    await own.getByRole('link', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.goBack()
    await own.getByRole('link', { name }).waitFor()
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await expect.poll(() => own.count()).toBe(0)
  })

  it('announces each result as what it is, and nothing of the previous one while it searches', async () => {
    const announced = page
      .locator('main')
      .getByRole('status')
      .filter({ hasText: /^(Found|No |Low|VIN)/ })
    await lookUp('REG4SUCCESS')
    await announced.filter({ hasText: /^Found: / }).waitFor({ state: 'attached' })
    await lookUp('REG4NOMATCH')
    await announced.filter({ hasText: /^No matching vehicle in the catalogue/ }).waitFor({ state: 'attached' })
    await lookUp('hilux')
    await result(/vehicles for “hilux”/).waitFor()
    expect(await announced.count()).toBe(0)
  })

  it('shows the registration status, and confirms before it is charged again', async () => {
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await tab('Registration status').click()
    await page.getByText(/^Expire[sd] /).waitFor()
    await page.getByText(/write-off incidents? recorded/).waitFor()
    expect(await inspectTheme('status')).toEqual([])
    const panel = page.getByRole('tabpanel')
    await panel.getByRole('button', { name: 'Look up again' }).click()
    const question = page.getByRole('dialog', { name: 'Look up again?' })
    await question.getByText(/may be charged/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await panel.getByRole('button', { name: 'Look up again' }).click()
    await question.getByRole('button', { name: 'Look up again' }).click()
    await panel.getByText('Updated just now.').waitFor()
    // It fades out.
    await question.waitFor({ state: 'hidden' })
  })

  it('searches by keyword, moves through the results with the arrows, and returns to them with Back', async () => {
    await lookUp('hilux')
    await result(/vehicles for “hilux”/).waitFor()
    expect(await inspectTheme('words')).toEqual([])
    const links = page.getByRole('list', { name: /vehicles for “hilux”/ }).getByRole('link')
    const before = await links.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => links.count()).toBeGreaterThan(before)
    await box().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await links.nth(1).locator('strong').innerText()
    await page.keyboard.press('Enter')
    await result(second).waitFor()
    await tab('Vehicle').waitFor()
    expect(await inspectTheme('catalogue-vehicle')).toEqual([])
    await page.reload()
    await result(second).waitFor()
    expect(await tab('Vehicle').getAttribute('aria-selected')).toBe('true')
    await page.goBack()
    await expect.poll(() => links.count()).toBeGreaterThan(before)
  })

  it('filters the catalogue in any order, and clears one filter or all of them', async () => {
    await page.getByRole('button', { name: 'Browse by make and model' }).click()
    const total = page.getByRole('region', { name: 'Browse the catalogue' }).getByRole('status')
    // The car of the screen before is not in the box.
    await expect.poll(() => page.getByRole('textbox', { name: 'Rego, VIN or keywords' }).inputValue()).toBe('')
    await total.getByText(/^[\d,]+ vehicles$/).waitFor()
    const count = async (): Promise<number> => Number.parseInt((await total.innerText()).replaceAll(',', ''), 10)
    const all = await count()
    expect(await page.getByRole('combobox').count()).toBe(1 + 1 + 11)
    await page.getByRole('combobox', { name: 'Fuel' }).fill('die')
    await page.getByRole('option', { name: /^Diesel/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(count).toBeLessThan(all)
    const diesel = await count()
    await page.getByRole('combobox', { name: 'Make' }).click()
    await page.getByRole('combobox', { name: 'Make' }).fill('toy')
    expect(await inspectTheme('facet-open')).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(count).toBeLessThan(diesel)
    await page
      .getByRole('list', { name: /vehicle/ })
      .getByRole('link')
      .first()
      .waitFor()
    expect(await inspectTheme('catalogue')).toEqual([])
    await page.getByRole('button', { name: 'Clear Make' }).click()
    await expect.poll(count).toBe(diesel)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(count).toBe(all)
  })

  it('looks up the open car again without a second entry in the history', async () => {
    await lookUp('REG4WARNING')
    await page.getByText('Check match', { exact: true }).waitFor()
    await lookUp('REG4SUCCESS')
    await page.getByText('Matched', { exact: true }).waitFor()
    await lookUp('REG4SUCCESS')
    await page.getByText(/^Saved result from /).waitFor()
    await page.goBack()
    await page.getByText('Check match', { exact: true }).waitFor()
    expect(await page.getByRole('article').innerText()).toContain('REG4WARNING')
    expect(await box().inputValue()).toBe('REG4WARNING')
  })

  it('lists recent look-ups, pinned ones first', async () => {
    await page.getByRole('button', { name: 'Recent look-ups' }).click()
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await pinned.getByText(/REG4SUCCESS/).waitFor()
    await page
      .getByRole('region', { name: 'Recent' })
      .getByText(/REG4NOMATCH/)
      .waitFor()
    expect(await inspectTheme('recent')).toEqual([])
  })
})
