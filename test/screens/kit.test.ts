import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { longTest } from '../runs.ts'
import { accessibilityTree, nodeIn, nodeOf } from './accessibility-tree.ts'
import { seriousFindings } from './findings.ts'
import { openKit } from './stage.ts'

let page: Page

async function open(): Promise<void> {
  page = await openKit()
  await page.getByRole('heading', { name: 'Kit' }).waitFor()
}

/** The name of what has the focus, or its text. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
const press = (key: string): Promise<void> => page.keyboard.press(key)
const button = (name: string) => page.getByRole('button', { name, exact: true })

longTest('has no serious axe finding, also with a panel, a dialog and a drawer open', async () => {
  await open()
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('checkbox', { name: 'Within' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await button('Practice').click()
  await page.getByRole('dialog', { name: 'Practice data' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await press('Escape')
  await button('Edit').click()
  await page.getByRole('dialog', { name: 'Edit customer' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

/** As Chromium gives them to a screen reader. */
const controls = [
  { role: 'textbox', name: 'Name', value: 'Jane', description: 'As on the licence', states: { invalid: 'false' } },
  { role: 'textbox', name: 'Rego', description: 'Enter a rego.', states: { invalid: 'true' } },
  { role: 'textbox', name: 'Notes', states: { disabled: true, multiline: true } },
  { role: 'textbox', name: 'API key' },
  { role: 'searchbox', name: 'Search customers' },
  {
    role: 'combobox',
    name: 'State',
    value: 'Victoria',
    description: 'Where it is registered',
    states: { expanded: false },
  },
  { role: 'checkbox', name: 'Missing VIN', description: 'Only cars without a VIN', states: { checked: 'false' } },
  { role: 'checkbox', name: 'Select all', states: { checked: 'mixed' } },
  { role: 'checkbox', name: 'Not available', states: { checked: 'true', disabled: true } },
  { role: 'switch', name: 'Notify me', description: 'About new sightings', states: { checked: 'true' } },
  { role: 'radiogroup', name: 'Authentication' },
  { role: 'radio', name: 'API key', states: { checked: 'true' } },
  { role: 'radio', name: 'Client ID and secret', states: { checked: 'false' } },
  { role: 'group', name: 'Show rows' },
  { role: 'button', name: 'All 12', states: { pressed: 'true' } },
  { role: 'button', name: 'Errors 0', states: { pressed: 'false' } },
  { role: 'button', name: 'Settings', description: '', states: { pressed: 'false' } },
  { role: 'button', name: 'Show API key' },
  { role: 'search', name: 'Customers' },
  { role: 'region', name: 'Fields' },
  { role: 'heading', name: 'Fields', states: { level: 2 } },
  { role: 'button', name: 'Filter 2', states: { hasPopup: 'dialog', expanded: false } },
  { role: 'tablist', name: 'About this vehicle' },
  { role: 'tab', name: 'Specs', states: { selected: true } },
  { role: 'tab', name: 'Status', description: 'No plate.', states: { selected: false, disabled: true } },
  { role: 'tabpanel', name: 'Specs' },
  { role: 'progressbar', name: 'Upload', value: '40', states: { valuemin: 0, valuemax: 100 } },
  { role: 'progressbar', name: 'Check', value: '' },
  { role: 'button', name: 'Close this notice' },
  { role: 'heading', name: 'No customers yet', states: { level: 2 } },
] as const

describe('what Chromium exposes of each control', () => {
  it('is its role and name, with its value, description and states', async () => {
    await open()
    const tree = await accessibilityTree(page)
    for (const { role, name, ...more } of controls) {
      expect(nodeIn(tree, role, name), `${role} “${name}”`).toMatchObject(more)
    }
  })

  it('announces states politely and failures at once, names each control, and reads out no bare percentage', async () => {
    await open()
    const tree = await accessibilityTree(page)
    expect(tree.filter(({ role }) => role === 'status').length).toBeGreaterThan(2)
    const alerts = tree.filter(({ role }) => role === 'alert')
    expect(alerts.map(({ states }) => states['live'])).toEqual(['assertive', 'assertive'])
    const unnamed = tree.filter(
      ({ name, role, states }) => states['focusable'] && name === '' && role !== 'RootWebArea',
    )
    expect(unnamed).toEqual([])
    const bar = page.getByRole('progressbar', { name: 'Upload' })
    expect(await bar.getAttribute('aria-valuetext')).toBe('40 of 100 rows')
  })
})

it('searches when the typing pauses, and for nothing at once when the field is cleared', async () => {
  await open()
  const field = page.getByRole('searchbox', { name: 'Search customers' })
  await field.pressSequentially('jan')
  await page.getByText('Searched: “jan”').waitFor()
  await field.pressSequentially('e')
  await press('Escape')
  expect(await page.getByText('Searched: “”').count()).toBe(1)
  expect(await field.inputValue()).toBe('')
})

describe('the keyboard', () => {
  longTest('checks a box with Space and keeps the focus', async () => {
    await open()
    await page.getByRole('checkbox', { name: 'Missing VIN' }).focus()
    await press('Space')
    expect((await nodeOf(page, 'checkbox', 'Missing VIN')).states).toMatchObject({ checked: 'true', focused: true })
  })

  longTest('turns a switch off with Space', async () => {
    await open()
    await page.getByRole('switch', { name: 'Notify me' }).focus()
    await press('Space')
    expect((await nodeOf(page, 'switch', 'Notify me')).states).toMatchObject({ checked: 'false' })
  })

  longTest('moves between radio buttons with the arrows', async () => {
    await open()
    await page.getByRole('radio', { name: 'API key' }).focus()
    await press('ArrowDown')
    expect((await nodeOf(page, 'radio', 'Client ID and secret')).states).toMatchObject({ checked: 'true' })
  })

  longTest('chooses an option of a select by its first letters', async () => {
    await open()
    await page.getByRole('combobox', { name: 'State' }).focus()
    await page.keyboard.type('new')
    expect((await nodeOf(page, 'combobox', 'State')).value).toBe('New South Wales')
  })

  it('moves between tabs with arrows, Home and End, and opens one with Enter', async () => {
    await open()
    await page.getByRole('tab', { name: 'Specs' }).focus()
    await press('ArrowRight')
    expect((await nodeOf(page, 'tab', 'Market')).states).toMatchObject({ focused: true, selected: false })
    await press('Enter')
    expect((await nodeOf(page, 'tab', 'Market')).states).toMatchObject({ selected: true })
    expect((await nodeOf(page, 'tabpanel', 'Market')).name).toBe('Market')
    await press('End')
    await press('Enter')
    expect((await nodeOf(page, 'tab', 'Status')).states).toMatchObject({ focused: true, selected: false })
    await press('Home')
    expect((await nodeOf(page, 'tab', 'Specs')).states).toMatchObject({ focused: true })
  })

  it('goes into a dialog, stays in it, and comes back', async () => {
    await open()
    await button('Edit').focus()
    await press('Enter')
    const dialog = await page.getByRole('dialog', { name: 'Edit customer' }).elementHandle()
    expect(await nodeOf(page, 'dialog', 'Edit customer')).toMatchObject({
      description: 'The change is sent at once.',
      states: { modal: true },
    })
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Full name' }).evaluate((e) => e === document.activeElement))
      .toBe(true)
    for (let presses = 0; presses < 6; presses += 1) {
      await press('Tab')
      expect(await dialog?.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await press('Shift+Tab')
    expect(await dialog?.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Edit')
  })

  it('dims and undims the page at once where the system asks for less motion', async () => {
    await open()
    await button('Edit').click()
    const mask = page.locator('.n-modal-mask')
    await mask.waitFor({ state: 'attached' })
    const duration = await mask.evaluate((element) => {
      element.classList.add('fade-in-transition-leave-active')
      return getComputedStyle(element).transitionDuration
    })
    expect(duration).toBe('0s')
  })

  it('leaves the focus where the user moved it while a dialog fades out', async () => {
    await open()
    await button('Edit').click()
    const dialog = page.getByRole('dialog', { name: 'Edit customer' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).evaluate(async (cancel) => {
      ;(cancel as HTMLElement).click()
      await new Promise((resolve) => setTimeout(resolve))
      document.querySelector<HTMLElement>('input[type="text"]')?.focus()
    })
    await page.locator('input[type="text"]:focus').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.locator('input[type="text"]:focus').count()).toBe(1)
  })

  it('puts the focus of a confirmation on Cancel', async () => {
    await open()
    await button('Delete').focus()
    await press('Enter')
    await page.getByRole('dialog', { name: 'Delete 2 customers?' }).waitFor()
    expect((await nodeOf(page, 'dialog', 'Delete 2 customers?')).description).toBe('You can restore them from the bin.')
    await expect.poll(focused).toBe('Cancel')
    await press('Enter')
    await page.getByText('Cancelled').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Delete')
  })

  longTest('goes into the panel of a button, and comes back with Escape', async () => {
    await open()
    await page.getByRole('button', { name: /^Filter/ }).focus()
    await press('Enter')
    await expect.poll(async () => (await nodeOf(page, 'checkbox', 'Within')).states['focused']).toBe(true)
    expect((await nodeOf(page, 'button', 'Filter 2')).states).toMatchObject({ expanded: true })
    expect(await nodeOf(page, 'dialog', 'Filter')).toMatchObject({ role: 'dialog' })
    await press('Escape')
    expect((await nodeOf(page, 'button', 'Filter 2')).states).toMatchObject({ expanded: false, focused: true })
  })

  longTest('closes the panel of a button when the focus leaves it', async () => {
    await open()
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('checkbox', { name: 'Within' }).waitFor()
    await page.getByRole('textbox', { name: 'Name' }).focus()
    expect((await nodeOf(page, 'button', 'Filter 2')).states).toMatchObject({ expanded: false })
    expect(
      await page.getByRole('textbox', { name: 'Name' }).evaluate((element) => element === document.activeElement),
    ).toBe(true)
  })

  it('leaves the page in use beside a drawer that is not modal', async () => {
    await open()
    await button('Practice').focus()
    await press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Practice data' })
    await expect.poll(() => drawer.evaluate((element) => element === document.activeElement)).toBe(true)
    expect((await nodeOf(page, 'dialog', 'Practice data')).states['modal']).not.toBe(true)
    await page.getByRole('textbox', { name: 'Name' }).fill('Omar')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).focus()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Practice')
  })

  longTest('shows the name of an icon for the pointer and the keyboard until Escape', async () => {
    await open()
    await press('Tab')
    await button('Check every 5 minutes').focus()
    await page.getByText('Check every 5 minutes').waitFor()
    // It is the name of the button, which is not read out twice.
    expect((await accessibilityTree(page)).map(({ role }) => role)).not.toContain('tooltip')
    await press('Escape')
    await page.getByText('Check every 5 minutes').waitFor({ state: 'detached' })
  })

  longTest('clears a search with Escape', async () => {
    await open()
    await page.getByRole('searchbox').fill('Citizen')
    await button('Clear search').waitFor()
    await press('Escape')
    expect((await nodeOf(page, 'searchbox', 'Search customers')).value).toBe('')
  })

  longTest('opens technical text behind Details', async () => {
    await open()
    await page.getByText('Details').last().focus()
    await press('Enter')
    expect(await page.getByText('Technical text').isVisible()).toBe(true)
  })
})

describe('notices', () => {
  it('announces what was done, with its action', async () => {
    await open()
    await button('Save').click()
    const region = page.getByRole('region', { name: 'Notices' })
    await region.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect((await accessibilityTree(page)).some(({ states }) => states['live'] === 'polite')).toBe(true)
  })

  it('announces a failure at once and keeps it until it is closed', async () => {
    await open()
    await button('Fail').click()
    const alert = page.getByRole('region', { name: 'Notices' }).getByRole('alert')
    expect(await alert.innerText()).toBe('Can’t connect.')
    await alert.getByRole('button', { name: 'Close this notice' }).click()
    await alert.waitFor({ state: 'detached' })
  })
})
