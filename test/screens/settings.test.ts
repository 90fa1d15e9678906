import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CallSettings } from '../../src/contract/call-hours.ts'
import type { ListedHoliday } from '../../src/contract/call-settings.ts'
import { success } from '../../src/contract/result.ts'
import { longDescribe, longTest, onlyLong } from '../runs.ts'
import { chooseOption, goTo } from '../window/controls.ts'
import { controlsOver } from '../window/visible-controls.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { connectionState, practice } from './standard-answers.ts'

const callSettings: CallSettings = {
  hours: [null, ...Array.from({ length: 5 }, () => ({ from: '09:00', to: '20:00' })), { from: '09:00', to: '17:00' }],
  holidays: 'state',
  changes: [],
}

interface SettingsScreen {
  readonly host: HostTwin
  readonly page: Page
  section(name: string): Locator
}

const index = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages of Settings' })

/** Opens a page of Settings. `prepare` replaces answers before. */
async function openSettings(
  path: string,
  prepare: (host: HostTwin) => void = () => undefined,
): Promise<SettingsScreen> {
  const host = createPracticeHost()
  host.answer('sightings.callSettings', () => success(callSettings))
  prepare(host)
  const page = await openWindow(path, host, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  return { host, page, section: (name) => page.getByRole('region', { name, exact: true }) }
}

describe('the connections in the settings', () => {
  it('are renamed, and a test names what works', async () => {
    const { host, page, section } = await openSettings('/settings/connection', (twin) => {
      twin.answer('connections.rename', ({ name }) => {
        const renamed = connectionState({ ...practice, name })
        twin.answer('connections.state', () => success(renamed))
        twin.announce({ name: 'connections.changed' })
        return success(renamed)
      })
      const passed = (step: 'credentials' | 'list', words: string) => ({
        step,
        state: 'passed' as const,
        words,
      })
      twin.answer('connections.testCurrent', () =>
        success({
          ok: true,
          steps: [passed('credentials', 'Sign-in accepted.'), passed('list', 'Your customers can be read.')],
        }),
      )
    })
    await section('Connections').getByRole('button', { name: 'Edit Practice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Practice' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Training')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await section('Connections').getByRole('button', { name: 'Test Training' }).click()
    await section('Connections').getByText('Sign-in accepted.').waitFor()
    await section('Connections').getByText('Your customers can be read.').waitFor()
    expect(host.inputsOf('connections.rename')).toEqual([{ id: 'practice', name: 'Training' }])
  })
})

describe('the advanced settings', () => {
  it('show their effect and default, refuse a mistake, and are reset', async () => {
    const { host, page, section } = await openSettings('/settings/advanced', (twin) => {
      let advanced = practice.advanced
      twin.answer('connections.state', () => success(connectionState({ ...practice, advanced })))
      twin.answer('connections.setAdvanced', (changes) => {
        advanced = { ...advanced, ...changes }
        twin.announce({ name: 'connections.changed' })
        return success(connectionState({ ...practice, advanced }))
      })
    })
    const advanced = section('Advanced')
    await advanced.getByText('Requests', { exact: true }).click()
    const pages = advanced.getByRole('textbox', { name: 'Customers per request' })
    const save = advanced.getByRole('button', { name: 'Save' })
    await advanced.getByText(/How many customers are downloaded at once\..*Default: 200\./).waitFor()
    await pages.fill('0')
    await advanced.getByText('Enter a whole number from 1 to 1,000.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await advanced.getByText('Requests, 1 changed, 1 to fix').waitFor()
    await pages.fill('50')
    await save.click()
    await page.getByText('Advanced settings saved.').first().waitFor()
    expect(host.inputsOf('connections.setAdvanced').at(-1)).toMatchObject({ pageSize: 50 })
    await advanced.getByRole('button', { name: 'Reset Customers per request to its default' }).click()
    expect(await pages.inputValue()).toBe('200')
    await pages.fill('60')
    await advanced.getByRole('button', { name: 'Reset all to defaults' }).click()
    await save.click()
    await page.getByText('Advanced settings reset.').first().waitFor()
    expect(host.inputsOf('connections.setAdvanced').at(-1)).toMatchObject({ pageSize: 200 })
  })
})

longDescribe('the calling hours in the settings', () => {
  it('are changed, and holidays of a state are removed, restored and added', async () => {
    const cupDay: ListedHoliday = { date: '2026-11-03', name: 'Melbourne Cup Day', source: 'state', removed: false }
    const { host, page, section } = await openSettings('/settings/calls', (twin) => {
      let settings: CallSettings = callSettings
      twin.answer('sightings.callSettings', () => success(settings))
      twin.answer('sightings.setCallSettings', (changes) => {
        settings = { ...settings, ...changes }
        twin.announce({ name: 'sightings.changed' })
        return success(settings)
      })
      twin.answer('sightings.holidays', ({ state }) => {
        const isRemoved = settings.changes.some(({ date, name }) => date === cupDay.date && name === null)
        const added = settings.changes.flatMap(({ date, name }): ListedHoliday[] =>
          name === null ? [] : [{ date, name, source: 'added', removed: false }],
        )
        return success({ holidays: [...(state === 'VIC' ? [{ ...cupDay, removed: isRemoved }] : []), ...added] })
      })
    })
    await section('Calling hours').getByText('Monday to Friday').waitFor()
    await section('Calling hours').getByRole('button', { name: 'Change hours…' }).click()
    const calling = page.getByRole('dialog', { name: 'Calling hours' })
    await calling.getByRole('switch', { name: 'Sunday' }).click()
    await chooseOption(calling, 'Sunday, from', '10:00 am')
    const stored = () => host.inputsOf('sightings.setCallSettings').at(-1)
    await expect.poll(() => stored()?.hours?.[0]).toEqual({ from: '10:00', to: '17:00' })
    await calling.getByRole('button', { name: 'Done' }).click()
    await section('Calling hours').getByText('10:00 am to 5:00 pm').waitFor()
    await section('Public holidays').getByRole('button', { name: 'Show holidays…' }).click()
    const holidays = page.getByRole('dialog', { name: 'Public holidays' })
    await chooseOption(holidays, 'State', 'Victoria (VIC)')
    await holidays.getByRole('button', { name: /^Remove Melbourne Cup Day/ }).click()
    await holidays.getByRole('button', { name: /^Restore Melbourne Cup Day/ }).waitFor()
    await holidays.getByLabel('Date').fill('2026-08-12')
    await holidays.getByRole('textbox', { name: 'Name' }).fill('Show Day')
    await holidays.getByRole('button', { name: 'Add holiday' }).click()
    await holidays.getByText('Show Day', { exact: true }).waitFor()
    await holidays.getByText('Added by you').waitFor()
    expect(stored()?.changes).toHaveLength(2)
    await chooseOption(holidays, 'Region', 'Malaysia')
    await holidays.getByText('Forecourt has no list for Malaysia. Add the days without calls.').waitFor()
  })
})

it('the connection has the last response of now, not that of the start', async () => {
  const host = createPracticeHost()
  const page = await openWindow('/webhooks', host)
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  host.answer('connections.state', () =>
    success(connectionState(practice, { lastAnswerAt: '2031-03-07T01:05:00.000Z' })),
  )
  await goTo(page, '/settings')
  await expect.poll(() => page.getByText(/Last response/).innerText()).toContain('7/3/2031')
})

describe('settings that take effect at once', () => {
  it('are the date format, the default state and the check interval', async () => {
    const { host, page, section } = await openSettings('/settings/this-pc', (twin) => {
      twin.answer('sightings.holidays', () =>
        success({ holidays: [{ date: '2026-12-25', name: 'Christmas Day', source: 'national', removed: false }] }),
      )
      twin.answer('sightings.setSettings', () =>
        success({ checkEveryMinutes: 30, notify: true, sort: 'suggested', digest: true, digestAt: null }),
      )
    })
    const open = (name: string) => index(page).getByRole('link', { name, exact: true }).click()
    await chooseOption(section('Appearance'), 'Dates', '2026-03-07')
    await section('Start').getByText('Only the desktop program on Windows and macOS can start by itself.').waitFor()
    await open('Connection')
    await chooseOption(section('Look-ups and imports'), 'Default state of regos', 'Queensland (QLD)')
    await open('Calls')
    await section('New sightings')
      .getByText(/or of each one while all connections are shown\.$/)
      .waitFor()
    await chooseOption(section('New sightings'), 'Check for new sightings every', '30 minutes')
    await expect.poll(() => host.inputsOf('app.setPreferences')).toContainEqual({ defaultState: 'QLD' })
    await expect.poll(() => host.inputsOf('sightings.setSettings')).toEqual([{ checkEveryMinutes: 30 }])
    await page.getByRole('button', { name: 'Show holidays…' }).click()
    await page.getByRole('dialog', { name: 'Public holidays' }).getByText('Fri 2026-12-25').waitFor()
  })
})

it('the deletion of all data counts the Do Not Contact marks, and says to leave the team first', async () => {
  const { host, page, section } = await openSettings('/settings/privacy', (twin) =>
    twin.answer('privacy.dataToDelete', () =>
      success({
        needsPassword: false,
        isStored: true,
        connections: 1,
        drafts: 0,
        uploads: 0,
        callEntries: 0,
        lookups: 0,
        doNotContact: 172,
        inBin: 3,
        unsent: 4,
        people: 2,
        isInTeam: true,
        unfinishedUploads: [],
        elsewhere: { backupFolder: null, exports: [], watchedFolders: [] },
      }),
    ),
  )
  await section('Privacy').getByRole('button', { name: 'Delete all data on this PC…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all data on this PC' })
  await dialog.getByText('172 Do Not Contact marks: these people can appear in the call list again').waitFor()
  await dialog.getByText('3 deleted customers in the bin').waitFor()
  await dialog.getByText('4 edits and deletions that the service doesn’t have yet: it never gets them').waitFor()
  await dialog.getByText('2 people working on this PC').waitFor()
  await dialog.getByText(/^This PC stays in the list of its team’s members\. Leave the team first/).waitFor()
  expect(host.inputsOf('privacy.deleteAllData')).toEqual([])
})

describe('the index of Settings', () => {
  const focused = (place: Locator) => place.evaluate((element) => element.contains(document.activeElement))

  longTest('searches labels, explanations and other words, and marks the setting on its page', async () => {
    const { page } = await openSettings('/settings')
    expect(new URL(page.url()).hash).toBe('#/settings/connection')
    const search = index(page).getByRole('searchbox', { name: 'Search settings' })
    await search.fill('how mobile numbers are written')
    await index(page)
      .getByRole('link', { name: /^Mobile number format/ })
      .click()
    const format = page.locator('[data-found]')
    await format.getByRole('combobox', { name: 'Mobile number format' }).waitFor()
    await expect.poll(() => focused(format)).toBe(true)
    expect(await search.inputValue()).toBe('')
    await page.keyboard.press('Tab')
    await expect.poll(() => format.count()).toBe(0)
    await search.fill('dark')
    await search.press('Enter')
    const appearance = page.getByRole('region', { name: 'Appearance' }).and(page.locator('[data-found]'))
    await appearance.waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/this-pc')
    await search.fill('digest')
    await search.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/calls')
    await search.fill('xyzzy')
    await index(page).getByText('No setting found.').waitFor()
  })

  it('keeps what was typed on a page while another one is read', async () => {
    const { page, section } = await openSettings('/settings/advanced?find=Customers per request')
    const field = section('Advanced').getByRole('textbox', { name: 'Customers per request' })
    await field.fill('50')
    await index(page).getByRole('link', { name: 'Team' }).click()
    await section('Team').waitFor()
    await index(page).getByRole('link', { name: 'Advanced and about' }).click()
    await expect.poll(() => field.inputValue()).toBe('50')
  })

  longTest('leads from an address without a page to the page that has what it asks for', async () => {
    const { page, section } = await openSettings('/settings?section=Team')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/settings/team')
    await expect.poll(() => focused(section('Team'))).toBe(true)
  })

  it.each(
    onlyLong(
      ['connection', 'Look-ups and imports', 'Reuse results for'],
      ['this-pc', 'Lock', 'Lock when not used for'],
      ['calls', 'Public holidays', 'Public holidays without calls'],
      ['team', 'Team', 'Create a team…'],
      ['privacy', 'Automatic backups', 'Set up…'],
      ['advanced', 'About', 'Node.js'],
    ),
  )('the page %s has few controls and fits into the window', async (name, late, text) => {
    const { page, section } = await openSettings(`/settings/${name}`)
    // What is read from the program arrives last.
    await section(late).getByText(text, { exact: true }).waitFor()
    expect(await controlsOver(page, name)).toEqual([])
    const hidden = await page
      .locator('.frame > .body')
      .evaluate((element) => element.scrollHeight - element.clientHeight)
    expect(hidden).toBeLessThanOrEqual(0)
  })
})
