import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { box, close, forecourt, inspect, lookUp, open, page, restart } from './lookup-steps.ts'
import { unlock } from './steps.ts'

async function practiceOutage(name: string): Promise<void> {
  await page.getByRole('button', { name: /for practice|^Practice data/ }).click()
  const panel = page.getByRole('dialog', { name: 'Practice' })
  await panel.getByRole('radio', { name }).check()
  await panel.getByRole('button', { name: 'Close' }).click()
}

describe('the look-up without the service', () => {
  beforeAll(async () => {
    await open()
    await page.keyboard.press('Control+Shift+K')
    await page.getByRole('button', { name: /^REG4WARNING/ }).click()
    await page.getByText('Check match', { exact: true }).waitFor()
  })
  afterAll(close)

  it('keeps showing a saved look-up when looking it up again fails, with the reason', async () => {
    await practiceOutage('No internet')
    await page.getByRole('banner').getByText('Offline').waitFor()
    await page.getByRole('article').getByRole('button', { name: 'Look up again' }).click()
    await page.getByRole('dialog', { name: 'Look up again?' }).getByRole('button', { name: 'Look up again' }).click()
    await page
      .getByRole('alert')
      .getByText(/Showing the (?:previous|last saved) result/)
      .waitFor()
    await page.getByRole('heading', { name: 'Low-confidence match' }).waitFor()
    expect(await inspect('offline-kept')).toEqual([])
  })

  it('says why a new look-up failed, and links to the saved ones', async () => {
    await lookUp('XYZ987 NSW')
    await page.getByText(/Couldn’t look up/).waitFor()
    expect(await inspect('offline-new')).toEqual([])
    await page.getByRole('link', { name: 'Saved look-ups' }).click()
    await page
      .getByText(/REG4WARNING/)
      .first()
      .waitFor()
    await page.getByRole('region', { name: 'Recent' }).getByRole('link').first().click()
    await page.getByText(/^Saved result from /).waitFor()
  })

  it('looks up the same car again when the service is back', async () => {
    await lookUp('XYZ987 NSW')
    await page.getByText(/Couldn’t look up/).waitFor()
    await practiceOutage('No problem')
    await page.getByRole('banner').getByText('Online').waitFor()
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    await page.getByRole('article').waitFor()
    expect(await page.getByRole('article').innerText()).toContain('XYZ987')
  })

  it('shows saved look-ups after the program was killed', async () => {
    await restart()
    await unlock(page)
    await page.keyboard.press('Control+Shift+K')
    const recent = page.getByRole('region', { name: 'Recent' }).getByRole('listitem')
    await recent.filter({ hasText: 'REG4WARNING' }).waitFor()
    const before = await recent.count()
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Look-up removed from this PC.').waitFor()
    await expect.poll(() => recent.count()).toBe(before - 1)
  })
})

describe('the look-up in a small window and in print', () => {
  beforeAll(async () => {
    await open({ viewport: { width: 1024, height: 720 } })
    await page.keyboard.press('Control+Shift+K')
    await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
    await page.getByText('Matched', { exact: true }).waitFor()
  })
  afterAll(close)

  it.each([
    ['1024', 1024, 720],
    ['twice', 660, 430],
  ])('fits without horizontal scrolling (%s)', async (name, width, height) => {
    await page.setViewportSize({ width, height })
    expect(await inspect(`size-${name}`)).toEqual([])
    const sideways = await page
      .locator('.frame > .body')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(sideways).toBeLessThanOrEqual(1)
  })

  it('prints the car with its rego, its VIN and the selected packs, without the search box', async () => {
    await page.setViewportSize({ width: 1024, height: 720 })
    const first = page.getByRole('region', { name: 'Option packs' }).getByRole('checkbox').first()
    const anyPacks = (await first.count()) > 0
    if (anyPacks) await first.check()
    await page.emulateMedia({ media: 'print' })
    await forecourt.screenshot('lookup-print')
    expect(await box().isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: 'Sections' }).isVisible()).toBe(false)
    expect(await page.getByText('REG4SUCCESS').first().isVisible()).toBe(true)
    expect(await page.getByText(/^Option packs: /).count()).toBe(anyPacks ? 1 : 0)
    await page.emulateMedia({ media: 'screen' })
  })
})
