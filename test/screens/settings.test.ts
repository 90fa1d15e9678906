import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CallSettings } from '../../src/contract/call-hours.ts'
import type { ListedHoliday } from '../../src/contract/call-settings.ts'
import { success } from '../../src/contract/result.ts'
import { chooseOption } from '../window/controls.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { connectionState, practice } from './standard-answers.ts'

const callSettings: CallSettings = {
  hours: [null, ...Array.from({ length: 5 }, () => ({ from: '09:00', to: '20:00' })), { from: '09:00', to: '17:00' }],
  holidays: 'state',
  areas: { nz: null, my: null },
  changes: [],
}

interface SettingsScreen {
  readonly host: HostTwin
  readonly page: Page
  section(name: string): Locator
}

/** Opens Settings. `prepare` replaces answers before. */
async function openSettings(prepare: (host: HostTwin) => void = () => undefined): Promise<SettingsScreen> {
  const host = createPracticeHost()
  host.answer('sightings.callSettings', () => success(callSettings))
  prepare(host)
  const page = await openWindow('/settings', host, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('region', { name: 'Connections' }).waitFor()
  return { host, page, section: (name) => page.getByRole('region', { name, exact: true }) }
}

describe('the connections in the settings', () => {
  it('are renamed, and a test names what works', async () => {
    const { host, page, section } = await openSettings((twin) => {
      twin.answer('connections.rename', ({ name }) => {
        const renamed = connectionState({ ...practice, name })
        twin.answer('connections.state', () => success(renamed))
        twin.announce({ name: 'connections.changed' })
        return success(renamed)
      })
      twin.answer('connections.onlyHere', () =>
        success({ openUploads: 0, drafts: 0, edits: 0, deletions: 0, callNotes: 0, inBin: 0 }),
      )
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
    const { host, page, section } = await openSettings((twin) => {
      let advanced = practice.advanced
      twin.answer('connections.state', () => success(connectionState({ ...practice, advanced })))
      twin.answer('connections.setAdvanced', (changes) => {
        advanced = { ...advanced, ...changes }
        twin.announce({ name: 'connections.changed' })
        return success(connectionState({ ...practice, advanced }))
      })
    })
    const advanced = section('Advanced')
    const pages = advanced.getByRole('textbox', { name: 'Customers per request' })
    const save = advanced.getByRole('button', { name: 'Save' })
    await advanced.getByText(/How many customers are downloaded at once\..*Default: 200\./).waitFor()
    await pages.fill('0')
    await advanced.getByText('Enter a whole number from 1 to 1,000.').waitFor()
    expect(await save.isDisabled()).toBe(true)
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

describe('the calling hours in the settings', () => {
  it('are changed, and holidays of a state are removed, restored and added', async () => {
    const cupDay: ListedHoliday = { date: '2026-11-03', name: 'Melbourne Cup Day', source: 'state', removed: false }
    const { host, section } = await openSettings((twin) => {
      let settings: CallSettings = callSettings
      twin.answer('sightings.callSettings', () => success(settings))
      twin.answer('sightings.setCallSettings', (changes) => {
        settings = { ...settings, ...changes }
        twin.announce({ name: 'sightings.changed' })
        return success(settings)
      })
      twin.answer('sightings.holidays', ({ area }) => {
        const isRemoved = settings.changes.some(({ date, name }) => date === cupDay.date && name === null)
        const added = settings.changes.flatMap(({ date, name }): ListedHoliday[] =>
          name === null ? [] : [{ date, name, source: 'added', removed: false }],
        )
        return success({ holidays: [...(area === 'VIC' ? [{ ...cupDay, removed: isRemoved }] : []), ...added] })
      })
    })
    const calling = section('Calling hours')
    await calling.getByRole('switch', { name: 'Sunday' }).click()
    await chooseOption(calling, 'Sunday, from', '10:00 am')
    const stored = () => host.inputsOf('sightings.setCallSettings').at(-1)
    await expect.poll(() => stored()?.hours?.[0]).toEqual({ from: '10:00', to: '17:00' })
    await chooseOption(calling, 'State', 'Victoria (VIC)')
    await calling.getByRole('button', { name: /^Remove Melbourne Cup Day/ }).click()
    await calling.getByRole('button', { name: /^Restore Melbourne Cup Day/ }).waitFor()
    await calling.getByLabel('Date').fill('2026-08-12')
    await calling.getByRole('textbox', { name: 'Name' }).fill('Show Day')
    await calling.getByRole('button', { name: 'Add holiday' }).click()
    await calling.getByText('Show Day', { exact: true }).waitFor()
    await calling.getByText('Added by you').waitFor()
    expect(stored()?.changes).toHaveLength(2)
  })
})

describe('everyday settings', () => {
  it('choose the date format, the default state and the check interval', async () => {
    const { host, section } = await openSettings((twin) => {
      twin.answer('sightings.holidays', () =>
        success({ holidays: [{ date: '2026-12-25', name: 'Christmas Day', source: 'national', removed: false }] }),
      )
      twin.answer('sightings.setSettings', () =>
        success({ checkEveryMinutes: 30, notify: true, sort: 'suggested', digest: true, digestAt: null }),
      )
    })
    await chooseOption(section('Appearance'), 'Dates', '2026-03-07')
    await section('Calling hours').getByText('Fri 2026-12-25').waitFor()
    await chooseOption(section('Everyday work'), 'Default state of regos', 'Queensland (QLD)')
    await chooseOption(section('Everyday work'), 'Check for new sightings every', '30 minutes')
    await expect.poll(() => host.inputsOf('app.setPreferences')).toContainEqual({ defaultState: 'QLD' })
    await expect.poll(() => host.inputsOf('sightings.setSettings')).toEqual([{ checkEveryMinutes: 30 }])
    await section('Start').getByText('Only the desktop program on Windows and macOS can start by itself.').waitFor()
  })
})
