import { app, type Certificate } from 'electron'
import type { ClientCertificate } from '../contract/network.ts'
import type { NetworkSignIn } from '../core/ports/network-sign-in.ts'

/** Asks the user which certificate a server gets. Without this, Electron sends the first that matches. The window itself sends none. */
export function chooseClientCertificates(choose: NetworkSignIn['chooseCertificate']): void {
  app.on('select-client-certificate', (event, contents, url, certificates, callback) => {
    event.preventDefault()
    if (contents !== null) return callback()
    void choose(hostOf(url), certificates.map(shown)).then(
      (id) => callback(certificates.find(({ fingerprint }) => fingerprint === id)),
      () => callback(),
    )
  })
}

/** Electron gives an address, or a host with its port. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)

const shown = ({ fingerprint, subjectName, issuerName, validExpiry }: Certificate): ClientCertificate => {
  const expires = new Date(validExpiry * 1000)
  return {
    id: fingerprint,
    subject: subjectName,
    issuer: issuerName,
    expiresAt: Number.isNaN(expires.getTime()) ? null : expires.toISOString(),
  }
}
