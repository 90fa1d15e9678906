import { randomUUID } from 'node:crypto'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Announcer } from '../events/announcer.ts'
import type { Log } from '../ports/log.ts'
import type { NetworkSignIn } from '../ports/network-sign-in.ts'
import type { Vault } from '../ports/vault.ts'
import { createProxySignIns } from './proxy-sign-ins.ts'
import type { CertificateQuestion, ClientCertificate } from '../../contract/network.ts'
import { fail } from '../failures/failure-error.ts'
import { networkMessages } from './network-messages.ts'

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

interface Choice {
  readonly id: string
  readonly host: string
  readonly certificates: readonly ClientCertificate[]
  readonly answer: PromiseWithResolvers<string | null>
  isOpen: boolean
}

/** Which certificate each server gets. An answer is used until the program closes, unless the server no longer accepts it. */
export function createClientCertificates(onChanged: () => void) {
  const choices = new Map<string, Choice>()

  const ask = (host: string, certificates: readonly ClientCertificate[]): Choice => {
    const choice: Choice = { id: randomUUID(), host, certificates, answer: Promise.withResolvers(), isOpen: true }
    choices.set(host, choice)
    onChanged()
    return choice
  }

  return {
    /** See `NetworkSignIn.chooseCertificate`. */
    async choose(host: string, certificates: readonly ClientCertificate[]): Promise<string | null> {
      if (certificates.length === 0) return null
      const known = choices.get(host)
      const certificateId = await (known ?? ask(host, certificates)).answer.promise
      if (certificateId === null || certificates.some(({ id }) => id === certificateId)) return certificateId
      // Another call may have asked meanwhile.
      const newer = choices.get(host)
      return (newer && newer !== known ? newer : ask(host, certificates)).answer.promise
    },
    questions: (): CertificateQuestion[] =>
      [...choices.values()]
        .filter(({ isOpen }) => isOpen)
        .map(({ id, host, certificates }) => ({ id, host, certificates: [...certificates] })),
    /** Throws `conflict` when the question is not open, `invalid-input` for a certificate that is not in it. */
    answer(id: string, certificateId: string | null): void {
      const choice = [...choices.values()].find((each) => each.id === id && each.isOpen)
      if (!choice) fail('conflict', networkMessages.questionAnswered)
      if (certificateId !== null && !choice.certificates.some((each) => each.id === certificateId)) {
        fail('invalid-input', networkMessages.unknownCertificate)
      }
      choice.isOpen = false
      choice.answer.resolve(certificateId)
      onChanged()
    },
    /** Ends all waits without a certificate. */
    close(): void {
      for (const { answer } of choices.values()) answer.resolve(null)
    },
  }
}
