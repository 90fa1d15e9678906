import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import type { TeamCarState, TeamStatus } from '../../src/contract/team.ts'
import { teamMessages } from '../../src/core/team/membership/team-messages.ts'
import { longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { carsOf, openCalls } from './call-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'

const device = { role: 'owner', removed: false, lastActiveAt: null } as const
const members = [
  { ...device, device: 'a', name: 'Front desk', isThisPc: true },
  { ...device, device: 'b', name: 'Sales office', isThisPc: false, role: 'member' as const },
]
const joined: TeamStatus = {
  state: 'member',
  team: { id: 't', name: 'City Motors', address: 'db:5432/team', role: 'owner', members, isPractice: false },
  age: { syncedAt: '2026-11-19T23:20:00.000Z', waiting: 3, newer: 0, refused: 0 },
  failure: null,
  retryAt: null,
  progress: null,
}
const joining: TeamStatus = {
  ...joined,
  team: { id: 't', name: 'City Motors', address: 'db:5432/team', role: 'member', members, isPractice: false },
  age: { syncedAt: null, waiting: 0, newer: 0, refused: 0 },
  progress: { done: 12_000, total: 480_000, secondsLeft: 65 },
  joining: { losesWork: false },
}
const none: TeamStatus = { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null }
const address = 'postgres://owner:secret@db/team'

interface TeamScreen {
  readonly host: HostTwin
  readonly page: Page
  /** The section of the settings. */
  readonly section: Locator
}

/** Opens Settings on a PC whose team is so. */
async function openTeam(status: TeamStatus): Promise<TeamScreen> {
  const host = createPracticeHost()
  host.answer('team.status', () => success(status))
  const page = await openWindow('/settings/team', host, { viewport: { width: 1280, height: 800 } })
  return { host, page, section: page.getByRole('region', { name: 'Team', exact: true }) }
}

const serverTest = (ok: boolean) => ({
  ok,
  hasTables: false,
  steps: (['address', 'network', 'certificate', 'credentials', 'tables'] as const).map((step, at) => ({
    step,
    state: ok || at === 0 ? ('passed' as const) : at === 1 ? ('failed' as const) : ('not-reached' as const),
    words: at === 0 ? 'Address is valid.' : `Step ${at}.`,
  })),
})

describe('the creation of a team', () => {
  const fill = async (form: Locator): Promise<void> => {
    await form.getByRole('textbox', { name: 'Database address' }).fill(address)
    await form.getByRole('textbox', { name: 'Team name' }).fill('City Motors')
    await form.getByRole('textbox', { name: 'Name of this PC' }).fill('Front desk')
  }

  it('tests the address in steps, and says what is wrong before anything is created', async () => {
    const { host, page, section } = await openTeam(none)
    host.answer('team.testServer', () => success(serverTest(false)))
    await section.getByRole('button', { name: 'Create a team…' }).click()
    const form = page.getByRole('dialog', { name: 'Create a team' })
    await form.getByText(/^Everything recorded on this PC so far is shared too: .* This can’t be undone\./).waitFor()
    await form.getByRole('textbox', { name: 'Database address' }).fill(address)
    await form.getByRole('button', { name: 'Test', exact: true }).click()
    await form.getByText('The database can’t be used.').waitFor()
    expect(await form.getByRole('listitem').count()).toBe(5)
    await form.getByText('Address is valid.').waitFor()
    await fill(form)
    await page.keyboard.press('Enter')
    await expect.poll(() => host.inputsOf('team.testServer')).toHaveLength(2)
    await form.getByText('The database can’t be used.').waitFor()
    expect(host.inputsOf('team.create')).toEqual([])
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  })

  it('shows the first invitation', async () => {
    const { host, page, section } = await openTeam(none)
    const expiresAt = '2026-11-26T23:30:00.000Z'
    const invitation = { text: 'forecourt-team-1.first', passphrase: 'AAAA-BBBB', role: 'member', expiresAt } as const
    host.answer('team.testServer', () => success(serverTest(true)))
    host.answer('team.create', () => {
      host.answer('team.status', () => success(joined))
      return success({ status: joined, invitation })
    })
    await section.getByRole('button', { name: 'Create a team…' }).click()
    await fill(page.getByRole('dialog', { name: 'Create a team' }))
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Invitation' })
    expect(await shown.getByRole('textbox', { name: 'Invitation' }).inputValue()).toBe(invitation.text)
    await shown.getByText(/in two different ways/).waitFor()
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    const office = section.getByRole('listitem').filter({ hasText: 'Sales office' })
    await office.getByText('No activity yet').waitFor()
    await section.getByText('3 changes', { exact: true }).waitFor()
    expect(host.inputsOf('team.create')).toEqual([
      { address, certificates: null, name: 'City Motors', pcName: 'Front desk' },
    ])
  })
})

describe('joining a team', () => {
  it('refuses a text that is no invitation', async () => {
    const { host, page, section } = await openTeam(none)
    host.answer('team.join', () => failure(teamMessages.damagedInvitation))
    await section.getByRole('button', { name: 'Join a team…' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Join a team' })
    await form.getByText(/^Everything recorded on this PC so far is shared too: .* This can’t be undone\./).waitFor()
    await form.getByText(/People that the team has deleted are deleted here too, and at the service\./).waitFor()
    await form.getByRole('textbox', { name: 'Invitation' }).fill('forecourt-team-1.abc')
    await form.getByRole('textbox', { name: 'Passphrase' }).fill('ABCD-EFGH')
    await form.getByRole('textbox', { name: 'Name of this PC' }).fill('Front desk')
    await page.keyboard.press('Enter')
    await form.getByText('This isn’t a complete invitation.').waitFor()
    expect(host.inputsOf('team.join')).toMatchObject([{ invitation: 'forecourt-team-1.abc', pcName: 'Front desk' }])
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
  })

  longTest('is cancelled beside its progress without a question', async () => {
    const { host, page, section } = await openTeam(joining)
    host.answer('team.leave', () => {
      host.answer('team.status', () => success(none))
      return success(none)
    })
    await section.getByText(/^12,000 of 480,000, /).waitFor()
    expect(await section.getByRole('button', { name: 'Leave team…' }).count()).toBe(0)
    await section.getByRole('button', { name: 'Cancel joining the team' }).press('Enter')
    await section.getByRole('button', { name: 'Join a team…' }).waitFor()
    await page.getByText('Joining was cancelled.').waitFor()
  })

  it('is cancelled after a question when assignments would be lost', async () => {
    const { host, page, section } = await openTeam({ ...joining, joining: { losesWork: true } })
    await section.getByRole('button', { name: 'Cancel joining the team' }).click()
    await page.getByRole('dialog', { name: 'Leave City Motors?' }).getByRole('button', { name: 'Cancel' }).click()
    expect(host.inputsOf('team.leave')).toEqual([])
  })
})

describe('a team in the settings', () => {
  it('says to unlock the keychain when its keys cannot be read', async () => {
    const { section } = await openTeam({
      ...joined,
      team: { id: 't', name: 'City Motors', address: 'db:5432/team', role: 'owner', members: [], isPractice: false },
      age: null,
      failure: teamMessages.lockedKeychain,
    })
    await section.getByText('Unlock the keychain and try again.').waitFor()
    await section.getByText('The members are shown when the keys of the team can be read.').waitFor()
    expect(await section.getByRole('listitem').count()).toBe(0)
  })

  it('says that work is saved while the server is gone', async () => {
    const offline = { kind: 'offline', message: 'Can’t connect to the team’s database.' } as const
    const { page, section } = await openTeam({ ...joined, failure: offline, retryAt: '2026-11-19T23:40:00.000Z' })
    await section.getByText('Your work is saved on this PC and sent when the connection is back.').waitFor()
    await section.getByText('Not connected', { exact: true }).waitFor()
    expect(await section.getByRole('listitem').count()).toBe(2)
    await section.getByRole('button', { name: 'Leave team…' }).click()
    const question = page.getByRole('dialog', { name: 'Leave City Motors?' })
    await question
      .getByText(/calls assigned to people of other PCs are not assigned afterwards\. 3 changes are waiting/)
      .waitFor()
  })

  it('can only be left when this PC was removed', async () => {
    const { section } = await openTeam({ ...joined, state: 'removed', failure: teamMessages.removed })
    await section.getByText('This PC was removed from the team.').waitFor()
    expect(await section.getByRole('button').allInnerTexts()).toEqual(['Leave team…'])
  })

  it('offers nothing while this PC is leaving', async () => {
    const { section } = await openTeam({ ...joining, leaving: true })
    await section.getByText('Leaving the team', { exact: true }).waitFor()
    expect(await section.getByRole('button').count()).toBe(0)
  })
})

describe('a car of a team', () => {
  const jo = { id: 'jo', name: 'Jo Taylor' }
  const free: TeamCarState = {
    lock: null,
    replaced: null,
    pcNames: {},
    syncedAt: '2026-11-19T23:30:00.000Z',
    waiting: 0,
  }

  /** Opens the call list of a PC in a team. Cars can be taken and released. */
  async function openTeamCalls(first: TeamCarState = free) {
    const cars = carsOf('Priya Raman', 'Liam Campbell', 'Wei Singh')
    let work = first
    const screen = await openCalls({
      cars,
      prepare(host) {
        const change = (to: Partial<TeamCarState>) => {
          work = { ...work, ...to }
          return success({ work })
        }
        host.answer('teamWork.car', () => success({ work }))
        const lock = { by: jo, device: 'a', until: '2026-11-19T23:59:00.000Z', isThisPc: true }
        host.answer('teamWork.take', () => change({ lock }))
        host.answer('teamWork.release', () => change({ lock: null }))
        host.answer('team.status', () => success(joined))
      },
    })
    const bar = screen.page.getByRole('region', { name: 'Team', exact: true })
    return { ...screen, bar }
  }

  it('says who is calling it, and who else it was assigned to at the same time, and cannot be taken then', async () => {
    const lock = {
      by: { id: 'p', name: 'Priya Shah' },
      device: 'b',
      until: '2026-11-19T23:59:00.000Z',
      isThisPc: false,
    }
    const { bar } = await openTeamCalls({ ...free, lock, replaced: { to: 'Ravi Patel', by: 'Priya Shah' } })
    await bar.getByText('Also assigned to Ravi Patel at the same time, by Priya Shah. Agree on who calls.').waitFor()
    await bar.getByText('Being called by Priya Shah until 10:59 am').waitFor()
    await bar.getByText(/^Team data just now/).waitFor()
    expect(await bar.getByRole('button', { name: 'Take' }).count()).toBe(0)
  })

  it('is taken and released by key, by button and in its menu', async () => {
    const { host, page, list, bar } = await openTeamCalls()
    await bar.getByText('Nobody is calling').waitFor()
    await list.focus()
    await page.keyboard.press('f')
    await bar.getByText(/^You are calling until /).waitFor()
    await bar.getByRole('button', { name: 'Release' }).click()
    await bar.getByRole('button', { name: 'Take' }).click()
    await bar.getByText(/^You are calling until /).waitFor()
    await list.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu', { name: 'Menu for Priya Raman' }).getByText('Release the car').click()
    await bar.getByText('Nobody is calling').waitFor()
    const calls = [host.inputsOf('teamWork.take'), host.inputsOf('teamWork.release')]
    expect(calls.map((inputs) => inputs.length)).toEqual([2, 2])
  })
})
