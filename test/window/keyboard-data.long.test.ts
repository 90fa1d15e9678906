import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { KeyboardUser } from './keyboard-walk.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, password, sample } from './steps.ts'

describe('a user without a mouse works with folders, exports, a team and the deletion, and hears each result once', () => {
  let forecourt: Harness
  let page: Page
  let user: KeyboardUser
  const root = mkdtempSync(join(tmpdir(), 'forecourt-keyboard-'))

  const button = (name: string | RegExp, scope: Page | Locator = page): Locator =>
    scope.getByRole('button', { name, exact: true }).first()
  const field = (name: string, scope: Page | Locator = page): Locator =>
    scope.getByRole('textbox', { name, exact: true })
  const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true })
  async function heard(text: string | RegExp, times = 1): Promise<void> {
    await expect.poll(() => user.saidTimes(text), { timeout: 30_000 }).toBe(times)
  }

  beforeAll(async () => {
    forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 }, args: ['--practice-speed=2000'] })
    await KeyboardUser.watch(forecourt.context)
    page = forecourt.page
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    user = new KeyboardUser(page)
    await user.tabTo(page.getByRole('link', { name: 'Sightings' }))
  })
  afterAll(async () => {
    await forecourt?.close()
    rmSync(root, { recursive: true, force: true })
  })

  const openSettings = async (name: string) =>
    user.activate(page.getByRole('navigation', { name: 'Pages of Settings' }).getByRole('link', { name, exact: true }))

  it('renames a connection in its form', async () => {
    await user.goTo(7, 'Settings')
    await user.activate(button('Edit Practice'))
    const form = dialog('Edit Practice')
    await form.waitFor()
    await user.tabTo(field('Name', form))
    await user.fill('Yard practice')
    await user.press('Enter')
    await form.waitFor({ state: 'detached' })
    await user.keepsFocus('renaming a connection')
    await heard('Connection saved.')
    await button('Edit Yard practice').waitFor()
    expect((await callProgram(page, 'connections.state', {})).current?.name).toBe('Yard practice')
  })

  it('watches a folder, hears the result of its file, pauses it and stops watching', async () => {
    const folder = join(root, 'Nightly exports')
    mkdirSync(folder)
    await openSettings('This PC')
    await user.activate(page.getByRole('region', { name: 'Watched folders' }).getByRole('link'))
    await page.getByRole('heading', { level: 1, name: 'Watched folders' }).waitFor()
    await user.activate(button('Add folder'))
    const form = dialog('Add a watched folder')
    await form.waitFor()
    await user.tabTo(field('Folder', form))
    await user.type(join(root, 'nowhere'))
    await user.press('Enter')
    await heard('Can’t find the folder')
    await user.tabTo(field('Folder', form))
    await user.fill(folder)
    await user.press('Enter')
    await form.waitFor({ state: 'detached' })
    await user.keepsFocus('adding a folder')
    await heard('Watched folder saved')

    const card = page.getByRole('region', { name: /^Nightly exports/ })
    await card.getByText('Watching', { exact: true }).waitFor()
    await user.activate(button(/^Pause/, card))
    await heard('Nightly exports: Paused')
    const watching = await user.saidTimes('Nightly exports: Watching')
    await user.activate(button(/^Resume/, card))
    await heard('Nightly exports: Watching', watching + 1)
    copyFileSync(sample('sold-vehicles.csv'), join(folder, 'sold-vehicles.csv'))
    await user.activate(button(/^Check now/, card))
    await heard('Checking “Nightly exports” for new files.')
    await heard('sold-vehicles.csv: Needs your answer')
    await user.activate(button(/^Remove/, card))
    await dialog('Stop watching “Nightly exports”?').waitFor()
    await user.activate(button('Stop watching', dialog('Stop watching “Nightly exports”?')))
    await card.waitFor({ state: 'detached' })
    await user.keepsFocus('removing a folder')
    await heard('“Nightly exports” is no longer watched.')
    await heard('Can’t find the folder')
    expect(await user.pointerPresses()).toEqual([])
  })

  it('exports everything', async () => {
    const target = join(root, 'export')
    mkdirSync(target)
    await user.goTo(7, 'Settings')
    await openSettings('Privacy and data')
    await user.activate(page.getByRole('link', { name: 'Open Privacy' }))
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
    const tab = page.getByRole('tab', { name: 'Exports' })
    await user.tabTo(page.getByRole('tab', { name: 'One person' }))
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await user.press(key)
    await tab.and(page.locator('[aria-selected="true"]')).waitFor()
    await user.activate(button('Export everything…'))
    const form = dialog('Export everything')
    await form.waitFor()
    await user.tabTo(field('Folder', form))
    await user.type(target)
    await user.press('Enter')
    await form.waitFor({ state: 'detached' })
    await heard('Export complete.')
    await user.keepsFocus('an export')
    expect(readdirSync(target).length).toBe(1)
    expect(await user.saidTimes('Exporting…')).toBeLessThan(2)
  })

  it('tries a team and leaves it', async () => {
    await user.goTo(7, 'Settings')
    await openSettings('Team')
    const section = page.getByRole('region', { name: 'Team', exact: true })
    await user.activate(button('Try it with practice data', section))
    await section.getByText('Members (2)').waitFor({ timeout: 30_000 })
    await user.keepsFocus('trying a team')
    // The team says it once more when the colleague's entries arrive after it.
    await expect.poll(() => user.saidTimes(/^Connected$/), { timeout: 30_000 }).toBeGreaterThan(0)
    await user.activate(button('Leave team…', section))
    await user.activate(button('Leave team', dialog('Leave Practice team?')))
    await button('Try it with practice data', section).waitFor()
    await user.keepsFocus('leaving a team')
    expect((await callProgram(page, 'team.status', {})).state).toBe('none')
    expect(await user.pointerPresses()).toEqual([])
  })

  it('deletes all data, after a wrong password', async () => {
    await user.goTo(7, 'Settings')
    await openSettings('Privacy and data')
    await user.activate(button('Delete all data on this PC…'))
    const form = dialog('Delete all data on this PC')
    await field('Type delete all to confirm', form).waitFor()
    await user.tabTo(field('Password of your data', form))
    await user.type('not the password')
    await user.tabTo(field('Type delete all to confirm', form))
    await user.type('delete all')
    await user.press('Enter')
    await heard("That password isn't correct.")
    await user.tabTo(field('Password of your data', form))
    await user.fill(password)
    expect(await user.saidTimes('Looking at your data…')).toBeLessThan(2)
    expect(await user.pointerPresses()).toEqual([])
    await user.tabTo(field('Type delete all to confirm', form))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'How should your data be stored on this PC?' }).waitFor()
    // The window was loaded again, as at the first start.
    await user.tabTo(field('New password'))
    await user.keepsFocus('the deletion of all data')
    expect(await user.pointerPresses()).toEqual([])
  })
})
