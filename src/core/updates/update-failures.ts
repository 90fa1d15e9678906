import type { Failure } from '../../contract/result.ts'
import { classifyFailure } from '../service/classify-failure.ts'

/** The sentences about updates. */
export const updateMessages = {
  notReady: 'No update is ready to install.',
  uploadRunning: {
    message: 'An upload is running, so the update isn’t installed now.',
    next: 'Restart Forecourt when the upload has finished.',
  },
} as const

const tryLater = 'Forecourt tries again tomorrow. You can also check again now.'

/** Codes of electron-updater. */
const failures: Readonly<Record<string, Pick<Failure, 'kind' | 'message' | 'next'>>> = {
  ERR_UPDATER_INVALID_SIGNATURE: {
    kind: 'rejected',
    message: 'The downloaded update isn’t signed by the publisher of Forecourt. It wasn’t installed.',
    next: 'Tell your IT support.',
  },
  ERR_UPDATES_NOT_TRUSTED: {
    kind: 'rejected',
    message: 'Updates of this installation can’t be verified.',
    next: 'Install the latest version by hand, or ask your IT support.',
  },
  ERR_CHECKSUM_MISMATCH: {
    kind: 'rejected',
    message: 'The downloaded update is damaged. It wasn’t installed.',
    next: tryLater,
  },
}

/** The failure of a check or a download, in words. */
export function updateFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  const known = code === null ? undefined : failures[code]
  if (known && code !== null) return { ...known, details: code }
  const fault = classifyFailure(error)
  const details = fault.code ?? code
  return {
    ...(fault.faultClass === 'unclassified'
      ? { kind: 'service-down' as const, message: 'The update server’s answer can’t be used.' }
      : { kind: 'offline' as const, message: 'Can’t connect to the update server.' }),
    next: tryLater,
    ...(details === null ? {} : { details }),
  }
}
