import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemberList } from '../../../../../src/core/team/log/membership.ts'
import { mergeMembers } from '../../../../../src/core/team/merge/merge-members.ts'
import type { LogEntry } from '../../../../../src/core/team/log/entry.ts'
import { createPc, emptyList, newGrant, teamId, type WritingPc } from '../team-harness.ts'
import { runs } from '../../../../runs.ts'

const [founder, owner, member, joiner] = ['Founder', 'Owner', 'Member', 'Joiner'].map(createPc) as [
  WritingPc,
  WritingPc,
  WritingPc,
  WritingPc,
]
const root = { teamId, founder: { device: founder.device, signKey: founder.member().signKey } }
const list = (pc: WritingPc, n: number, more: Partial<MemberList>, at = n): LogEntry =>
  pc.entry(n, { kind: 'members', data: emptyList({ version: n, ...more }) }, { at: [at, 0] })
const everyone = [founder.member({ role: 'owner' }), owner.member({ role: 'owner' }), member.member()]
const start = list(founder, 1, { members: everyone })
const { key: grantKey, grant } = newGrant('g', 1_000)
const merge = (...entries: LogEntry[]) => mergeMembers(root, entries)
const untilOf = (entries: LogEntry[], pc: WritingPc) => merge(...entries).members.get(pc.device)?.until

it('knows the founder before any list arrives', () => {
  expect(merge().members.get(founder.device)).toMatchObject({ role: 'owner', until: null })
})

it('counts the lists of owners', () => {
  const { members, version } = merge(start, list(owner, 2, { members: [member.member({ name: 'New name' })] }))
  expect([...members.values()].map(({ name, role }) => [name, role])).toEqual([
    ['Founder', 'owner'],
    ['Owner', 'owner'],
    ['New name', 'member'],
  ])
  expect(version).toBe(2)
})

it('ignores lists of members, strangers and of devices that make themselves owners', () => {
  const self = list(member, 2, { members: [member.member({ role: 'owner' }), joiner.member()] })
  const stranger = list(joiner, 1, { members: [joiner.member({ role: 'owner' })] })
  const { members } = merge(start, self, stranger)
  expect(members.get(member.device)?.role).toBe('member')
  expect(members.has(joiner.device)).toBe(false)
})

it('never changes the keys of a device', () => {
  const other = createPc('x').member()
  const changed = { ...founder.member(), signKey: other.signKey }
  const { members } = merge(
    start,
    list(owner, 2, { members: [changed, { ...member.member(), ...other, device: member.device }] }),
  )
  expect(members.get(founder.device)?.signKey).toBe(founder.member().signKey)
  expect(members.get(member.device)?.signKey).toBe(member.member().signKey)
})

describe('a removed member', () => {
  const removal = list(founder, 2, { members: [member.member({ until: 7 })] })
  it('is removed from the entry that the owner had not seen', () => {
    expect(untilOf([start, removal], member)).toBe(7)
  })
  it('stays removed, at the least number of two removals', () => {
    const again = list(owner, 3, { members: [member.member({ until: 9 })] })
    const restored = list(owner, 4, { members: [member.member({ until: null })] })
    expect(untilOf([restored, again, removal, start], member)).toBe(7)
  })
  it('who leaves is removed after the entry that says so', () => {
    expect(untilOf([start, member.entry(4, { kind: 'leave', data: {} })], member)).toBe(4)
  })
})

describe('two owners at once', () => {
  const byFounder = list(founder, 2, { members: [owner.member({ role: 'owner', until: 4 })] }, 500)
  const byOwner = list(
    owner,
    5,
    { members: [founder.member({ until: 1 }), joiner.member({ role: 'owner' })], version: 2 },
    2,
  )

  it('who remove each other: the founder stays, also with the later clock', () => {
    const { members } = merge(byOwner, byFounder, start)
    expect(members.get(founder.device)?.until).toBeNull()
    expect(members.get(owner.device)?.until).toBe(4)
    expect(members.has(joiner.device)).toBe(false)
  })
  it('a list is taken back, with what rests on it, when its writer was removed before it', () => {
    const third = createPc('Third')
    const first = list(founder, 1, { members: [...everyone, third.member({ role: 'owner' })] })
    const accomplice = list(owner, 3, { version: 2, members: [joiner.member({ role: 'owner' })] })
    const ofAccomplice = list(joiner, 1, { version: 3, members: [createPc('Fourth').member()] })
    const removal = list(third, 1, { version: 9, members: [owner.member({ until: 2 })] })
    expect(merge(first, accomplice, ofAccomplice).members.size).toBe(6)
    expect(merge(first, accomplice, ofAccomplice, removal).members.size).toBe(4)
  })
})

describe('an invitation', () => {
  const invited = list(founder, 2, { grants: [grant] })
  const joins = (pc: WritingPc, more = {}, at = 500): LogEntry =>
    pc.entry(1, { kind: 'join', data: pc.join('g', grantKey, more) }, { at: [at, 0] })

  it('makes the PC that joins an unconfirmed member, until an owner confirms it', () => {
    const { members, unconfirmed } = merge(joins(joiner), invited, start)
    expect(members.get(joiner.device)).toEqual(joiner.member())
    expect(unconfirmed).toEqual([joiner.device])
  })
  it('counts once: of two PCs, the one with the earlier entry', () => {
    const { members } = merge(start, invited, joins(createPc('Second'), {}, 501), joins(joiner))
    expect(members.size).toBe(4)
    expect(members.has(joiner.device)).toBe(true)
  })
  it('gives its place to the PC that an owner confirmed, whatever time a later one claims', () => {
    const confirmed = list(founder, 3, { members: [joiner.member()] })
    const { members, unconfirmed } = merge(start, invited, joins(joiner), confirmed, joins(createPc('Second'), {}, 3))
    expect([members.size, unconfirmed]).toEqual([4, []])
  })
  it.each([
    ['after it expired', [joins(joiner, {}, 1_000)]],
    ['with a proof for other keys', [joins(joiner, { boxKey: member.member().boxKey })]],
    [
      'with a proof of another invitation',
      [joiner.entry(1, { kind: 'join', data: joiner.join('g', newGrant('g').key) })],
    ],
    ['that no owner made', [joiner.entry(1, { kind: 'join', data: joiner.join('other', grantKey) }, { at: [5, 0] })]],
    ['that an owner closed', [joins(joiner), list(owner, 4, { grants: [{ ...grant, closed: true }] })]],
  ])('%s makes nobody a member', (_, entries) => {
    expect(merge(start, invited, ...entries).members.has(joiner.device)).toBe(false)
  })
})

it('has the same members from any order of arrival', () => {
  const pcs = [founder, owner, member, joiner]
  const entry = fc
    .record({
      writer: fc.nat(3),
      n: fc.integer({ min: 1, max: 9 }),
      version: fc.integer({ min: 1, max: 5 }),
      at: fc.integer({ min: 1, max: 2_000 }),
      about: fc.array(fc.record({ pc: fc.nat(3), owner: fc.boolean(), until: fc.option(fc.nat(9)) }), { maxLength: 3 }),
      kind: fc.constantFrom('members', 'members', 'members', 'join', 'leave'),
      closed: fc.boolean(),
    })
    .map(({ writer, n, version, at, about, kind, closed }): LogEntry => {
      const pc = pcs[writer] ?? founder
      const head = { at: [at, 0], id: `${kind}${n}` } as const
      if (kind === 'leave') return pc.entry(n, { kind, data: {} }, head)
      if (kind === 'join') return pc.entry(n, { kind, data: pc.join('g', grantKey) }, head)
      const members = about.map(({ pc: at, owner: isOwner, until }) =>
        (pcs[at] ?? founder).member({ role: isOwner ? 'owner' : 'member', until }),
      )
      return pc.entry(
        n,
        { kind: 'members', data: emptyList({ version, members, grants: [{ ...grant, closed }] }) },
        head,
      )
    })
  const log = fc.uniqueArray(entry, { maxLength: 14, selector: ({ device, n }) => `${device} ${n}` })
  fc.assert(
    fc.property(
      log.chain((entries) =>
        fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
      ),
      ([entries, shuffled]) => {
        const [one, other] = [
          merge(start, ...entries.filter(({ device, n }) => device !== founder.device || n > 1)),
          merge(...shuffled.filter(({ device, n }) => device !== founder.device || n > 1), start),
        ]
        const sorted = (result: typeof one) =>
          [...result.members.values()].toSorted((a, b) => (a.device < b.device ? -1 : 1))
        expect(sorted(other)).toEqual(sorted(one))
        expect(other.unconfirmed).toEqual(one.unconfirmed)
        expect(one.members.get(founder.device)?.role).toBe('owner')
      },
    ),
    { numRuns: runs(200) },
  )
})
