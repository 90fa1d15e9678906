import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { KeychainLibrary } from '../../src/core/vault/keychain-vault.ts'
import { createWindowsKeychainTwin } from '../twins/keychain-library-twins.ts'

/** The same calls on keytar with a real Secret Service, and on its twin: both give the same answers and refusals. */
beforeAll(() => {
  if (process.env['FORECOURT_TEST_KEYRING'] !== '1' || !process.env['DBUS_SESSION_BUS_ADDRESS']) {
    throw new Error('These tests need a keyring of their own: run them through npm test.')
  }
})

const service = 'forecourt twin test'
const twin = createWindowsKeychainTwin()
const real = async (): Promise<KeychainLibrary> => (await import('keytar')).default

afterEach(async () => {
  const keytar = await real()
  for (const { account } of await keytar.findCredentials(service)) await keytar.deletePassword(service, account)
  twin.itemsOf(service).clear()
})

/** What a call gives: an answer, an error that it throws at once, or one that it rejects with. */
async function outcomeOf(call: () => Promise<unknown>): Promise<unknown> {
  let promise: Promise<unknown>
  try {
    promise = call()
  } catch (error) {
    return { thrown: String(error) }
  }
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ rejected: String(error) }),
  )
}

async function expectSame(call: (library: KeychainLibrary) => Promise<unknown>): Promise<unknown> {
  const answer = await outcomeOf(async () => call(await real()))
  expect(await outcomeOf(() => call(twin))).toEqual(answer)
  return answer
}

/** Calls as untyped code makes them. */
type Untyped = Readonly<Record<keyof KeychainLibrary, (...values: readonly unknown[]) => Promise<unknown>>>

describe('keytar and its twin', () => {
  it('refuse texts that are missing or none', async () => {
    const library = (await real()) as unknown as Untyped
    const other = twin as unknown as Untyped
    for (const bad of ['', undefined, null, 0, 7, true, {}, []]) {
      for (const [method, values] of [
        ['getPassword', [bad, 'account']],
        ['getPassword', [service, bad]],
        ['setPassword', [bad, 'account', 'password']],
        ['setPassword', [service, bad, 'password']],
        ['setPassword', [service, 'account', bad]],
        ['deletePassword', [service, bad]],
        ['findCredentials', [bad]],
      ] as const) {
        const answer = await outcomeOf(() => library[method](...values))
        expect({ method, values, answer: await outcomeOf(() => other[method](...values)) }).toEqual({
          method,
          values,
          answer,
        })
        expect(answer).toHaveProperty('thrown')
      }
    }
  })

  it('give back what was stored, and tell whether something was deleted', async () => {
    for (const password of ['fk_live_1', 'Schlüssel 🔑 " \' \\ \r\n\t', ' ', 'ü'.repeat(1_280), 'half \ud800 a pair']) {
      expect(await expectSame((each) => each.getPassword(service, 'a/b c'))).toEqual({ value: null })
      expect(await expectSame((each) => each.setPassword(service, 'a/b c', password))).toEqual({ value: undefined })
      await expectSame((each) => each.getPassword(service, 'a/b c'))
      expect(await expectSame((each) => each.deletePassword(service, 'a/b c'))).toEqual({ value: true })
      expect(await expectSame((each) => each.deletePassword(service, 'a/b c'))).toEqual({ value: false })
    }
  })

  it('list accounts with their passwords, and nothing for a service without any', async () => {
    expect(await expectSame((each) => each.findCredentials(service))).toEqual({ value: [] })
    for (const account of ['one', 'two']) await expectSame((each) => each.setPassword(service, account, `${account}'s`))
    await expectSame((each) => each.setPassword(service, 'one', 'changed'))
    const listed = async (library: KeychainLibrary) =>
      (await library.findCredentials(service)).toSorted((a, b) => a.account.localeCompare(b.account))
    expect(await expectSame(listed)).toEqual({
      value: [
        { account: 'one', password: 'changed' },
        { account: 'two', password: "two's" },
      ],
    })
  })
})
