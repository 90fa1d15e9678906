import type { Failure, FailureKind } from './result.ts'

/** How a command ended. Scripts rely on these numbers: they never change (docs/command-line.md). */
export const exitCode = {
  done: 0,
  /** A defect: the log has it under the reference that is shown. */
  unexpected: 1,
  /** A person has to decide something: nothing was sent, or the upload waits for an answer. */
  decisionsNeeded: 2,
  /** The file cannot be read, or the other file cannot be written. */
  fileRefused: 3,
  /** The service was not reached, or refused the work. */
  service: 4,
  /** The data on this PC is locked, or there are no credentials. */
  locked: 5,
  /** Forecourt is open with another connection, or has the data folder and cannot be reached. */
  inUse: 6,
  /** Everything was sent, and the service refused some of it. */
  partlyFailed: 7,
  /** The command or one of its options is wrong. */
  wrongArguments: 64,
  /** Ctrl+C or SIGTERM. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

const byKind: Readonly<Record<FailureKind, ExitCode>> = {
  'invalid-input': exitCode.fileRefused,
  'sign-in-required': exitCode.locked,
  'no-licence': exitCode.service,
  rejected: exitCode.service,
  'not-found': exitCode.fileRefused,
  conflict: exitCode.decisionsNeeded,
  // The customer list could not be refreshed, and nothing is sent without it.
  'needs-confirmation': exitCode.service,
  'wrong-address': exitCode.service,
  certificate: exitCode.service,
  offline: exitCode.service,
  timeout: exitCode.service,
  'rate-limited': exitCode.service,
  'service-down': exitCode.service,
  'storage-locked': exitCode.locked,
  'storage-damaged': exitCode.locked,
  'storage-busy': exitCode.inUse,
  'storage-read-only': exitCode.locked,
  'vault-unreadable': exitCode.locked,
  'disk-full': exitCode.fileRefused,
  cancelled: exitCode.interrupted,
  unexpected: exitCode.unexpected,
}

export const exitCodeOf = ({ kind }: Failure): ExitCode => byKind[kind]
