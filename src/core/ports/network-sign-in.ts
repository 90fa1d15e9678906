import type { ClientCertificate } from '../../contract/network.ts'

export interface ProxyChallenge {
  readonly host: string
  readonly port: number
  readonly realm: string
}

export interface ProxySignIn {
  readonly userName: string
  readonly password: string
  /** Identifies this sign-in, to report it as refused. */
  readonly attempt: number
}

/** Asks the user what the network asks of the program. Each question is asked once, however many calls wait for it. */
export interface NetworkSignIn {
  /**
   * The sign-in of a proxy; null when the user declines. `refusedAttempt`: the attempt of the sign-in that the proxy refused in this
   * call; null for its first challenge.
   */
  signInToProxy(challenge: ProxyChallenge, refusedAttempt: number | null): Promise<ProxySignIn | null>
  /** The id of the certificate to send to a host; null: none. */
  chooseCertificate(host: string, certificates: readonly ClientCertificate[]): Promise<string | null>
}
