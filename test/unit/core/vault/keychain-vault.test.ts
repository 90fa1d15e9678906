import { describe, expect, it } from 'vitest'
import { createKeychainVault, keychainService } from '../../../../src/core/vault/keychain-vault.ts'
import { createMemoryVault } from '../../../../src/core/vault/memory-vault.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import {
  createWindowsKeychainTwin,
  forgetfulKeychain,
  nullAnsweringKeychain,
  silentKeychain,
} from '../../../twins/keychain-library-twins.ts'

const invalidInput = { failure: { kind: 'invalid-input' } }
const unreadable = { failure: { kind: 'vault-unreadable' } }

describe('a keychain that works', () => {
  it('returns what was stored, tells absent from found, and deletes its probe', async () => {
    const library = createWindowsKeychainTwin()
    const vault = createKeychainVault({ load: async () => library })
    expect(await vault.probe()).toEqual({ state: 'ok' })
    const items = library.itemsOf(keychainService)
    expect(items.size).toBe(0)
    expect(await vault.get('connection/1/api-key')).toEqual({ state: 'absent' })
    await vault.set('connection/1/api-key', 'schlüssel')
    expect(await vault.get('connection/1/api-key')).toEqual({ state: 'found', secret: 'schlüssel' })
    expect([...items.keys()]).toEqual(['connection/1/api-key'])
    await vault.delete('connection/1/api-key')
    expect(await vault.get('connection/1/api-key')).toEqual({ state: 'absent' })
  })
})

describe.each([
  ['the keychain', () => createKeychainVault({ load: async () => createWindowsKeychainTwin() })],
  ['memory', createMemoryVault],
])('the limits of %s', (_name, create) => {
  it.each([
    ['nothing', ''],
    ['a NUL', 'a\0b'],
    ['half a character', 'a\ud800b'],
    ['2,401 bytes', 'x'.repeat(2_401)],
    ['1,201 letters of two bytes', 'ü'.repeat(1_201)],
  ])('refuses %s', async (_what, secret) => {
    const vault = create()
    await expect(vault.set('name', secret)).rejects.toMatchObject(invalidInput)
    expect(await vault.get('name')).toEqual({ state: 'absent' })
  })

  it('stores 2,400 bytes', async () => {
    const vault = create()
    await vault.set('name', 'ü'.repeat(1_200))
    expect(await vault.get('name')).toEqual({ state: 'found', secret: 'ü'.repeat(1_200) })
  })
})

describe('a keychain that does not work', () => {
  it.each([
    ['of Windows, which ends with a line break', 'The stub received bad data.\r\n', 'The stub received bad data'],
    ['without a message', '', 'it returned an error'],
  ])('is described in one line by an error %s', async (_what, message, reason) => {
    const library = createWindowsKeychainTwin()
    library.refuses = message
    const vault = createKeychainVault({ load: async () => library })
    const described = `The keychain on this PC isn't available (${reason}).`
    expect(await vault.get('name')).toEqual({ state: 'unavailable', reason: described })
    expect(await vault.probe()).toEqual({ state: 'unavailable', reason: described })
    await expect(vault.set('name', 'secret')).rejects.toMatchObject({ failure: { message: described } })
    await expect(vault.delete('name')).rejects.toMatchObject({ failure: { message: described } })
    expect(await vault.names()).toBeNull()
  })

  it.each([
    ['answers null to everything', nullAnsweringKeychain],
    ['forgets what it takes', forgetfulKeychain],
  ])('one that %s never says that a secret is absent', async (_what, library) => {
    const vault = createKeychainVault({ load: async () => library })
    expect(await vault.probe()).toMatchObject({ state: 'unavailable' })
    expect(await vault.get('database-key/1')).toMatchObject({ state: 'unavailable' })
    await expect(vault.set('database-key/1', 'secret')).rejects.toMatchObject(unreadable)
  })

  it('is unavailable while its library cannot be loaded, and works as soon as it can', async () => {
    let installed = false
    const vault = createKeychainVault({
      load: async () => {
        if (!installed) throw new Error('Failed to load keytar native addon')
        return createWindowsKeychainTwin()
      },
    })
    expect(await vault.probe()).toMatchObject({ state: 'unavailable' })
    installed = true
    expect(await vault.probe()).toEqual({ state: 'ok' })
  })

  it('is unavailable when it does not answer in time', async () => {
    const clock = createClockTwin()
    const vault = createKeychainVault({ load: async () => silentKeychain, clock, answerWithinMs: 60_000 })
    const answer = vault.get('database-key/1')
    await clock.advance(60_000)
    expect(await answer).toMatchObject({ state: 'unavailable' })
    expect(clock.sleeping()).toEqual([])
  })
})
