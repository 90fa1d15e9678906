import { expect, it, vi } from 'vitest'
import {
  newPassphrase,
  openInvitation,
  sealInvitation,
  type InvitationContent,
} from '../../../../../src/core/team/crypto/invitation.ts'

// The cost of the product, which other unit tests do not have.
vi.unmock('../../../../../src/core/storage/scrypt-cost.ts')

const content: InvitationContent = {
  address: 'postgresql://member:secret@db.example.com/team?sslmode=verify-full',
  teamId: 'team',
  teamName: 'City Motors',
  keys: [{ id: '0123456789abcdef', version: 1, key: 'A'.repeat(43) }],
  founder: { device: 'pc', signKey: 'B'.repeat(43) },
  grant: { id: 'g', privateKey: 'C', role: 'member' },
}
const [now, expiresAtMs] = [1_000, 2_000]
const passphrase = newPassphrase()
/** A cheap cost, in all tests but one. */
const invitation = await sealInvitation(content, passphrase, expiresAtMs, 10)
const bytesOf = (text: string): Buffer => Buffer.from(text.split('.')[1] ?? '', 'base64url')
const textOf = (bytes: Uint8Array): string => `forecourt-team-1.${Buffer.from(bytes).toString('base64url')}`
const stateOf = async (text: string, typed = passphrase, at = now) => (await openInvitation(text, typed, at)).state

it('hands over what was sealed, also at the cost of the product', async () => {
  const costly = await sealInvitation(content, passphrase, expiresAtMs)
  expect(await openInvitation(costly, passphrase, now)).toEqual({ state: 'open', content, expiresAtMs })
})

it('opens with blanks and line breaks in it, and a passphrase as it is read out', async () => {
  const wrapped = ` ${invitation.replaceAll(/(.{40})/g, '$1\r\n  ')}\n`
  expect(await stateOf(wrapped, ` ${passphrase.toLowerCase().replaceAll('-', ' ')}`)).toBe('open')
})

it('has nothing readable in it', () => {
  expect(bytesOf(invitation).toString('latin1')).not.toContain('secret')
  expect(bytesOf(invitation).toString('latin1')).not.toContain('example')
})

it('says that the passphrase is wrong', async () => {
  expect(await stateOf(invitation, newPassphrase())).toBe('wrong-passphrase')
  expect(await stateOf(invitation, '')).toBe('wrong-passphrase')
})

it('says that it has expired, before a passphrase is needed', async () => {
  expect(await stateOf(invitation, '', expiresAtMs)).toBe('expired')
  expect(await stateOf(invitation, passphrase, expiresAtMs - 1)).toBe('open')
})

it('is damaged when any byte of it was changed by mistake', async () => {
  const bytes = bytesOf(invitation)
  const states = await Promise.all(
    Array.from(bytes.keys(), (at) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 4
      return stateOf(textOf(changed))
    }),
  )
  expect(new Set(states)).toEqual(new Set(['damaged']))
})

it.each(['', 'hello', invitation.slice(0, -1), invitation.slice(0, 40), invitation.slice(5), `${invitation}AAAA`])(
  'is damaged when it is not the whole text (%#)',
  async (text) => {
    expect(await stateOf(text)).toBe('damaged')
  },
)

it('cannot be made to expire later or to exhaust the memory by someone who repairs its checksum', async () => {
  const { createHash } = await import('node:crypto')
  const repaired = (change: (bytes: Buffer) => void): string => {
    const bytes = bytesOf(invitation)
    change(bytes)
    createHash('sha256').update(bytes.subarray(4)).digest().copy(bytes, 0, 0, 4)
    return textOf(bytes)
  }
  expect(await stateOf(repaired((bytes) => bytes.writeBigUInt64BE(9_000n, 4)))).toBe('wrong-passphrase')
  expect(await stateOf(repaired((bytes) => bytes.writeUInt8(30, 12)))).toBe('damaged')
  expect(await stateOf(repaired((bytes) => bytes.writeUInt8(11, 12)))).toBe('wrong-passphrase')
})

it('says that a later version made it', async () => {
  expect(await stateOf(invitation.replace('-1.', '-2.'))).toBe('newer')
})

it('makes passphrases of 20 letters and digits that are hard to confuse', () => {
  const made = Array.from({ length: 200 }, newPassphrase)
  expect(made.filter((each) => !/^(?:[2-9A-HJKMNP-Z]{4}-){4}[2-9A-HJKMNP-Z]{4}$/.test(each))).toEqual([])
  expect(new Set(made).size).toBe(200)
})
