import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { acceptEntries, type AcceptedEntry, type EntryTrust } from '../../../../src/core/team/accept-entry.ts'
import { newTeamKey } from '../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { entryText } from '../../../../src/core/team/log/entry.ts'
import { maxBodyBytes, type SealedEntry } from '../../../../src/core/team/team-server.ts'
import { noteAbout, sampleContents, sampleHead, teamCar } from './sample-entries.ts'
import { createPc, firstKey, newGrant, teamId } from './team-harness.ts'

const [pc, other, stranger] = [createPc('Front desk'), createPc('Back office'), createPc('Stranger')]
const trust: EntryTrust = {
  teamId,
  keys: new Map([[firstKey.id, firstKey]]),
  members: new Map([
    [pc.device, pc.member()],
    [other.device, other.member({ until: 5 })],
  ]),
}
const note = noteAbout(teamCar('7'), 'Call after work')
const sealed = pc.seal(7, note, firstKey)
const changed = (entry: SealedEntry, change: Partial<SealedEntry>): SealedEntry => ({ ...entry, ...change })
const withByte = ({ body, ...entry }: SealedEntry, at: number): SealedEntry => {
  const bytes = Uint8Array.from(body)
  const index = at < 0 ? bytes.length + at : at
  bytes[index] = (bytes[index] ?? 0) ^ 1
  return { ...entry, body: bytes }
}
const acceptEntry = async (entry: SealedEntry, by: EntryTrust): Promise<AcceptedEntry> =>
  (await acceptEntries([entry], by))[0] as AcceptedEntry
const stateOf = async (entry: SealedEntry, by = trust) => {
  const accepted = await acceptEntry(entry, by)
  return 'reason' in accepted ? `${accepted.state}: ${accepted.reason}` : accepted.state
}

it.each(sampleContents.map((content) => [content.kind, content] as const))(
  'accepts a member’s entry of the kind %s',
  async (kind, content) => {
    const accepted = await acceptEntry(pc.seal(1, content as TeamContent, firstKey), trust)
    expect(accepted).toMatchObject({ state: 'accepted', entry: content })
    expect('text' in accepted && JSON.parse(accepted.text)).toMatchObject({ kind, data: content.data })
  },
)

it('accepts an entry of a key from before a removal', async () => {
  const second = newTeamKey(2)
  const keys = new Map([
    [second.id, second],
    [firstKey.id, firstKey],
  ])
  expect(await stateOf(sealed, { ...trust, keys })).toBe('accepted')
  expect(await stateOf(pc.seal(8, note, second), { ...trust, keys })).toBe('accepted')
})

it('keeps an entry of a later version', async () => {
  const text = entryText({ ...sampleHead(), ...note }).replace('"v":1', '"v":9')
  expect(await acceptEntry(pc.sealText(1, text, firstKey), trust)).toEqual({ state: 'newer', text, kind: 'outcome' })
})

it('knows an entry whose content was erased at the server', async () => {
  expect(await stateOf(changed(sealed, { body: new Uint8Array() }))).toBe('erased')
})

describe('a hostile entry', () => {
  const wrongKey = { ...newTeamKey(1), id: firstKey.id }
  const json = (text: string): SealedEntry => pc.sealText(7, text, firstKey)
  it.each<[title: string, state: string, entry: SealedEntry]>([
    ['moved to another number', 'refused: forged', changed(sealed, { n: 8 })],
    ['moved to another device of the team', 'refused: forged', changed(sealed, { device: other.device, n: 3 })],
    [
      'signed by one member as another',
      'refused: forged',
      changed(other.seal(7, note, firstKey), { device: pc.device }),
    ],
    [
      'signed by a stranger as a member',
      'refused: forged',
      changed(stranger.seal(7, note, firstKey), { device: pc.device }),
    ],
    ['of a stranger with the key of the team', 'waiting: unknown-member', stranger.seal(7, note, firstKey)],
    ['of a stranger with another key', 'waiting: unknown-member', stranger.seal(7, note, newTeamKey(1))],
    ['encrypted with another key under the id of the team’s key', 'refused: unreadable', pc.seal(7, note, wrongKey)],
    ['encrypted with an unknown key', 'waiting: unknown-key', pc.seal(7, note, newTeamKey(1))],
    ['of a removed member, before the removal', 'accepted', other.seal(5, note, firstKey)],
    [
      'changed in its format',
      'refused: malformed',
      changed(sealed, { body: sealed.body.map((byte, at) => (at === 0 ? 0 : byte)) }),
    ],
    [
      'changed to a format of a later version without the right to',
      'waiting: newer-format',
      changed(sealed, { body: Uint8Array.of(9, 9) }),
    ],
    ['changed in the name of its key', 'refused: forged', withByte(sealed, 3)],
    ['changed in its nonce', 'refused: forged', withByte(sealed, 12)],
    ['changed in its text', 'refused: forged', withByte(sealed, 40)],
    ['changed in its tag', 'refused: forged', withByte(sealed, -70)],
    ['changed in its signature', 'refused: forged', withByte(sealed, -1)],
    ['cut by one byte', 'refused: forged', changed(sealed, { body: sealed.body.subarray(0, -1) })],
    ['cut to 50 bytes', 'refused: malformed', changed(sealed, { body: sealed.body.subarray(0, 50) })],
    ['with one byte more', 'refused: forged', changed(sealed, { body: Uint8Array.from([...sealed.body, 0]) })],
    ['of random bytes', 'refused: malformed', changed(sealed, { body: Uint8Array.from([0, ...randomBytes(300)]) })],
    [
      'of random bytes with a valid format',
      'refused: forged',
      changed(sealed, { body: Uint8Array.from([1, ...randomBytes(300)]) }),
    ],
    [
      'that is larger than the server takes',
      'refused: too-large',
      changed(sealed, { body: new Uint8Array(maxBodyBytes + 1) }),
    ],
    ['with the number 0', 'refused: malformed', changed(sealed, { n: 0 })],
    ['with a number that is no integer', 'refused: malformed', changed(sealed, { n: 1.5 })],
    ['of a device that is no UUID', 'refused: malformed', changed(sealed, { device: '__proto__' })],
    [
      'of a device in capitals',
      'refused: malformed',
      changed(sealed, { device: pc.device.toUpperCase().replace(/^./, 'A') }),
    ],
    ['with a text that is no JSON', 'refused: malformed', json('{"v":1,')],
    ['with an empty text', 'refused: malformed', json('')],
    ['with JSON that is nested 20,000 times', 'refused: malformed', json('['.repeat(20_000) + ']'.repeat(20_000))],
    [
      'with a time after the year 2200',
      'refused: malformed',
      pc.seal(7, note, firstKey, { at: [Date.UTC(2300, 0, 1), 0] }),
    ],
    [
      'with a lock of ten years',
      'refused: malformed',
      pc.seal(7, { kind: 'lock', data: { car: teamCar('7'), seconds: 3e8 } }, firstKey),
    ],
    ['about no car', 'refused: malformed', pc.seal(7, noteAbout({ ...teamCar('7'), customerId: null }, ''), firstKey)],
  ])('%s is not accepted (%s)', async (_, state, entry) => {
    expect(await stateOf(entry)).toBe(state)
  })

  it('of another team is forged', async () => {
    expect(await stateOf(sealed, { ...trust, teamId: 'another team' })).toBe('refused: forged')
  })
})

describe('entries that arrive together', () => {
  it('are decided each alone: a forged, unreadable, erased or too large one stops no other', async () => {
    const text = entryText({ ...sampleHead(), ...note })
    const wrongKey = { ...newTeamKey(1), id: firstKey.id }
    const entries = [
      pc.sealText(1, text, firstKey),
      withByte(pc.sealText(2, text, firstKey), -1),
      changed(stranger.sealText(3, text, firstKey), { device: pc.device }),
      pc.sealText(4, text, wrongKey),
      changed(sealed, { n: 5, body: new Uint8Array() }),
      changed(sealed, { n: 6, body: new Uint8Array(maxBodyBytes + 1) }),
      pc.sealText(7, text, firstKey),
    ]
    const states = (await acceptEntries(entries, trust)).map((each) => ('reason' in each ? each.reason : each.state))
    expect(states).toEqual(['accepted', 'forged', 'forged', 'unreadable', 'erased', 'too-large', 'accepted'])
  })
})

describe('a device that joins', () => {
  const { key } = newGrant('g')
  const join: TeamContent = { kind: 'join', data: stranger.join('g', key) }
  it('is accepted with the key that it brings along', async () => {
    expect(await stateOf(stranger.seal(1, join, firstKey))).toBe('accepted')
  })
  it('is forged when another device signed it', async () => {
    expect(await stateOf(changed(pc.seal(1, join, firstKey), { device: stranger.device }))).toBe(
      'waiting: unknown-member',
    )
    const other: TeamContent = { kind: 'join', data: stranger.join('g', key, { signKey: pc.member().signKey }) }
    expect(await stateOf(stranger.seal(1, other, firstKey))).toBe('refused: forged')
  })
})
