import { describe, expect, it } from 'vitest'
import {
  newDeviceKeys,
  newSignKey,
  privateKeyOf,
  privateKeyText,
  publicKeyOf,
  publicKeyText,
} from '../../../../../src/core/team/crypto/device-keys.ts'
import { isJoinProved, proveJoin } from '../../../../../src/core/team/crypto/join-proof.ts'
import { personMarkKey } from '../../../../../src/core/team/crypto/team-keys.ts'
import {
  currentKey,
  newTeamKey,
  openSealedTeamKey,
  sealTeamKey,
} from '../../../../../src/core/team/crypto/team-keys.ts'

const [member, other] = [newDeviceKeys(), newDeviceKeys()]
const key = newTeamKey(3)
const place = { teamId: 'team', device: 'pc', keyId: key.id, version: 3 }
const sealed = sealTeamKey(key, publicKeyText(member.box), place)

it('opens a sealed team key with the key of its member', () => {
  expect(openSealedTeamKey(sealed, member.box, place)).toEqual({ ...key, key: Buffer.from(key.key) })
})

it('does not open a team key that was sealed for another member', () => {
  expect(openSealedTeamKey(sealed, other.box, place)).toBeNull()
})

it.each([{ teamId: 'x' }, { device: 'x' }, { keyId: 'x' }, { version: 4 }])(
  'does not open a sealed team key for %o',
  (change) => {
    expect(openSealedTeamKey(sealed, member.box, { ...place, ...change })).toBeNull()
  },
)

it('does not open a sealed team key of which any byte was changed', () => {
  const bytes = Buffer.from(sealed, 'base64url')
  const opened = Array.from(bytes.keys()).filter((at) => {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    return openSealedTeamKey(changed.toString('base64url'), member.box, place) !== null
  })
  // X25519 ignores the highest bit of a public key only, not the lowest that was changed here.
  expect(opened).toEqual([])
})

it('does not open a sealed team key with a public key of low order', () => {
  const bytes = Buffer.from(sealed, 'base64url').fill(0, 0, 32)
  expect(openSealedTeamKey(bytes.toString('base64url'), member.box, place)).toBeNull()
})

it('encrypts new entries with the key of the highest version, and with the same of two on each PC', () => {
  const [one, two, three] = [newTeamKey(1), newTeamKey(2), newTeamKey(2)]
  const ring = (keys: readonly (typeof one)[]) => new Map(keys.map((each) => [each.id, each]))
  expect(currentKey(ring([one, two, three]))).toBe(currentKey(ring([three, two, one])))
  expect(currentKey(ring([one, two, three])).version).toBe(2)
})

it('makes the same hashes of erased persons on PCs with other keys of later versions', () => {
  const [one, two] = [newTeamKey(1), newTeamKey(2)]
  const founder = new Map([[one.id, one]])
  const joined = new Map([
    [two.id, two],
    [one.id, one],
  ])
  expect(personMarkKey('team', joined)).toEqual(personMarkKey('team', founder))
  expect(personMarkKey('other', joined)).not.toEqual(personMarkKey('team', founder))
})

describe('keys as text', () => {
  it('are read as they were written', () => {
    for (const [curve, each] of [
      ['Ed25519', member.sign],
      ['X25519', member.box],
    ] as const) {
      const read = privateKeyOf(curve, privateKeyText(each))
      expect(read && privateKeyText(read)).toBe(privateKeyText(each))
      expect(publicKeyOf(curve, publicKeyText(each))).not.toBeNull()
    }
  })
  it.each([
    '',
    'x',
    'x.y',
    privateKeyText(member.sign).slice(0, -4),
    `${privateKeyText(other.sign).split('.')[0]}.${publicKeyText(member.sign)}`,
  ])('are refused when they are damaged: %s', (text) => {
    expect(privateKeyOf('Ed25519', text)).toBeNull()
  })
  it('are no public key when they are shorter', () => {
    expect(publicKeyOf('Ed25519', 'AAAA')).toBeNull()
  })
})

describe('the proof of who joins', () => {
  const grant = newSignKey()
  const joining = { name: 'Desk', signKey: 's', boxKey: 'b', grant: 'g' }
  const join = { ...joining, proof: proveJoin('team', 'pc', joining, grant) }

  it('is by the invitation', () => {
    expect(isJoinProved('team', 'pc', join, publicKeyText(grant))).toBe(true)
    expect(isJoinProved('team', 'pc', join, publicKeyText(newSignKey()))).toBe(false)
    expect(isJoinProved('team', 'pc', join, 'no key')).toBe(false)
  })
  it.each([{ name: 'x' }, { signKey: 'x' }, { boxKey: 'x' }, { grant: 'x' }, { proof: '' }])(
    'is not for %o',
    (change) => {
      expect(isJoinProved('team', 'pc', { ...join, ...change }, publicKeyText(grant))).toBe(false)
    },
  )
  it('is not for another device or team', () => {
    expect(isJoinProved('team', 'other', join, publicKeyText(grant))).toBe(false)
    expect(isJoinProved('other', 'pc', join, publicKeyText(grant))).toBe(false)
  })
})
