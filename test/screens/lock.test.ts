import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { LockState } from '../../src/contract/lock.ts'
import { failure, success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { longTest } from '../runs.ts'

/** A host that can be locked, and unlocked with one password. */
function createLockedHost(): HostTwin {
  const host = createPracticeHost()
  let state: LockState = { locked: false, by: 'password', afterMinutes: null, waitSeconds: 0 }
  const change = (locked: boolean) => {
    state = { ...state, locked }
    host.announce({ name: 'lock.changed' })
    return success(state)
  }
  host.answer('lock.state', () => success(state))
  host.answer('lock.now', () => change(true))
  host.answer('lock.unlock', ({ secret }) =>
    secret === 'correct horse 9' ? change(false) : failure({ kind: 'invalid-input', message: 'Wrong password.' }),
  )
  return host
}

const lockScreen = (page: Page) => page.getByRole('main', { name: 'Forecourt is locked' })

async function unlock(page: Page): Promise<void> {
  await lockScreen(page).getByRole('textbox', { name: 'Password' }).fill('correct horse 9')
  await page.keyboard.press('Enter')
  await lockScreen(page).waitFor({ state: 'detached' })
}

it('a locked window shows nothing of the data, has its own help, and keeps what was being typed', async () => {
  const page = await openWindow('/settings/advanced', createLockedHost(), { viewport: { width: 1280, height: 800 } })
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const openSettings = (name: string) =>
    page.getByRole('navigation', { name: 'Pages of Settings' }).getByRole('link', { name }).click()
  await section('Advanced').getByText('Requests', { exact: true }).click()
  const field = section('Advanced').getByRole('textbox', { name: 'Customers per request' })
  await field.fill('12')
  await openSettings('This PC')
  expect(await page.getByText('Practice').filter({ visible: true }).count()).toBeGreaterThan(0)
  await section('Lock').getByRole('button', { name: 'Lock now' }).click()
  await lockScreen(page).waitFor()
  await expect.poll(() => page.getByText('Practice').filter({ visible: true }).count()).toBe(0)
  await expect.poll(() => page.title()).toBe('Forecourt (locked)')
  const help = lockScreen(page).getByText('Forgot it? Enter your recovery key instead.')
  await page.keyboard.press('F1')
  await help.waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('F1')
  await help.waitFor({ state: 'hidden' })
  await lockScreen(page).getByRole('textbox', { name: 'Password' }).fill('wrong password')
  await page.keyboard.press('Enter')
  await lockScreen(page).getByText('Wrong password.').waitFor()
  await unlock(page)
  await openSettings('Advanced and about')
  expect(await field.inputValue()).toBe('12')
})

longTest('a window is locked from Search', async () => {
  const host = createLockedHost()
  const page = await openWindow('/sightings', host)
  await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Lock now')
  await page.getByRole('option', { name: /Lock now/ }).click()
  await lockScreen(page).waitFor()
  expect(host.inputsOf('lock.now')).toEqual([{}])
  await unlock(page)
})
