import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeamCarState } from '../../src/contract/team.ts'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice } from './steps.ts'

let forecourt: Harness
let page: Page

/** The simulated colleague joins after seconds, and this PC asks its log every 1.5 seconds. */
const patience = { timeout: 30_000 }
const section = (): Locator => page.getByRole('region', { name: 'Team', exact: true })
const member = (name: string): Locator => section().getByRole('listitem').filter({ hasText: name })
const dialog = (name: string): Locator => page.getByRole('dialog', { name })

async function goToSettings(): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}

/** The name of the first customer of the call list whose car is so for the team; null: there is none. */
async function ownerWhere(isSo: (work: TeamCarState) => boolean): Promise<string | null> {
  const { cars } = await callProgram(page, 'sightings.list', { view: 'all', offset: 0, limit: 50 })
  for (const { customer } of cars) {
    const { work } = await callProgram(page, 'teamWork.car', { customerId: customer.id })
    if (work && isSo(work)) return customer.clientName
  }
  return null
}

beforeAll(async () => {
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
  await goToSettings()
})
afterAll(() => forecourt?.close())

describe('the practice team', () => {
  it('has a simulated colleague, whose calls are in the call list, and who is calling', async () => {
    await section().getByRole('button', { name: 'Try it with practice data' }).click()
    await section()
      .getByText(/^This is a practice team with a simulated colleague\./)
      .waitFor()
    await member('Priya’s PC (simulated)').getByText('Last active just now').waitFor(patience)
    await section().getByText('Connected', { exact: true }).waitFor(patience)

    await page.getByRole('link', { name: 'Sightings' }).click()
    const list = page.getByRole('listbox', { name: 'Call list' })
    await list.getByRole('option').first().waitFor()
    await expect.poll(async () => await ownerWhere(({ lock }) => lock !== null), patience).not.toBeNull()
    const name = (await ownerWhere(({ lock }) => lock !== null)) ?? ''
    await page
      .getByRole('group', { name: 'Views' })
      .getByRole('button', { name: /^All \d/ })
      .click()
    await list.getByRole('option').filter({ hasText: name }).first().click()
    const bar = page.getByRole('region', { name: 'Team', exact: true })
    await bar.getByText(/^Being called by Priya Shah until /).waitFor(patience)
    await bar.getByText(/^Team data just now/).waitFor()
    expect(await bar.getByRole('button', { name: 'Take' }).count()).toBe(0)
  })

  it('shows what the colleague recorded with the colleague’s name', async () => {
    const name = await ownerWhere(({ outcomes }) => outcomes[0]?.outcome === 'voicemail')
    expect(name).not.toBeNull()
    const list = page.getByRole('listbox', { name: 'Call list' })
    await list
      .getByRole('option')
      .filter({ hasText: name ?? 'nobody' })
      .first()
      .click()
    await page
      .getByRole('article')
      .getByRole('heading', { level: 2, name: name ?? '' })
      .waitFor()
    const history = page.getByRole('region', { name: 'Call history' })
    await history.getByText('Left a message about a trade-in.').waitFor()
    await history
      .getByText(/Priya Shah/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'Priya Shah' }).first().waitFor()
  })

  it('shows an invitation with its passphrase once, and a colleague accepts it', async () => {
    await goToSettings()
    await section().getByRole('button', { name: 'Invite…' }).click()
    await dialog('Invite a member').getByRole('button', { name: 'Create invitation' }).click()
    const shown = dialog('Invitation')
    expect(await shown.getByRole('textbox', { name: 'Invitation' }).inputValue()).toMatch(/^forecourt-team-1\./)
    expect(await shown.getByRole('textbox', { name: 'Passphrase' }).inputValue()).toMatch(/^(\w{4}-){4}\w{4}$/)
    await shown.getByText(/^Expires /).waitFor()
    await shown.getByRole('button', { name: 'Copy invitation' }).waitFor()
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    await member('Marcus’s PC (simulated)').waitFor(patience)
  })

  it('removes a member after a question, and ends when this PC leaves', async () => {
    await section().getByRole('button', { name: 'Remove Priya’s PC (simulated)' }).click()
    const question = dialog('Remove Priya’s PC (simulated) from the team?')
    await question.getByText(/What that PC has already received stays on it\./).waitFor()
    await question.getByRole('button', { name: 'Remove member' }).click()
    await member('Priya’s PC (simulated)').getByText('Last active').waitFor({ state: 'detached' })
    await section().getByText('Removed members (1)').waitFor()
    await section().getByRole('button', { name: 'Sync now' }).click()

    await section().getByRole('button', { name: 'Leave team…' }).click()
    await dialog('Leave Practice team?').getByRole('button', { name: 'Leave team' }).click()
    await section().getByRole('button', { name: 'Try it with practice data' }).waitFor(patience)
    expect((await callProgram(page, 'team.status', {})).state).toBe('none')
  })
})
