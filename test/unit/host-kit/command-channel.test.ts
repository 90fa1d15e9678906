import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { reachProgram } from '../../../src/cli/shared-program.ts'
import type { ProgramEvent } from '../../../src/contract/events.ts'
import { success } from '../../../src/contract/result.ts'
import { createFileIntake } from '../../../src/core/intake/file-intake.ts'
import { openCommandChannel, type CommandChannel } from '../../../src/host-kit/command-channel.ts'
import { ChannelAddress, channelFileName } from '../../../src/host-kit/channel-wire.ts'
import type { ServedProgram } from '../../../src/host-kit/served-program.ts'

let folder: string
let file: string
let channel: CommandChannel
let asked: string[]
let announce: (event: ProgramEvent) => void

/** The parts of a program that the channel uses. */
function programTwin(): ServedProgram {
  const listeners = new Set<(event: ProgramEvent) => void>()
  announce = (event) => listeners.forEach((listener) => listener(event))
  const program = {
    intake: createFileIntake(),
    listen(listener: (event: ProgramEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    program: program as unknown as ServedProgram['program'],
    dispatch: async (method, input) => {
      asked.push(method)
      return success({ method, input, text: 'é'.repeat(200_000) })
    },
    reportUnexpected: () => undefined,
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-channel-'))
  file = join(folder, channelFileName)
  asked = []
  channel = await openCommandChannel(programTwin(), folder)
})
afterEach(async () => {
  await channel.close()
  rmSync(folder, { recursive: true, force: true })
})

const address = (): ChannelAddress => ChannelAddress.parse(JSON.parse(readFileSync(file, 'utf8')))

async function connected(port = address().port): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

it('answers a command of the same user, hands over its file and passes events on', async () => {
  const shared = await reachProgram(folder)
  if (!shared) throw new Error('The program was not reached')
  onTestFinished(() => shared.close())
  const answers = await Promise.all([
    shared.calls.tryCall('uploads.overview', {}),
    shared.calls.tryCall('uploads.get', { id: 'u' }),
  ])
  expect(answers).toMatchObject([
    { ok: true, value: { method: 'uploads.overview' } },
    { ok: true, value: { method: 'uploads.get', input: { id: 'u' }, text: 'é'.repeat(200_000) } },
  ])
  const list = join(folder, 'list.csv')
  writeFileSync(list, 'Rego\nABC123\n')
  expect(await shared.calls.addFile(list)).toMatchObject({ name: 'list.csv', sizeBytes: 12 })
  const heard = new Promise<ProgramEvent>((resolve) => shared.calls.listen(resolve))
  announce({ name: 'uploads.changed', version: 7, subject: 'u', progress: null })
  expect(await heard).toMatchObject({ name: 'uploads.changed', version: 7 })
})

it('keeps its secret to the user, and takes its file away at the end', async () => {
  const othersMayRead = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  expect(othersMayRead).toBe(false)
  writeFileSync(file, '')
  // A power cut can leave it empty.
  expect(await reachProgram(folder)).toBeNull()
  await channel.close()
  expect(existsSync(file)).toBe(false)
  expect(await reachProgram(folder)).toBeNull()
})

it.each([
  ['no proof', '{"method":"storage.status","id":1}\n'],
  ['a wrong proof', `${JSON.stringify({ nonce: 'a'.repeat(64), proof: 'b'.repeat(64) })}\n`],
  ['no JSON', 'GET / HTTP/1.1\r\n\r\n'],
  ['an endless line', 'x'.repeat(100_000)],
])('ends a connection with %s', async (_, text) => {
  const socket = await connected()
  // Not `once`: the connection may be reset while we still write.
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  let said = ''
  socket.on('data', (bytes: Buffer) => void (said += bytes.toString()))
  socket.write(text)
  await closed
  expect(said).not.toContain(address().secret)
  expect(said.split('\n').filter(Boolean).length).toBeLessThanOrEqual(1)
  expect(asked).toEqual([])
})

it('does not tell the secret, or anything else, to a stranger who has taken the port', async () => {
  let heard = ''
  const stranger = createServer((socket) => {
    socket.write(`${JSON.stringify({ nonce: 'a'.repeat(64) })}\n`)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString()
      socket.write(`${JSON.stringify({ proof: 'c'.repeat(64) })}\n`)
    })
  })
  await new Promise<void>((resolve) => stranger.listen({ host: '127.0.0.1', port: 0 }, resolve))
  onTestFinished(() => void stranger.close())
  const { secret } = address()
  writeFileSync(file, JSON.stringify({ port: (stranger.address() as AddressInfo).port, secret }))
  expect(await reachProgram(folder)).toBeNull()
  expect(heard).toContain('proof')
  expect(heard).not.toContain(secret)
})

it('fails the calls that wait when the program ends', async () => {
  const shared = await reachProgram(folder)
  await channel.close()
  expect(await shared?.calls.tryCall('uploads.overview', {})).toMatchObject({
    ok: false,
    error: { kind: 'storage-busy' },
  })
})
