import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newSignKey } from '../../../../../src/core/team/crypto/device-keys.ts'
import {
  isSignedBy,
  keyIdOf,
  openEntry,
  sealedState,
  sealEntry,
} from '../../../../../src/core/team/crypto/sealed-entry.ts'
import { newTeamKey } from '../../../../../src/core/team/crypto/team-keys.ts'

const place = { teamId: 'team', device: '00000000-0000-4000-8000-000000000001', n: 7 }
const [key, signKey] = [newTeamKey(1), newSignKey()]
const publicKey = createPublicKey(signKey)
const text = JSON.stringify({ name: 'Jane Citizen', mobile: '0491 570 006', note: 'Größe' })
const body = sealEntry(text, place, key, signKey)

it('opens what it sealed, and names the key', async () => {
  expect(sealedState(body)).toBe('sealed')
  expect(keyIdOf(body)).toBe(key.id)
  expect(await isSignedBy(body, place, publicKey)).toBe(true)
  expect(openEntry(body, place, key)).toBe(text)
})

it('has nothing readable in it', () => {
  const readable = Buffer.from(body).toString('latin1')
  for (const word of ['Jane', 'Citizen', '0491', 'name']) expect(readable).not.toContain(word)
})

it('gives texts of up to 64 characters the same length', () => {
  const lengths = [2, 30, 64].map((length) => sealEntry(' '.repeat(length), place, key, signKey).length)
  expect(new Set(lengths).size).toBe(1)
})

it('seals the same text differently each time', () => {
  expect(Buffer.from(sealEntry(text, place, key, signKey)).equals(body)).toBe(false)
})

it.each([
  ['another team', { ...place, teamId: 'other' }],
  ['another device', { ...place, device: '00000000-0000-4000-8000-000000000002' }],
  ['another number', { ...place, n: 8 }],
])('is neither signed nor readable as an entry of %s', async (_, other) => {
  expect(await isSignedBy(body, other, publicKey)).toBe(false)
  expect(openEntry(body, other, key)).toBeNull()
})

it('is not readable with another key of the team', () => {
  expect(openEntry(body, place, { ...newTeamKey(1), id: key.id })).toBeNull()
})

it('is not signed by another device', async () => {
  expect(await isSignedBy(body, place, createPublicKey(newSignKey()))).toBe(false)
})

describe('a body of which one byte was changed', () => {
  const changedAt = (at: number): Uint8Array => {
    const changed = Uint8Array.from(body)
    changed[at] = (changed[at] ?? 0) ^ 1
    return changed
  }
  const everyByte = Array.from(body.keys())

  it('is never signed, wherever the byte is', async () => {
    const signed = await Promise.all(everyByte.map((at) => isSignedBy(changedAt(at), place, publicKey)))
    expect(signed.filter(Boolean)).toEqual([])
  })
  it('is not readable when the byte is before the signature', () => {
    const readable = everyByte.slice(0, -64).filter((at) => openEntry(changedAt(at), place, key) !== null)
    expect(readable).toEqual([])
  })
})

it.each([
  ['nothing', new Uint8Array(), 'malformed'],
  ['too little', body.subarray(0, 100), 'malformed'],
  ['format 0', Uint8Array.from([0, ...body.subarray(1)]), 'malformed'],
  ['a format of a later version', Uint8Array.of(2), 'newer'],
] as const)('says of %s that it is %s', (_, bytes, state) => {
  expect(sealedState(bytes)).toBe(state)
})

it('opens entries of several PCs and teams in turns, whatever their numbers', () => {
  const places = [1, 10, 9, Number.MAX_SAFE_INTEGER].flatMap((n) => [
    { ...place, n },
    { teamId: 'Ä long name of another team', device: place.device.replace('1', '2'), n },
  ])
  const bodies = places.map((each) => sealEntry(text, each, key, signKey))
  for (let round = 0; round < 2; round += 1) {
    expect(places.map((each, at) => openEntry(bodies[at] ?? body, each, key))).toEqual(places.map(() => text))
    expect(places.map((each, at) => openEntry(bodies[at + 1] ?? body, each, key))).toEqual(places.map(() => null))
  }
})
