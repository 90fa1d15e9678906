import { describe, expect, it } from 'vitest'
import { createProxySignIns } from '../../../../src/core/network/proxy-sign-ins.ts'
import type { Vault } from '../../../../src/core/ports/vault.ts'
import { createMemoryVault } from '../../../../src/core/vault/memory-vault.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'

const challenge = { host: 'proxy.dealer.example', port: 8080, realm: 'Dealer' }

function begin(keychain: Vault | null = createMemoryVault()) {
  const log = createLogTwin()
  let changes = 0
  let signIns = 0
  const proxies = createProxySignIns({
    keychain,
    log,
    onChanged: () => (changes += 1),
    onSignIn: () => (signIns += 1),
  })
  const only = () => {
    const [question] = proxies.questions()
    if (!question) throw new Error('No question is open.')
    return question
  }
  const answer = (password: string, remember = false) =>
    proxies.answer({ id: only().id, userName: 'kim', password, remember })
  return { proxies, only, answer, log, changes: () => changes, signIns: () => signIns }
}

/** Lets the look into the keychain end. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

describe('the sign-in of a proxy', () => {
  it.each(['', '部署'.repeat(80), `${'x'.repeat(99)}🔑`, 'half \ud800 a pair', 'a\0b', 'Dealer'.repeat(500)])(
    'is found again after a restart, whatever the realm is (%j)',
    async (realm) => {
      const vault = createVaultTwin()
      const { proxies, answer } = begin(vault)
      const call = proxies.signIn({ ...challenge, realm }, null)
      await expect.poll(() => proxies.questions()).toHaveLength(1)
      expect(await answer('secret', true)).toEqual({ stored: true })
      await call
      expect(await begin(vault).proxies.signIn({ ...challenge, realm }, null)).toMatchObject({ password: 'secret' })
      const other = begin(vault)
      void other.proxies.signIn({ ...challenge, realm: `${realm}.` }, null)
      await expect.poll(() => other.proxies.questions()).toHaveLength(1)
    },
  )

  it('is asked for once, however many calls wait, and used by later calls', async () => {
    const { proxies, answer, changes, signIns } = begin()
    const calls = [1, 2, 3].map(() => proxies.signIn(challenge, null))
    await settled()
    expect(proxies.questions()).toHaveLength(1)
    expect(changes()).toBe(1)
    await answer('secret')
    expect(await Promise.all(calls)).toEqual(Array(3).fill({ userName: 'kim', password: 'secret', attempt: 1 }))
    expect(await proxies.signIn(challenge, null)).toMatchObject({ password: 'secret' })
    expect(proxies.questions()).toEqual([])
    expect(signIns()).toBe(1)
  })

  it('that was refused is asked for again, and a call that was refused with an older one gets the newer one', async () => {
    const { proxies, answer, only } = begin()
    const first = proxies.signIn(challenge, null)
    await settled()
    await answer('wrong')
    const { attempt = 0 } = (await first) ?? {}
    const second = proxies.signIn(challenge, attempt)
    await settled()
    expect(only()).toMatchObject({ wasRefused: true, userName: 'kim' })
    await answer('right')
    expect(await second).toMatchObject({ password: 'right' })
    expect(await proxies.signIn(challenge, attempt)).toMatchObject({ password: 'right' })
  })

  it('that was stored is tried once: after a refusal it is removed and the user is asked', async () => {
    const keychain = createMemoryVault()
    const earlier = begin(keychain)
    void earlier.proxies.signIn(challenge, null)
    await settled()
    expect(await earlier.answer('old', true)).toEqual({ stored: true })

    const { proxies, only } = begin(keychain)
    const stored = await proxies.signIn(challenge, null)
    expect(stored).toMatchObject({ userName: 'kim', password: 'old' })
    void proxies.signIn(challenge, stored?.attempt ?? 0)
    await settled()
    expect(only()).toMatchObject({ wasRefused: true, wasRemembered: true, userName: 'kim' })

    const third = begin(keychain)
    void third.proxies.signIn(challenge, null)
    await settled()
    expect(third.only()).toMatchObject({ wasRefused: false, userName: '' })
  })

  it('is removed from the keychain when the user no longer wants it there', async () => {
    const keychain = createMemoryVault()
    const { proxies, answer } = begin(keychain)
    const call = proxies.signIn(challenge, null)
    await settled()
    await answer('one', true)
    void proxies.signIn(challenge, (await call)?.attempt ?? 0)
    await settled()
    await answer('two', false)
    const next = begin(keychain)
    void next.proxies.signIn(challenge, null)
    await settled()
    expect(next.proxies.questions()).toHaveLength(1)
  })

  it('works without a keychain, and with one that refuses', async () => {
    const without = begin(null)
    void without.proxies.signIn(challenge, null)
    await settled()
    expect(without.only()).toMatchObject({ canRemember: false })
    expect(await without.answer('secret', true)).toEqual({ stored: false })

    const refusing = begin({
      ...createMemoryVault(),
      set: () => Promise.reject(new FailureError({ kind: 'vault-unreadable', message: 'Locked' })),
    })
    const call = refusing.proxies.signIn(challenge, null)
    await settled()
    expect(await refusing.answer('secret', true)).toEqual({ stored: false })
    expect(await call).toMatchObject({ password: 'secret' })
    expect(JSON.stringify(refusing.log.entries)).not.toContain('secret')
  })

  it('that the user declines ends the waiting calls and later ones, until the user asks for it', async () => {
    const { proxies, only, answer } = begin()
    const calls = [proxies.signIn(challenge, null), proxies.signIn(challenge, null)]
    await settled()
    const { id } = only()
    proxies.decline(id)
    expect(await Promise.all(calls)).toEqual([null, null])
    expect(await proxies.signIn(challenge, null)).toBeNull()
    expect(only()).toMatchObject({ isDeclined: true })
    expect(() => proxies.decline(id)).toThrow('answered already')
    proxies.askAgain(id)
    expect(only()).toMatchObject({ isDeclined: false })
    await answer('secret')
    expect(await proxies.signIn(challenge, null)).toMatchObject({ password: 'secret' })
  })

  it('is a question of its own for each proxy and realm, but a network cannot fill the window with questions', async () => {
    const { proxies } = begin()
    for (let at = 0; at < 20; at += 1) void proxies.signIn({ ...challenge, realm: `${at}`.repeat(500) }, null)
    await settled()
    expect(proxies.questions()).toHaveLength(8)
    expect(proxies.questions()[3]?.realm).toHaveLength(100)
    expect(await proxies.signIn({ ...challenge, realm: 'ninth' }, null)).toBeNull()
  })

  it('is not waited for when the program closes', async () => {
    const { proxies } = begin()
    const call = proxies.signIn(challenge, null)
    await settled()
    proxies.close()
    expect(await call).toBeNull()
  })
})
