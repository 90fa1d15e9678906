import { randomUUID } from 'node:crypto'
import type { CertificateQuestion, ClientCertificate } from '../../contract/network.ts'
import { fail } from '../failures/failure-error.ts'
import { networkMessages } from './network-messages.ts'

export type ClientCertificates = ReturnType<typeof createClientCertificates>

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
