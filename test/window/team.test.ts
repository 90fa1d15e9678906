import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TeamCarState, TeamStatus } from '../../src/contract/team.ts'
import { teamMessages } from '../../src/core/team/membership/team-messages.ts'
import type { Harness } from './harness.ts'
import { answerWith } from './made-answers.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, salesperson, seriousFindings } from './steps.ts'

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

describe('without a team', () => {
  it('creating one tests the address in steps, and says what is wrong', async () => {
    await section().getByRole('button', { name: 'Create a team…' }).click()
    const form = dialog('Create a team')
    await form.getByRole('textbox', { name: 'Database address' }).fill('postgres://owner:secret@127.0.0.1:1/forecourt')
    await form.getByRole('button', { name: 'Test', exact: true }).click()
    await form.getByText('The database can’t be used.').waitFor(patience)
    expect(await form.getByRole('listitem').count()).toBe(5)
    await form.getByText('Address is valid.').waitFor()
    await form.getByRole('textbox', { name: 'Team name' }).fill('City Motors')
    await form.getByRole('textbox', { name: 'Name of this PC' }).fill('Front desk')
    await page.keyboard.press('Enter')
    await form.getByText('The database can’t be used.').waitFor(patience)
    expect(await seriousFindings(page)).toEqual([])
    expect((await callProgram(page, 'team.status', {})).state).toBe('none')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  })

  it('joining one refuses a text that is no invitation', async () => {
    await section().getByRole('button', { name: 'Join a team…' }).press('Enter')
    const form = dialog('Join a team')
    await form.getByRole('textbox', { name: 'Invitation' }).fill('forecourt-team-1.abc')
    await form.getByRole('textbox', { name: 'Passphrase' }).fill('ABCD-EFGH')
    await form.getByRole('textbox', { name: 'Name of this PC' }).fill('Front desk')
    await page.keyboard.press('Enter')
    await form.getByText('This isn’t a complete invitation.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
  })
})

describe('a team with a database', () => {
  const step = (name: 'address' | 'network' | 'certificate' | 'credentials' | 'tables') =>
    ({ step: name, state: 'passed', words: 'Passed.' }) as const
  const device = { role: 'owner', removed: false, lastActiveAt: null } as const
  const members = [
    { ...device, device: 'a', name: 'Front desk', isThisPc: true },
    { ...device, device: 'b', name: 'Sales office', isThisPc: false, role: 'member' as const },
  ]
  const joined = {
    state: 'member',
    team: { id: 't', name: 'City Motors', address: 'db:5432/team', role: 'owner', members, isPractice: false },
    age: { syncedAt: '2026-11-23T01:00:00.000Z', waiting: 3, newer: 0, refused: 0 },
    failure: null,
    retryAt: null,
    progress: null,
  } as const
  const showStatus = async (status: TeamStatus): Promise<void> => {
    await page.unroute('**/call/team.status')
    await answerWith(page, 'team.status', status)
    await page.getByRole('link', { name: 'Sightings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await goToSettings()
  }

  it('is created after its address was tested, and shows its first invitation', async () => {
    const steps = (['address', 'network', 'certificate', 'credentials', 'tables'] as const).map(step)
    await answerWith(page, 'team.testServer', { ok: true, hasTables: false, steps })
    const expiresAt = '2026-11-30T01:00:00.000Z'
    const invitation = { text: 'forecourt-team-1.first', passphrase: 'AAAA-BBBB', role: 'member', expiresAt } as const
    await answerWith(page, 'team.create', { status: joined, invitation })
    await section().getByRole('button', { name: 'Create a team…' }).click()
    const form = dialog('Create a team')
    await form.getByRole('textbox', { name: 'Database address' }).fill('postgres://owner:secret@db/team')
    await form.getByRole('textbox', { name: 'Team name' }).fill('City Motors')
    await form.getByRole('textbox', { name: 'Name of this PC' }).fill('Front desk')
    await answerWith(page, 'team.status', joined)
    await page.keyboard.press('Enter')
    const shown = dialog('Invitation')
    expect(await shown.getByRole('textbox', { name: 'Invitation' }).inputValue()).toBe(invitation.text)
    await shown.getByText(/in two different ways/).waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await member('Sales office').getByText('No activity yet').waitFor()
    await section().getByText('3 changes', { exact: true }).waitFor()
  })

  it('says what to do when the keychain is locked, the server is gone, or this PC was removed', async () => {
    const withoutKeys = { ...joined.team, members: [] }
    await showStatus({ ...joined, team: withoutKeys, age: null, failure: teamMessages.lockedKeychain })
    await section().getByText('Unlock the keychain and try again.').waitFor()
    await section().getByText('The members are shown when the keys of the team can be read.').waitFor()
    const offline = { kind: 'offline', message: 'Can’t connect to the team’s database.' } as const
    await showStatus({ ...joined, failure: offline, retryAt: '2026-11-23T01:10:00.000Z' })
    await section().getByText('Your work is saved on this PC and sent when the connection is back.').waitFor()
    await section().getByText('Not connected', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await showStatus({ ...joined, state: 'removed', failure: teamMessages.removed })
    await section().getByText('This PC was removed from the team.').waitFor()
    expect(await section().getByRole('button').allInnerTexts()).toEqual(['Leave team…'])
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Sightings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await goToSettings()
  })
})

describe('a PC that joins', () => {
  const device = { role: 'member', removed: false, lastActiveAt: null } as const
  const joining: TeamStatus = {
    state: 'member',
    team: {
      id: 't',
      name: 'City Motors',
      address: 'db:5432/team',
      role: 'member',
      members: [{ ...device, device: 'a', name: 'Front desk', isThisPc: true }],
      isPractice: false,
    },
    age: { syncedAt: null, waiting: 0, newer: 0, refused: 0 },
    failure: null,
    retryAt: null,
    progress: { done: 12_000, total: 480_000, msLeft: 65_000 },
    joining: { losesWork: false },
  }
  const none = { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null } as const
  const show = async (status: TeamStatus): Promise<void> => {
    await page.unrouteAll()
    await answerWith(page, 'team.status', status)
    await page.getByRole('link', { name: 'Sightings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await goToSettings()
    await section().getByText('City Motors').waitFor()
  }
  const cancel = (): Locator => section().getByRole('button', { name: 'Cancel joining the team' })

  it('is cancelled beside its progress without a question, and with one when assignments would be lost', async () => {
    await show({ ...joining, joining: { losesWork: true } })
    await section()
      .getByText(/^12,000 of 480,000, /)
      .waitFor()
    expect(await section().getByRole('button', { name: 'Leave team…' }).count()).toBe(0)
    await cancel().click()
    await dialog('Leave City Motors?').getByRole('button', { name: 'Cancel' }).click()
    await show(joining)
    expect(await seriousFindings(page)).toEqual([])
    await answerWith(page, 'team.leave', none)
    await answerWith(page, 'team.status', none)
    await cancel().press('Enter')
    await section().getByRole('button', { name: 'Join a team…' }).waitFor()
    await page.getByText('Joining was cancelled.').waitFor()
  })

  it('shows that it is leaving when that goes on after a restart, and then offers nothing', async () => {
    await show({ ...joining, leaving: true })
    await section().getByText('Leaving the team', { exact: true }).waitFor()
    expect(await section().getByRole('button').count()).toBe(0)
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Sightings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await goToSettings()
  })
})

describe('the practice team', () => {
  it('has a simulated colleague, whose calls are in the call list, and who is calling', async () => {
    await section().getByRole('button', { name: 'Try it with practice data' }).click()
    await section()
      .getByText(/^This is a practice team with a simulated colleague\./)
      .waitFor()
    await member('Priya’s PC (simulated)').getByText('Last active just now').waitFor(patience)
    await section().getByText('Connected', { exact: true }).waitFor(patience)
    expect(await seriousFindings(page)).toEqual([])

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

  it('lets a car be taken, released and assigned by keys, in its menu and in Search', async () => {
    const name = (await ownerWhere(({ lock, assignedTo }) => lock === null && assignedTo === null)) ?? ''
    const list = page.getByRole('listbox', { name: 'Call list' })
    await list.getByRole('option').filter({ hasText: name }).first().click()
    await page.getByRole('article').getByRole('heading', { level: 2, name }).waitFor()
    const bar = page.getByRole('region', { name: 'Team', exact: true })
    await bar.getByText('Nobody is calling').waitFor()
    await list.focus()
    await page.keyboard.press('f')
    await bar.getByText(/^You are calling until /).waitFor()
    await bar.getByRole('button', { name: 'Release' }).click()
    await bar.getByRole('button', { name: 'Take' }).click()
    await bar.getByText(/^You are calling until /).waitFor()

    await list.focus()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: `Menu for ${name}` })
    expect(await seriousFindings(page)).toEqual([])
    await menu.getByRole('menuitem', { name: 'Release the car' }).click()
    await bar.getByText('Nobody is calling').waitFor()
    await list.getByRole('option', { selected: true }).click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Assign to me' }).click()
    const assigned = (): Promise<string> =>
      bar.getByRole('combobox', { name: 'Assigned to' }).locator('option:checked').innerText()
    await expect.poll(assigned).toBe(salesperson)

    await page.getByRole('button', { name: 'Filter', exact: false }).click()
    const share = page.getByRole('combobox', { name: 'Assigned cars' })
    await share.selectOption({ label: 'My cars' })
    await expect.poll(() => list.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining(name)])
    await share.selectOption({ label: 'Unassigned cars' })
    await expect.poll(() => list.getByRole('option').filter({ hasText: name }).count()).toBe(0)
    await share.selectOption({ label: 'Everyone’s cars' })
    await page.keyboard.press('Escape')

    await list.getByRole('option').filter({ hasText: name }).first().click()
    await page.getByRole('article').getByRole('heading', { level: 2, name }).waitFor()
    await list.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Assign the car')
    await page.getByRole('option', { name: /Assign the car/ }).click()
    const choice = bar.getByRole('combobox', { name: 'Assigned to' })
    await expect.poll(() => choice.evaluate((select) => select === document.activeElement)).toBe(true)
    await choice.selectOption({ label: 'Not assigned' })
    await expect.poll(assigned).toBe('Not assigned')
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
    expect(await seriousFindings(page)).toEqual([])
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
