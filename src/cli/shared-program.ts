import { readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { FileTicket } from '../contract/app.ts'
import { eventNames, ProgramEvent } from '../contract/events.ts'
import { failure, type Result } from '../contract/result.ts'
import {
  ChannelAddress,
  channelFileName,
  ChannelHello,
  createLineChannel,
  isProof,
  newNonce,
  parseLine,
  proofOf,
  type ChannelRequest,
} from '../host-kit/channel-wire.ts'
import { errorCode } from '../core/storage/refusals.ts'
import { commandText } from './command-text.ts'
import { endAfter } from './ended.ts'
import { createCalls, type ProgramCalls } from './program-calls.ts'

/** A program of this user that runs already, with its window. */
export interface SharedProgram {
  readonly calls: ProgramCalls
  close(): void
}

const Answer = z.object({ id: z.number().int(), result: z.unknown() })
const Announced = z.object({ event: ProgramEvent })
const HostProof = z.object({ proof: z.string() })

/** A program that does not answer by then hangs, or another program has taken its port. */
const answerWithinMs = 5_000

/** Reaches the program that has the data folder open; null when there is none. */
export async function reachProgram(dataFolder: string): Promise<SharedProgram | null> {
  const address = readAddress(join(dataFolder, channelFileName))
  if (!address) return null
  const socket = await connectTo(address.port)
  return socket && shake(socket, address.secret)
}

/** Null: there is no such file, or it can't be read. Then the data folder itself says whether it is in use. */
function readAddress(file: string): ChannelAddress | null {
  try {
    const read = ChannelAddress.safeParse(parseLine(readFileSync(file, 'utf8')))
    return read.success ? read.data : null
  } catch (error) {
    if (errorCode(error) === null) throw error
    return null
  }
}

/** Null: nothing listens there. The file is that of a program which was killed. */
const connectTo = (port: number): Promise<Socket | null> =>
  new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => done(socket))
    socket.once('error', () => done(null))
  })

/** Both ends prove that they have the secret. Null: the other end has not, or does not answer. */
function shake(socket: Socket, secret: string): Promise<SharedProgram | null> {
  return new Promise((done) => {
    const nonce = newNonce()
    let expected: string | null = null
    let program: (SharedProgram & { receive(message: unknown): void }) | null = null
    const giveUp = (): void => {
      socket.destroy()
      done(null)
    }
    const timer = setTimeout(giveUp, answerWithinMs)
    socket.on('error', giveUp)
    socket.once('close', () => done(null))
    const channel = createLineChannel(socket, (message) => {
      if (program) return program.receive(message)
      if (expected === null) {
        const hello = ChannelHello.safeParse(message)
        if (!hello.success) return giveUp()
        expected = proofOf(secret, 'host', [nonce, hello.data.nonce])
        return channel.send({ nonce, proof: proofOf(secret, 'command', [hello.data.nonce, nonce]) })
      }
      const answer = HostProof.safeParse(message)
      if (!answer.success || !isProof(answer.data.proof, expected)) return giveUp()
      clearTimeout(timer)
      channel.trust()
      program = createSharedProgram(socket, (request) => channel.send(request))
      done(program)
    })
  })
}

function createSharedProgram(socket: Socket, send: (request: ChannelRequest) => void) {
  const waiting = new Map<number, (result: Result<unknown>) => void>()
  const listeners = new Set<(event: ProgramEvent) => void>()
  let next = 1
  const lost: Result<never> = failure({ kind: 'storage-busy', message: commandText.windowClosed })
  socket.once('close', () => {
    for (const answer of waiting.values()) answer(lost)
    waiting.clear()
    // Whoever waits for an event looks at once, and learns that the program is gone.
    for (const name of eventNames) {
      for (const listener of listeners) listener({ name, version: 0, subject: null, progress: null })
    }
  })
  type Body = { readonly method: string; readonly input: unknown } | { readonly file: string }
  const ask = (request: Body): Promise<Result<unknown>> => {
    if (socket.destroyed) return Promise.resolve(lost)
    const id = next
    next += 1
    return new Promise((answer) => {
      waiting.set(id, answer)
      send({ id, ...request })
    })
  }
  const calls: ProgramCalls = {
    isShared: true,
    ...createCalls((method, input) => ask({ method, input })),
    async addFile(file) {
      const path = resolve(file)
      // Here first, so that a missing file is the same problem with and without a window.
      statSync(path)
      const answer = await ask({ file: path })
      if (!answer.ok) throw endAfter(answer.error)
      return FileTicket.parse(answer.value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    calls,
    close: () => void socket.destroy(),
    receive(message: unknown): void {
      const answer = Answer.safeParse(message)
      if (answer.success) {
        const waiter = waiting.get(answer.data.id)
        waiting.delete(answer.data.id)
        return waiter?.(answer.data.result as Result<unknown>)
      }
      const announced = Announced.safeParse(message)
      if (announced.success) for (const listener of listeners) listener(announced.data.event)
    },
  }
}
