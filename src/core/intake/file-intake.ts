import { randomUUID } from 'node:crypto'
import type { FileTicket } from '../../contract/app.ts'
import { maxFileBytes } from '../../contract/limits.ts'
import type { Failure } from '../../contract/result.ts'
import { createSignal } from '../events/signal.ts'
import { fail, FailureError } from '../failures/failure-error.ts'

/** Where the bytes of a file are: in memory, as one piece or as they arrived, or in a file of the user on this PC. */
export type FileContent =
  | Uint8Array
  | readonly Uint8Array[]
  | { /** Absolute. */ readonly path: string; readonly sizeBytes: number }

/** A file to be opened. */
export interface IntakeFile {
  readonly name: string
  readonly sizeBytes: number
  /** The file is read from there; null when its bytes are in memory. */
  readonly path: string | null
  /** Removes the next bytes from memory and returns them; null at the end. */
  takeBytes(): Uint8Array | null
}

/** Files from the host, until they are opened. Bytes in memory are never written to the disk: they are a customer list. */
export type FileIntake = ReturnType<typeof createFileIntake>

/** What the user can do about a file that is too large, for whatever reason. */
export const splitFile = 'Split it into several files and import them one by one.'

/** The failure for a file over the limit. Hosts use it before they read the file. */
export function tooLarge(name: string, limitBytes = maxFileBytes): Failure {
  return {
    kind: 'invalid-input',
    message: `“${name.slice(0, 255)}” is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`,
    next: splitFile,
  }
}

/** The most files that wait to be opened. The oldest is removed first. */
const maxWaiting = 4
/** The most bytes that are handed over at once. */
const bytesPerPart = 1_024 * 1_024

export function createFileIntake() {
  const waiting = new Map<string, IntakeFile>()
  const added = createSignal<void>()
  return {
    /** Calls the listener when a file was added: it is opened soon. Returns the function that stops it. */
    onAdded: (listener: () => void): (() => void) => added.listen(listener),
    /**
     * Adds a file and returns the ticket for the window. Throws `invalid-input` when it is empty or over `maxFileBytes`.
     */
    add(name: string, content: FileContent): FileTicket {
      const base = name.split(/[\\/]/).at(-1)?.slice(0, 255) || 'spreadsheet'
      const file = intakeFile(base, content)
      if (file.sizeBytes === 0) fail('invalid-input', `“${base}” is empty.`, { next: 'Choose another file.' })
      if (file.sizeBytes > maxFileBytes) throw new FailureError(tooLarge(base))
      const fileId = randomUUID()
      waiting.set(fileId, file)
      for (const oldest of waiting.keys()) {
        if (waiting.size <= maxWaiting) break
        waiting.delete(oldest)
      }
      added.emit()
      return { fileId, name: base, sizeBytes: file.sizeBytes }
    },
    /** Removes a file and returns it. Throws `not-found` for a ticket that was used before or does not exist. */
    take(fileId: string): IntakeFile {
      const file = waiting.get(fileId)
      if (!file) fail('not-found', 'This file is no longer available.', { next: 'Choose it again.' })
      waiting.delete(fileId)
      return file
    },
  }
}

function intakeFile(name: string, content: FileContent): IntakeFile {
  if ('path' in content) return { name, ...content, takeBytes: () => null }
  const parts = content instanceof Uint8Array ? [content] : [...content]
  const sizeBytes = parts.reduce((sum, part) => sum + part.byteLength, 0)
  parts.reverse()
  return {
    name,
    sizeBytes,
    path: null,
    takeBytes() {
      let part = parts.pop()
      while (part?.byteLength === 0) part = parts.pop()
      if (!part) return null
      if (part.byteLength > bytesPerPart) parts.push(part.subarray(bytesPerPart))
      // A copy: Electron would send the whole buffer behind a part of it.
      return part.slice(0, bytesPerPart)
    },
  }
}
