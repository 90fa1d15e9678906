import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { basename, join } from 'node:path'
import { success, type Result } from '../contract/result.ts'
import { fail } from '../core/failures/failure-error.ts'
import { limitConnections } from '../core/loopback/limit-connections.ts'
import { errorFields } from '../core/ports/log.ts'
import { resultOfError } from '../dispatch/result-of-error.ts'
import {
  channelFileName,
  ChannelProof,
  ChannelRequest,
  createLineChannel,
  isProof,
  newNonce,
  proofOf,
  type ChannelAddress,
} from './channel-wire.ts'
import type { DataFolder } from './data-folder.ts'
import type { ServedProgram } from './served-program.ts'

/** Commands of the same user reach the running program here. */
export interface CommandChannel {
  /** Ends the connections and removes the file. */
  close(): Promise<void>
}

/** A connection that has not proved that it has the secret by then is ended. */
const proofWithinMs = 10_000

/**
 * Listens on 127.0.0.1 for the command line (`src/cli`) and writes port and secret to a file of the data folder that only the user can read.
 * Call it when the folder belongs to this program. A command can do what the window can; a file is handed over by its path.
 */
export async function openCommandChannel(host: ServedProgram, folder: string): Promise<CommandChannel> {
  const secret = randomBytes(32).toString('hex')
  const file = join(folder, channelFileName)
  const server = createServer()
  const sockets = new Set<Socket>()
  const { admit } = limitConnections(server, 16)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, { host, secret, onProved: () => admit(socket) })
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () =>
      resolve((server.address() as AddressInfo).port),
    )
  })
  const address: ChannelAddress = { port, secret }
  writeFileSync(`${file}.part`, JSON.stringify(address), { mode: 0o600 })
  renameSync(`${file}.part`, file)
  return {
    async close() {
      rmSync(file, { force: true })
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/**
 * Opens the channel when the data folder belongs to this program: while another one has it open, that one takes the commands. A channel that
 * cannot be opened is logged, and commands then say that the folder is in use.
 */
export function takeCommandsWhenOwn(host: ServedProgram, { path, log }: DataFolder): Pick<CommandChannel, 'close'> {
  const { signal } = new AbortController()
  let opening: Promise<CommandChannel | null> | null = null
  const open = async (): Promise<CommandChannel | null> => {
    try {
      return await openCommandChannel(host, path)
    } catch (error) {
      log.write('error', 'channel.notOpened', errorFields(error))
      return null
    }
  }
  const attempt = async (): Promise<void> => {
    const status = await host.program.handlers.storage.status({}, signal)
    if (status.state === 'starting' || status.state === 'unavailable') return
    stopListening()
    opening ??= open()
  }
  const stopListening = host.program.listen((event) => {
    if (event.name === 'storage.changed') void attempt()
  })
  return {
    async close() {
      stopListening()
      await (await opening)?.close()
    },
  }
}

interface ServeParts {
  readonly host: ServedProgram
  readonly secret: string
  readonly onProved: () => void
}

function serve(socket: Socket, { host, secret, onProved }: ServeParts): void {
  const { dispatch, program } = host
  const ended = new AbortController()
  const nonce = newNonce()
  let isProved = false
  const answer = async (request: ChannelRequest): Promise<Result<unknown>> => {
    if ('method' in request) return dispatch(request.method, request.input, { signal: ended.signal })
    try {
      return success(
        program.intake.add(basename(request.file), { path: request.file, sizeBytes: sizeOf(request.file) }),
      )
    } catch (error) {
      return resultOfError(error, 'channel.file', host.reportUnexpected)
    }
  }
  const prove = (message: unknown): void => {
    const read = ChannelProof.safeParse(message)
    if (!read.success || !isProof(read.data.proof, proofOf(secret, 'command', [nonce, read.data.nonce]))) {
      return void socket.destroy()
    }
    isProved = true
    clearTimeout(timer)
    onProved()
    channel.trust()
    channel.send({ proof: proofOf(secret, 'host', [read.data.nonce, nonce]) })
    const stopListening = program.listen((event) => channel.send({ event }))
    socket.once('close', stopListening)
  }
  const channel = createLineChannel(socket, (message) => {
    if (!isProved) return prove(message)
    const read = ChannelRequest.safeParse(message)
    if (!read.success) return void socket.destroy()
    void answer(read.data).then((result) => channel.send({ id: read.data.id, result }))
  })
  const timer = setTimeout(() => socket.destroy(), proofWithinMs)
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    clearTimeout(timer)
    ended.abort()
  })
  channel.send({ nonce })
}

/** Throws `not-found` for a file that is not there any more. */
function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.size ?? fail('not-found', `“${basename(path)}” is not there any more.`)
}
