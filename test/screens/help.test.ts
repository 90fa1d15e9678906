import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longDescribe, longTest, onlyLong } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { sampleDraft } from '../unit/renderer/features/drafts/sample-draft.ts'
import { answerSavedDraft } from './draft-answers.ts'
import { answerCalls, carsOf } from './call-screen.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { preferences } from './standard-answers.ts'
import { openFromMenu } from '../window/controls.ts'

const helpOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Help' })
const article = (page: Page): Locator => helpOf(page).getByRole('article')
const heading = (page: Page, name: string): Locator => article(page).getByRole('heading', { name, level: 3 })

async function open(address: string, prepare?: (host: HostTwin) => void): Promise<{ host: HostTwin; page: Page }> {
  const host = createPracticeHost()
  prepare?.(host)
  const page = await openWindow(address, host, { viewport: { width: 1280, height: 800 } })
  return { host, page }
}

const beforeProtection = (host: HostTwin): void =>
  host.answer('storage.status', () => success({ state: 'needs-choice', reason: 'This PC has no keychain.' }))

describe('Help before the data is open', () => {
  it('explains the page, and gives the focus back', async () => {
    const { page } = await open('/', beforeProtection)
    const field = page.getByRole('textbox', { name: 'New password' })
    await field.focus()
    await page.keyboard.press('F1')
    await heading(page, 'Protect your data').waitFor()
    await page.keyboard.press('Escape')
    await helpOf(page).waitFor({ state: 'hidden' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  longTest('finds other pages, with their pictures and links', async () => {
    const { page } = await open('/', beforeProtection)
    await page.getByRole('textbox', { name: 'New password' }).focus()
    await page.keyboard.press('F1')
    await heading(page, 'Protect your data').waitFor()
    await page.keyboard.press('F1')
    await page.keyboard.type('failed rows')
    await helpOf(page).getByRole('navigation', { name: 'Pages of Help' }).getByRole('button').first().waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'One upload').waitFor()
    const picture = article(page).getByRole('img')
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500)
    await article(page).getByRole('button', { name: 'bin', exact: true }).click()
    await heading(page, 'Bin').waitFor()
    await helpOf(page).getByRole('button', { name: 'Previous page of Help' }).click()
    await heading(page, 'One upload').waitFor()
  })
})

longDescribe('the tour', () => {
  const tourOf = (page: Page): Locator => page.getByRole('region', { name: 'Tour' })
  /** Practice data with the tour that it offers. */
  function withTour(host: HostTwin): void {
    answerCalls(host, carsOf('Priya Raman'))
    let stored = preferences({ tour: 'offered' })
    host.answer('app.preferences', () => success(stored))
    host.answer('app.setPreferences', (changes) => {
      stored = { ...stored, ...changes }
      return success(stored)
    })
  }

  it('points at the screen, leaves it in use, and waits on another screen', async () => {
    const { page } = await open('/sightings', withTour)
    const tour = tourOf(page)
    const ring = page.locator('.ring')
    await tour.getByText('Your call list').waitFor()
    await ring.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    // The screen below the tour is used as always.
    await page.getByRole('tree', { name: 'Call list' }).locator('.option').first().click()
    const next = tour.getByRole('button', { name: 'Next' })
    await next.press('Enter')
    await tour.getByText('Record the outcome').waitFor()
    expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Import customers', level: 1 }).waitFor()
    await ring.waitFor()
    // On another screen there is nothing to point at, and a way back.
    await openFromMenu(page, 'Webhooks')
    await ring.waitFor({ state: 'hidden' })
    await tour.getByRole('button', { name: 'Show me' }).click()
    await ring.waitFor()
  })

  it('is closed with Escape, resumed from Help, and skipped', async () => {
    const { host, page } = await open('/sightings', withTour)
    const tour = tourOf(page)
    await tour.getByText('Your call list').waitFor()
    await tour.getByRole('button', { name: 'Next' }).press('Enter')
    await tour.getByText('Record the outcome').waitFor()
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await helpOf(page).getByRole('button', { name: 'Resume the tour' }).click()
    await tour.getByText('Record the outcome').waitFor()
    await tour.getByRole('button', { name: 'Skip tour' }).click()
    await tour.waitFor({ state: 'hidden' })
    expect(host.inputsOf('app.setPreferences').at(-1)).toMatchObject({ tour: 'ended' })
  })
})

describe('F1', () => {
  /** The title of the page of Help, or of its section, has the focus. */
  const focusedTitle = async (page: Page, name: string): Promise<string | undefined> => {
    await heading(page, name).waitFor()
    return page.evaluate(() => document.activeElement?.textContent?.trim())
  }

  it('opens the section of a form', async () => {
    const { page } = await open('/webhooks')
    // The screen without webhooks has a second button of this name.
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).focus()
    await page.keyboard.press('F1')
    await expect.poll(() => focusedTitle(page, 'Webhooks')).toBe('Create a webhook')
  })

  longTest('opens the focused section of Settings, also from a dialog, which stays open', async () => {
    const { page } = await open('/settings/privacy')
    await page.getByRole('button', { name: 'Show recovery key' }).focus()
    await page.keyboard.press('F1')
    await expect.poll(() => focusedTitle(page, 'Settings: Privacy and data')).toBe('Recovery key')
    await page.keyboard.press('Escape')
    await helpOf(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save a backup…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save a backup' })
    await dialog.waitFor()
    await page.keyboard.press('F1')
    await expect.poll(() => focusedTitle(page, 'Settings: Privacy and data')).toBe('Backup')
    await page.keyboard.press('Escape')
    await helpOf(page).waitFor({ state: 'hidden' })
    await dialog.waitFor()
  })

  longTest('explains each section of each page of Settings', async () => {
    const pages = {
      connection: 'Connections',
      'this-pc': 'Lock',
      calls: 'Calling hours',
      privacy: 'Recovery key',
      advanced: 'Advanced',
    }
    for (const [name, section] of Object.entries(pages)) {
      const { page } = await open(`/settings/${name}`)
      await page.getByRole('region', { name: section, exact: true }).waitFor()
      const sections = await page
        .locator('main section section[aria-label]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
      expect(sections.length).toBeGreaterThan(1)
      await page.keyboard.press('F1')
      await article(page).waitFor()
      const explained = await article(page).getByRole('heading', { level: 4 }).allTextContents()
      expect(sections.filter((each) => !explained.includes(each ?? ''))).toEqual([])
    }
  })
})

it('Help saves the sample spreadsheets, and opens one in practice', async () => {
  const { host, page } = await open('/import', (twin) => {
    twin.answer('practice.sampleFile', ({ sample }) =>
      success({
        fileName: `sold-cars-${sample}.csv`,
        mimeType: 'text/csv',
        encoding: 'utf8',
        content: `Rego,State,${sample}`,
      }),
    )
    twin.answer('practice.takeSample', ({ sample }) =>
      success({ fileId: 'sample', name: `sold-cars-${sample}.csv`, sizeBytes: 100 }),
    )
    answerSavedDraft(twin, sampleDraft())
  })
  await page.getByRole('heading', { name: 'Import customers', level: 1 }).waitFor()
  await page.keyboard.press('F1')
  const download = page.waitForEvent('download')
  await article(page).getByRole('button', { name: 'Save clean sample' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('sold-cars-clean.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe('Rego,State,clean')
  await article(page)
    .getByRole('button', { name: /^Messy sample/ })
    .click()
  await expect.poll(() => host.inputsOf('drafts.open')).toEqual([{ fileId: 'sample' }])
  expect(host.inputsOf('practice.takeSample')).toEqual([{ sample: 'messy' }])
  await expect.poll(() => host.inputsOf('drafts.get').length).toBeGreaterThan(0)
})

describe('the list of shortcuts', () => {
  it.each([
    ['/sightings', 'Sightings'],
    ['/customers', 'Customers'],
    ['/import', 'Import customers'],
    ...onlyLong(
      ['/sightings/report', 'Calls in numbers'] as const,
      ['/lookup', 'Look up'] as const,
      ['/lookup/bulk', 'Look up several cars'] as const,
      ['/uploads', 'Upload history'] as const,
      ['/webhooks', 'Webhooks'] as const,
    ),
  ] as const)('has every shortcut that %s registers', async (address, name) => {
    const { page } = await open(address)
    const title = page.getByRole('heading', { name, exact: true, level: 1 })
    await title.waitFor()
    await title.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('term').first().waitFor()
    const unlisted = dialog.getByRole('region', { name: 'On this screen' }).getByRole('term')
    expect(await unlisted.allTextContents()).toEqual([])
  })

  longTest('begins with those of the screen, and is searched', async () => {
    const { page } = await open('/customers')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    expect(await dialog.getByRole('heading', { level: 3 }).first().textContent()).toBe('In the list of customers')
    await dialog.getByRole('searchbox').fill('redo')
    await expect.poll(() => dialog.getByRole('term').allTextContents()).toContain('Redo')
    expect(await dialog.getByRole('term').count()).toBeLessThan(4)
  })
})

describe('what is new', () => {
  it('is said once after an update', async () => {
    const { host, page } = await open('/customers', (twin) =>
      twin.answer('app.preferences', () => success(preferences({ noticedVersion: '0.0.9', readVersion: '0.0.9' }))),
    )
    await page
      .getByRole('region', { name: 'Notices' })
      .getByText(/^Forecourt was updated to version/)
      .waitFor()
    await expect
      .poll(() => host.inputsOf('app.setPreferences'))
      .toContainEqual(expect.objectContaining({ noticedVersion: '0.1.0' }))
  })

  longTest('has a dot until it is opened', async () => {
    const { host, page } = await open('/customers', (twin) =>
      twin.answer('app.preferences', () => success(preferences({ readVersion: '0.0.9' }))),
    )
    await page.getByRole('button', { name: 'Help, with changes of a new version' }).click()
    await article(page).getByRole('heading', { name: 'What’s new' }).waitFor()
    await article(page).getByText('First version.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await expect
      .poll(() => host.inputsOf('app.setPreferences'))
      .toContainEqual(expect.objectContaining({ readVersion: '0.1.0' }))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Help', exact: true }).waitFor()
  })

  longTest('is found by the search of everything', async () => {
    const { page } = await open('/customers')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('what’s new')
    await page.getByRole('option', { name: 'What’s new' }).click()
    const title = article(page).getByRole('heading', { name: 'What’s new' })
    await expect.poll(() => title.count()).toBe(1)
  })
})
