import type { DomainHandlers } from '../../contract/methods.ts'
import type { Announcer } from '../events/announcer.ts'
import type { Log } from '../ports/log.ts'
import type { NetworkSignIn } from '../ports/network-sign-in.ts'
import type { Vault } from '../ports/vault.ts'
import { createClientCertificates } from './client-certificates.ts'
import { createProxySignIns } from './proxy-sign-ins.ts'

export interface NetworkParts {
  readonly announcer: Announcer
  readonly log: Log
  /** Null when the user chose to store nothing. */
  readonly keychain: Vault | null
  /** Called when calls that failed may succeed now. */
  readonly retryNow: () => void
}

export type Network = DomainHandlers<'network', AbortSignal> & {
  readonly signIn: NetworkSignIn
  /** Calls that wait for an answer of the user go on without one. */
  close(): void
}

/** What the network between this PC and the service asks the user: the sign-in of a proxy, a certificate of this PC. */
export function createNetwork({ announcer, log, keychain, retryNow }: NetworkParts): Network {
  const onChanged = (): void => announcer.announce('network.changed')
  const proxies = createProxySignIns({ keychain, log, onChanged, onSignIn: retryNow })
  const certificates = createClientCertificates(onChanged)
  return {
    signIn: { signInToProxy: proxies.signIn, chooseCertificate: certificates.choose },
    questions: async () => ({ proxies: proxies.questions(), certificates: certificates.questions() }),
    signInToProxy: proxies.answer,
    async declineProxy({ id }) {
      proxies.decline(id)
      return {}
    },
    async askAgain({ id }) {
      proxies.askAgain(id)
      return {}
    },
    async chooseCertificate({ id, certificateId }) {
      certificates.answer(id, certificateId)
      return {}
    },
    close() {
      proxies.close()
      certificates.close()
    },
  }
}
