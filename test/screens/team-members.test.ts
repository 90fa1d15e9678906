import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import type { TeamStatus } from '../../src/contract/team.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { longTest } from '../runs.ts'

const none: TeamStatus = { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null }
const active = { removed: false, lastActiveAt: '2026-11-19T23:30:00.000Z' } as const
const members = [
  { ...active, device: 'a', name: 'My PC', role: 'owner' as const, isThisPc: true },
  { ...active, device: 'b', name: 'Priya’s PC (simulated)', role: 'member' as const, isThisPc: false },
]
const practiceTeam: TeamStatus = {
  ...none,
  state: 'member',
  team: { id: 't', name: 'Practice team', address: 'practice', role: 'owner', members, isPractice: true },
  age: { syncedAt: '2026-11-19T23:30:00.000Z', waiting: 0, newer: 0, refused: 0 },
}

/** Opens Settings on a PC whose team is so. `change` is what the program announces. */
async function openTeam(first: TeamStatus) {
  const host: HostTwin = createPracticeHost()
  let status = first
  const change = (to: TeamStatus) => {
    status = to
    host.announce({ name: 'team.changed' })
    return success(status)
  }
  host.answer('team.status', () => success(status))
  const page: Page = await openWindow('/settings/team', host, { viewport: { width: 1280, height: 800 } })
  const section = page.getByRole('region', { name: 'Team', exact: true })
  const member = (name: string): Locator => section.getByRole('listitem').filter({ hasText: name })
  return { host, page, section, member, change }
}

longTest('a practice team with a simulated colleague is tried from the settings', async () => {
  const { host, section, member, change } = await openTeam(none)
  host.answer('team.startPractice', () => {
    change(practiceTeam)
    return success({ status: practiceTeam })
  })
  await section.getByRole('button', { name: 'Try it with practice data' }).click()
  await section.getByText(/^This is a practice team with a simulated colleague\./).waitFor()
  await member('Priya’s PC (simulated)').getByText('Last active just now').waitFor()
  await section.getByText('Connected', { exact: true }).waitFor()
  expect(host.inputsOf('team.startPractice')).toHaveLength(1)
})

it('an invitation is shown with its passphrase, once, and a colleague who accepts it is in the list', async () => {
  const { host, page, section, member, change } = await openTeam(practiceTeam)
  const invitation = {
    text: 'forecourt-team-1.second',
    passphrase: 'AAAA-BBBB-CCCC-DDDD-EEEE',
    role: 'member',
    expiresAt: '2026-11-26T23:30:00.000Z',
  } as const
  host.answer('team.invite', () => success(invitation))
  await section.getByRole('button', { name: 'Invite…' }).click()
  await page.getByRole('dialog', { name: 'Invite a member' }).getByRole('button', { name: 'Create invitation' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation' })
  expect(await shown.getByRole('textbox', { name: 'Invitation' }).inputValue()).toBe(invitation.text)
  expect(await shown.getByRole('textbox', { name: 'Passphrase' }).inputValue()).toBe(invitation.passphrase)
  await shown.getByText(/^Expires /).waitFor()
  await shown.getByRole('button', { name: 'Copy invitation' }).waitFor()
  await shown.getByRole('button', { name: 'Done' }).click()
  await shown.waitFor({ state: 'detached' })
  expect(await page.getByText(invitation.passphrase).count()).toBe(0)
  const marcus = { ...active, device: 'c', name: 'Marcus’s PC (simulated)', role: 'member', isThisPc: false } as const
  if (!practiceTeam.team) throw new Error('There is a team')
  change({ ...practiceTeam, team: { ...practiceTeam.team, members: [...members, marcus] } })
  await member('Marcus’s PC (simulated)').waitFor()
})

it('the removal of an owner says that it keeps the login of the database', async () => {
  const { team } = practiceTeam
  if (!team) throw new Error('There is a team')
  const owners = members.map((each) => ({ ...each, role: 'owner' as const }))
  const { page, section } = await openTeam({ ...practiceTeam, team: { ...team, members: owners } })
  await section.getByRole('button', { name: 'Remove Priya’s PC (simulated)' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Priya’s PC (simulated) from the team?' })
  await question.getByText(/it keeps the login of the database/).waitFor()
  expect(await question.getByText(/loses access/).count()).toBe(0)
})

it('a member is removed after a question, and the team ends when this PC leaves', async () => {
  const { host, page, section, member, change } = await openTeam(practiceTeam)
  const { team } = practiceTeam
  if (!team) throw new Error('There is a team')
  const left = members.map((each) => ({ ...each, removed: each.device === 'b' }))
  host.answer('team.removeMember', () => change({ ...practiceTeam, team: { ...team, members: left } }))
  host.answer('team.leave', () => change(none))
  await section.getByRole('button', { name: 'Remove Priya’s PC (simulated)' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Priya’s PC (simulated) from the team?' })
  await question.getByText(/loses access to the database\. What that PC has already received stays on it\./).waitFor()
  await question.getByText(/calls that are assigned to its people stay assigned to them/).waitFor()
  expect(host.inputsOf('team.removeMember')).toEqual([])
  await question.getByRole('button', { name: 'Remove member' }).click()
  await member('Priya’s PC (simulated)').getByText('Last active').waitFor({ state: 'detached' })
  await section.getByText('Removed members (1)').waitFor()
  await section.getByRole('button', { name: 'Leave team…' }).click()
  expect(host.inputsOf('team.leave')).toEqual([])
  await page.getByRole('dialog', { name: 'Leave Practice team?' }).getByRole('button', { name: 'Leave team' }).click()
  await section.getByRole('button', { name: 'Try it with practice data' }).waitFor()
})
