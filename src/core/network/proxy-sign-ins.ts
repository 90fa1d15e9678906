import { hash, randomUUID } from 'node:crypto'
import type { ProxyQuestion } from '../../contract/network.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { Log } from '../ports/log.ts'
import type { ProxyChallenge, ProxySignIn } from '../ports/network-sign-in.ts'
import type { Vault } from '../ports/vault.ts'
import { sharedSecrets } from '../vault/shared-secrets.ts'
import { networkMessages } from './network-messages.ts'

export interface ProxySignInsParts {
  /** Null when the user chose to store nothing. */
  readonly keychain: Vault | null
  readonly log: Log
  readonly onChanged: () => void
  /** Called when a proxy may let calls through again. */
  readonly onSignIn: () => void
}

interface Proxy {
  readonly id: string
  readonly challenge: ProxyChallenge
  question: 'none' | 'open' | 'declined'
  signIn: ProxySignIn | null
  wasRefused: boolean
  userName: string
  wasRemembered: boolean
  /** The one look into the keychain. */
  loading: Promise<void> | null
  waiting: PromiseWithResolvers<ProxySignIn | null> | null
}

/** A network that invents a new realm for each call must not fill the window with questions. */
const mostProxies = 8
/** What is shown of the realm, which is a text of the proxy. */
const longestRealm = 100

/**
 * The sign-ins of proxies, until the program closes. A sign-in that was stored is tried once; after a refusal only the user is asked,
 * because repeated wrong passwords lock accounts.
 */
export function createProxySignIns({ keychain, log, onChanged, onSignIn }: ProxySignInsParts) {
  const proxies = new Map<string, Proxy>()
  let attempts = 0

  const proxyOf = ({ host, port, realm }: ProxyChallenge): Proxy | null => {
    const key = JSON.stringify([host, port, realm])
    const known = proxies.get(key)
    if (known || proxies.size >= mostProxies) return known ?? null
    const proxy: Proxy = {
      id: randomUUID(),
      challenge: { host, port, realm },
      question: 'none',
      signIn: null,
      wasRefused: false,
      userName: '',
      wasRemembered: false,
      loading: null,
      waiting: null,
    }
    proxies.set(key, proxy)
    return proxy
  }

  const itemsOf = ({ challenge: { host, port, realm } }: Proxy): { userName: string; password: string } => {
    // Short, whatever the proxy calls itself: the names of items have a limit on Windows.
    const digest = hash('sha256', JSON.stringify([host, port, realm])).slice(0, 32)
    const prefix = `${sharedSecrets.proxy}${digest}`
    return { userName: `${prefix}/user`, password: `${prefix}/password` }
  }

  const use = (proxy: Proxy, userName: string, password: string): void => {
    attempts += 1
    proxy.signIn = { userName, password, attempt: attempts }
    proxy.userName = userName
  }

  const load = async (proxy: Proxy): Promise<void> => {
    if (!keychain) return
    const items = itemsOf(proxy)
    const userName = await keychain.get(items.userName)
    const password = await keychain.get(items.password)
    if (userName.state !== 'found' || password.state !== 'found') return
    use(proxy, userName.secret, password.secret)
    proxy.wasRemembered = true
  }

  /** Runs a change of the keychain. False when it refuses: the sign-in then lasts until Forecourt closes. */
  const changeKeychain = async (change: (vault: Vault) => Promise<void>): Promise<boolean> => {
    if (!keychain) return false
    try {
      await change(keychain)
      return true
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      log.write('warning', 'network.sign-in-not-stored', { failureKind: error.failure.kind })
      return false
    }
  }

  const remove = (proxy: Proxy): Promise<boolean> =>
    changeKeychain(async (vault) => {
      const items = itemsOf(proxy)
      await vault.delete(items.userName)
      await vault.delete(items.password)
    })

  const settle = (proxy: Proxy, question: Proxy['question']): void => {
    const { waiting } = proxy
    proxy.waiting = null
    proxy.question = question
    waiting?.resolve(proxy.signIn)
    onChanged()
  }

  const requireProxy = (id: string, question: Proxy['question']): Proxy => {
    const proxy = [...proxies.values()].find((each) => each.id === id && each.question === question)
    return proxy ?? fail('conflict', networkMessages.questionAnswered)
  }

  return {
    /** See `NetworkSignIn.signInToProxy`. */
    async signIn(challenge: ProxyChallenge, refusedAttempt: number | null): Promise<ProxySignIn | null> {
      const proxy = proxyOf(challenge)
      if (!proxy) return null
      if (refusedAttempt !== null && proxy.signIn?.attempt === refusedAttempt) {
        proxy.signIn = null
        proxy.wasRefused = true
        if (proxy.wasRemembered) await remove(proxy)
      }
      proxy.loading ??= load(proxy)
      await proxy.loading
      if (proxy.signIn || proxy.question === 'declined') return proxy.signIn
      proxy.waiting ??= Promise.withResolvers()
      const { promise } = proxy.waiting
      if (proxy.question === 'none') {
        proxy.question = 'open'
        onChanged()
      }
      return promise
    },
    questions: (): ProxyQuestion[] =>
      [...proxies.values()]
        .filter(({ question }) => question !== 'none')
        .map(({ id, challenge, question, wasRefused, userName, wasRemembered }) => ({
          id,
          ...challenge,
          realm: challenge.realm.slice(0, longestRealm),
          wasRefused,
          isDeclined: question === 'declined',
          userName,
          canRemember: keychain !== null,
          wasRemembered,
        })),
    /** Throws `conflict` when the question is not open. `stored`: the keychain has it. */
    async answer({
      id,
      userName,
      password,
      remember,
    }: {
      id: string
      userName: string
      password: string
      remember: boolean
    }): Promise<{ stored: boolean }> {
      const proxy = requireProxy(id, 'open')
      use(proxy, userName, password)
      proxy.wasRefused = false
      settle(proxy, 'none')
      onSignIn()
      if (!remember) {
        if (proxy.wasRemembered) await remove(proxy)
        proxy.wasRemembered = false
        return { stored: false }
      }
      const items = itemsOf(proxy)
      const stored = await changeKeychain(async (vault) => {
        await vault.set(items.userName, userName)
        await vault.set(items.password, password)
      })
      proxy.wasRemembered = stored
      return { stored }
    },
    decline: (id: string): void => settle(requireProxy(id, 'open'), 'declined'),
    askAgain: (id: string): void => settle(requireProxy(id, 'declined'), 'open'),
    /** Ends all waits without a sign-in. */
    close(): void {
      for (const { waiting } of proxies.values()) waiting?.resolve(null)
    },
  }
}
