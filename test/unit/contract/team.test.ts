import { expect, it } from 'vitest'
import { team } from '../../../src/contract/team.ts'

it('takes no team without a name or an address, and an invitation for 30 days at most', () => {
  const input = { address: 'postgresql://db.example.com/team', name: ' City Motors ', pcName: 'Front desk' }
  expect(team.create.input.parse(input).name).toBe('City Motors')
  expect(team.create.input.safeParse({ ...input, name: ' ' }).success).toBe(false)
  expect(team.create.input.safeParse({ ...input, address: '' }).success).toBe(false)
  expect(team.invite.input.safeParse({ role: 'member', days: 31 }).success).toBe(false)
})

it('says that there is no team, with the same shape as for a member', () => {
  const none = { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null }
  expect(team.status.output.parse(none)).toEqual(none)
})
