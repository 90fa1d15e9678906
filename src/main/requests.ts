import { open, type FileHandle } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import type { FileTicket } from '../contract/app.ts'
import { desktopChannels, type DesktopRequest } from '../contract/desktop-wire.ts'
import { success, type Result } from '../contract/result.ts'
import { fileProblems } from '../core/drafts/reading/file-messages.ts'
import { fail } from '../core/failures/failure-error.ts'
import type { FileIntake } from '../core/intake/file-intake.ts'
import type { Log } from '../core/ports/log.ts'
import { errorCode, isForbidden } from '../core/storage/refusals.ts'
import { refuse, resultOfError } from '../dispatch/result-of-error.ts'
import { maxInputBytesOf } from '../host-kit/method-policies.ts'
import type { ServedProgram } from '../host-kit/served-program.ts'
import { desktopText } from './desktop-text.ts'

export interface RequestOptions {
  readonly host: ServedProgram
  readonly log: Log
  /** Whether the page with this id belongs to a window that Forecourt opened. */
  isOwnWindow(contentsId: number): boolean
  isOwnAddress(address: string): boolean
  /** Shows the system's file dialog: an absolute path, or null when the user cancels. */
  choosePath(): Promise<string | null>
}

const Request: z.ZodType<DesktopRequest> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), method: z.string().max(100), input: z.unknown() }),
  z.strictObject({ kind: z.literal('choose-file') }),
  z.strictObject({ kind: z.literal('take-path'), path: z.string().min(1).max(32_767) }),
  z.strictObject({ kind: z.literal('take-bytes'), name: z.string().max(1_000), bytes: z.instanceof(ArrayBuffer) }),
])

/** Handles the requests of the window on its one channel. Every answer is an envelope; nothing is thrown to the window. */
export function handleRequests(options: RequestOptions): void {
  ipcMain.handle(desktopChannels.request, async (event, given: unknown): Promise<Result<unknown>> => {
    if (!isOwnRequest(event, options)) {
      options.log.write('error', 'request.notOurs')
      return refuse('Forecourt answers its own window only.')
    }
    const request = Request.safeParse(given)
    if (!request.success) return refuse('The request does not have the expected form.')
    try {
      return await handleRequest(request.data, event, options)
    } catch (error) {
      return resultOfError(error, request.data.kind, options.host.reportUnexpected)
    }
  })
}

/** A request is trusted by its transport: the top frame, at our own address, of a window that Forecourt opened. */
function isOwnRequest(event: IpcMainInvokeEvent, options: RequestOptions): boolean {
  const frame = event.senderFrame
  return (
    frame !== null && frame === frame.top && options.isOwnAddress(frame.url) && options.isOwnWindow(event.sender.id)
  )
}

async function handleRequest(
  request: DesktopRequest,
  event: IpcMainInvokeEvent,
  { host, choosePath }: RequestOptions,
): Promise<Result<unknown>> {
  const { intake } = host.program
  switch (request.kind) {
    case 'call': {
      const { method, input } = request
      const text = JSON.stringify(input ?? {})
      if (Buffer.byteLength(text) > maxInputBytesOf(method)) return refuse('The input of this call is too large.')
      // Only JSON crosses, although the channel could clone more.
      return whileConnected(event, (signal) => host.dispatch(method, JSON.parse(text), { signal }))
    }
    case 'choose-file': {
      const path = await choosePath()
      return success(path === null ? null : await readPath(intake, path))
    }
    case 'take-path':
      return success(await readPath(intake, request.path))
    case 'take-bytes':
      return success(intake.add(request.name, new Uint8Array(request.bytes)))
  }
}

/** Runs a call with a signal that aborts when its page is closed. */
async function whileConnected<T>(event: IpcMainInvokeEvent, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const disconnected = new AbortController()
  const onDestroyed = (): void => disconnected.abort()
  event.sender.once('destroyed', onDestroyed)
  try {
    return await run(disconnected.signal)
  } finally {
    event.sender.off('destroyed', onDestroyed)
  }
}

const { file: fileText } = desktopText

/** Registers a file by its path; its bytes are read when it is opened, by another process. */
export async function readPath(intake: FileIntake, path: string): Promise<FileTicket> {
  const name = basename(path)
  const file = await openFile(path, name)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) fail('invalid-input', fileText.noFile(name))
    return intake.add(name, { path: resolve(path), sizeBytes: stats.size })
  } finally {
    await file.close()
  }
}

async function openFile(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') fail('not-found', fileText.gone(name), { next: fileText.goneNext })
    if (isForbidden(error)) {
      const { message, next } = fileProblems.notAllowed(name)
      fail('invalid-input', message, { next })
    }
    if (code === 'EBUSY') {
      fail('invalid-input', fileText.busy(name), { next: fileText.busyNext })
    }
    throw error
  }
}
