import { z } from 'zod'

/**
 * A proxy of the network that asks for a user name and password. `realm`: what the proxy calls itself. `wasRefused`: it refused the
 * sign-in that was used last. `isDeclined`: the user cancelled, so calls fail until `askAgain`. `userName`: the one that was used last.
 */
export const ProxyQuestion = z.object({
  id: z.string(),
  host: z.string(),
  port: z.number().int(),
  realm: z.string(),
  wasRefused: z.boolean(),
  isDeclined: z.boolean(),
  userName: z.string(),
  /** Whether this PC can store the sign-in. */
  canRemember: z.boolean(),
  /** Whether it was stored before. */
  wasRemembered: z.boolean(),
})
export type ProxyQuestion = z.infer<typeof ProxyQuestion>

export const ClientCertificate = z.object({
  /** Its fingerprint. */
  id: z.string(),
  subject: z.string(),
  issuer: z.string(),
  /** ISO 8601; null: the certificate has no date that can be read. */
  expiresAt: z.string().nullable(),
})
export type ClientCertificate = z.infer<typeof ClientCertificate>

/** A server that asks for a certificate of this PC, with those that it accepts. */
export const CertificateQuestion = z.object({
  id: z.string(),
  host: z.string(),
  certificates: z.array(ClientCertificate),
})
export type CertificateQuestion = z.infer<typeof CertificateQuestion>

/** What the network between this PC and the service asks the user. `network.changed` is announced when this changes. */
export const NetworkQuestions = z.object({
  proxies: z.array(ProxyQuestion),
  certificates: z.array(CertificateQuestion),
})
export type NetworkQuestions = z.infer<typeof NetworkQuestions>

export const network = {
  questions: { input: z.object({}), output: NetworkQuestions },
  /** Signs in to a proxy until Forecourt closes. `stored`: also in the keychain. A question that is no longer open is `conflict`. */
  signInToProxy: {
    input: z.object({
      id: z.string().max(100),
      userName: z.string().min(1).max(300),
      password: z.string().max(300),
      remember: z.boolean(),
    }),
    output: z.object({ stored: z.boolean() }),
  },
  /** The calls that wait for the sign-in fail, and later ones as well. */
  declineProxy: { input: z.object({ id: z.string().max(100) }), output: z.object({}) },
  /** Opens a question again that the user declined. */
  askAgain: { input: z.object({ id: z.string().max(100) }), output: z.object({}) },
  /** Answers for every call to this server until Forecourt closes. Null: no certificate is sent. */
  chooseCertificate: {
    input: z.object({ id: z.string().max(100), certificateId: z.string().max(300).nullable() }),
    output: z.object({}),
  },
} as const
