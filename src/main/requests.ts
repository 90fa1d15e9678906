import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import { maxFileBytes, type FileTicket } from '../contract/app.ts'
import { desktopChannels, type DesktopRequest } from '../contract/desktop-wire.ts'
import { failure, success, type Result } from '../contract/result.ts'
import { fail, FailureError } from '../core/failures/failure-error.ts'
import { tooLarge, type FileIntake } from '../core/intake/file-intake.ts'
import { errorFields, type Log } from '../core/ports/log.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { maxCallBytes } from '../dispatch/window-assets.ts'

export interface RequestOptions {
  readonly dispatch: Dispatch
  readonly intake: FileIntake
  readonly log: Log
  /** Whether a page with this id is a window that we opened. */
  isOwnWindow(contentsId: number): boolean
  isOwnAddress(address: string): boolean
  /** The system's dialog: an absolute path, or null when she closed it. */
  choosePath(): Promise<string | null>
}

const Request: z.ZodType<DesktopRequest> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), method: z.string().max(100), input: z.unknown() }),
  z.strictObject({ kind: z.literal('choose-file') }),
  z.strictObject({ kind: z.literal('take-path'), path: z.string().min(1).max(32_767) }),
  z.strictObject({ kind: z.literal('take-bytes'), name: z.string().max(1_000), bytes: z.instanceof(ArrayBuffer) }),
])

/** Opens the one channel on which the window asks. Every answer is an envelope; nothing is thrown across. */
export function answerRequests(options: RequestOptions): void {
  ipcMain.handle(desktopChannels.request, async (event, given: unknown): Promise<Result<unknown>> => {
    if (!isOurs(event, options)) {
      options.log.write('error', 'request.notOurs')
      return refused('Forecourt answers its own window only.')
    }
    const request = Request.safeParse(given)
    if (!request.success) return refused('The request is not of the expected form.')
    try {
      return await answer(request.data, event, options)
    } catch (error) {
      if (error instanceof FailureError) return failure(error.failure)
      options.log.write('error', 'request.failed', errorFields(error))
      return failure({ kind: 'unexpected', message: 'Something went wrong inside Forecourt.', next: 'Try again.' })
    }
  })
}

/** Trust comes from the transport: the top frame, at our own address, of a window that we opened. */
function isOurs(event: IpcMainInvokeEvent, options: RequestOptions): boolean {
  const frame = event.senderFrame
  return (
    frame !== null && frame === frame.top && options.isOwnAddress(frame.url) && options.isOwnWindow(event.sender.id)
  )
}

async function answer(
  request: DesktopRequest,
  event: IpcMainInvokeEvent,
  options: RequestOptions,
): Promise<Result<unknown>> {
  switch (request.kind) {
    case 'call': {
      const text = JSON.stringify(request.input ?? {})
      if (Buffer.byteLength(text) > maxCallBytes) return refused('That is more than one call may carry.')
      // What crosses is JSON, whatever else the channel could clone.
      return whileThere(event, (signal) => options.dispatch(request.method, JSON.parse(text), { signal }))
    }
    case 'choose-file': {
      const path = await options.choosePath()
      return success(path === null ? null : await takePath(options.intake, path))
    }
    case 'take-path':
      return success(await takePath(options.intake, request.path))
    case 'take-bytes':
      return success(options.intake.add(request.name, new Uint8Array(request.bytes)))
  }
}

/** Runs a call with a signal that aborts when its page is gone. */
async function whileThere<T>(event: IpcMainInvokeEvent, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const gone = new AbortController()
  const onGone = (): void => gone.abort()
  event.sender.once('destroyed', onGone)
  try {
    return await run(gone.signal)
  } finally {
    event.sender.off('destroyed', onGone)
  }
}

/** Reads a file whole, unless its size already says that it is refused. */
async function takePath(intake: FileIntake, path: string): Promise<FileTicket> {
  const name = basename(path)
  const file = await openFile(path, name)
  try {
    const found = await file.stat()
    if (!found.isFile()) fail('invalid-input', `“${name}” is not a file.`)
    if (found.size > maxFileBytes) throw new FailureError(tooLarge(name))
    return intake.add(name, await file.readFile())
  } finally {
    await file.close()
  }
}

async function openFile(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') fail('not-found', `“${name}” is no longer there.`, { next: 'Choose it again.' })
    if (code === 'EACCES' || code === 'EPERM' || code === 'EBUSY') {
      fail('invalid-input', `“${name}” could not be opened.`, { next: 'Close it in other programs and try again.' })
    }
    throw error
  }
}

const refused = (message: string): Result<never> => failure({ kind: 'invalid-input', message })
