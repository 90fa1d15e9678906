import { readFileSync, statSync } from 'node:fs'
import { CommandEnd, endAfter } from './ended.ts'
import { exitCode } from '../contract/exit-codes.ts'
import { waitUntil, type ProgramCalls } from './program-calls.ts'
import { commandText } from './command-text.ts'

export interface OpenDataOptions {
  /** Null: none was given. */
  readonly password: () => Promise<string | null>
  /** Practice needs no earlier set-up: without a keychain and a password, nothing is kept. */
  readonly isPractice: boolean
}

/**
 * Waits until the data is open, and unlocks it with the password if it needs one. Throws `CommandEnd`: `locked`, or `inUse` when another
 * Forecourt has the folder.
 */
export async function openData(
  calls: ProgramCalls,
  { password, isPractice }: OpenDataOptions,
  signal: AbortSignal,
): Promise<void> {
  const status = await waitUntil(
    calls,
    'storage.changed',
    async () => {
      const now = await calls.call('storage.status', {})
      return now.state === 'starting' ? null : now
    },
    signal,
  )
  switch (status.state) {
    case 'open':
      return
    case 'needs-password': {
      // The window would be unlocked as well.
      if (calls.isShared) throw new CommandEnd(exitCode.locked, commandText.lockedWindow)
      const known = await password()
      if (known === null) throw new CommandEnd(exitCode.locked, commandText.needsPassword)
      const answer = await calls.tryCall('storage.unlock', { password: known })
      if (!answer.ok) throw endAfter(answer.error, exitCode.locked)
      if (answer.value.state !== 'open') throw new CommandEnd(exitCode.locked, commandText.notOpened)
      return
    }
    case 'needs-choice': {
      if (isPractice) {
        const known = await password()
        await (known === null
          ? calls.call('storage.keepNothing', {})
          : calls.call('storage.setPassword', { password: known }))
        return
      }
      throw new CommandEnd(exitCode.locked, commandText.neverSetUp(status.reason))
    }
    case 'unavailable':
      throw new CommandEnd(exitCode.inUse, status.reason)
    default:
      throw new CommandEnd(exitCode.locked, `${status.reason} ${commandText.openWindow}`)
  }
}

/**
 * The password in a file: its first line. Throws `CommandEnd` when the file cannot be read, or when other users of this PC can read it
 * (not checked on Windows, which has no such modes).
 */
export function passwordFrom(file: string): string {
  let text: string
  try {
    const { mode } = statSync(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CommandEnd(exitCode.locked, commandText.openPasswordFile(file))
    }
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new CommandEnd(exitCode.fileRefused, commandText.noPasswordFile(file, String(error.code)))
    }
    throw error
  }
  return firstLine(text)
}

/** The password from standard input: its first line. */
export async function passwordFromInput(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const piece of input) {
    text += String(piece)
    if (text.includes('\n') || text.length > 1_000) break
  }
  return firstLine(text)
}

const firstLine = (text: string): string => text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? ''
