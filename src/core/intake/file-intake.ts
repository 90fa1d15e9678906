import { randomUUID } from 'node:crypto'
import { maxFileBytes, type FileTicket } from '../../contract/app.ts'
import type { Failure } from '../../contract/result.ts'
import { fail, FailureError } from '../failures/failure-error.ts'

/** Files that entered through the host, held in memory until they are taken: nothing of a customer list lies open on the disk. */
export interface FileIntake {
  /** Takes bytes in and gives the ticket that the window may know. Throws `invalid-input` when empty or over `maxFileBytes`. */
  add(name: string, bytes: Uint8Array): FileTicket
  /** Hands the bytes over, once. Throws `not-found` for a ticket that was taken or never given. */
  take(fileId: string): { readonly name: string; readonly bytes: Uint8Array }
}

/** What is said of a file over the limit; also by a host that sees its size before it has read it. */
export function tooLarge(name: string, limitBytes = maxFileBytes): Failure {
  return {
    kind: 'invalid-input',
    message: `“${name.slice(0, 255)}” is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`,
    next: 'Split it in your spreadsheet program and open the parts one by one.',
  }
}

/** The most files that wait to be opened; the oldest is forgotten first. */
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
      if (!file) fail('not-found', 'That file is no longer here.', { next: 'Choose it again.' })
      waiting.delete(fileId)
      return file
    },
  }
}
