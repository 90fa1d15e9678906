import { randomUUID } from 'node:crypto'
import { maxFileBytes, type FileTicket } from '../../contract/app.ts'
import type { Failure } from '../../contract/result.ts'
import { fail, FailureError } from '../failures/failure-error.ts'

/** Files from the host, in memory until they are opened: a customer list is never written to the disk unencrypted. */
export interface FileIntake {
  /**
   * Adds a file and returns the ticket for the window. Throws `invalid-input` when it is empty or over `maxFileBytes`.
   */
  add(name: string, bytes: Uint8Array): FileTicket
  /** Removes a file and returns it. Throws `not-found` for a ticket that was used before or does not exist. */
  take(fileId: string): { readonly name: string; readonly bytes: Uint8Array }
}

/** The failure for a file over the limit. Hosts use it before they read the file. */
export function tooLarge(name: string, limitBytes = maxFileBytes): Failure {
  return {
    kind: 'invalid-input',
    message: `“${name.slice(0, 255)}” is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`,
    next: 'Split it in your spreadsheet program and import the parts one by one.',
  }
}

/** The most files that wait to be opened. The oldest is removed first. */
const maxWaiting = 4

export function createFileIntake(): FileIntake {
  const waiting = new Map<string, { name: string; bytes: Uint8Array }>()
  return {
    add(name, bytes) {
      const base = name.split(/[\\/]/).at(-1)?.slice(0, 255) || 'spreadsheet'
      if (bytes.byteLength === 0) fail('invalid-input', `“${base}” is empty.`, { next: 'Choose another file.' })
      if (bytes.byteLength > maxFileBytes) {
        throw new FailureError(tooLarge(base))
      }
      const fileId = randomUUID()
      waiting.set(fileId, { name: base, bytes })
      for (const oldest of waiting.keys()) {
        if (waiting.size <= maxWaiting) break
        waiting.delete(oldest)
      }
      return { fileId, name: base, sizeBytes: bytes.byteLength }
    },
    take(fileId) {
      const file = waiting.get(fileId)
      if (!file) fail('not-found', 'This file is no longer available.', { next: 'Choose it again.' })
      waiting.delete(fileId)
      return file
    },
  }
}
