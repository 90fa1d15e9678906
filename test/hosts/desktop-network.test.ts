import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { NetworkQuestions } from '../../src/contract/network.ts'
import { boot, bootToWindow, call, type Booted } from './desktop-harness.ts'
import { longTest } from '../runs.ts'

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()))

/** A proxy that passes calls on for one user. */
async function startProxy(userName: string, password: string): Promise<{ port: number; refused(): number }> {
  const expected = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`
  let refused = 0
  const server = createServer((incoming, answer) => {
    const { 'proxy-authorization': given, ...headers } = incoming.headers
    if (given !== expected) {
      refused += given === undefined ? 0 : 1
      return answer.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="Dealer network"' }).end()
    }
    const outgoing = forward(incoming.url ?? '', { method: incoming.method, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.on('error', () => answer.destroy()).pipe(answer)
    })
    // The service ends with its program, also in the middle of a call.
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, refused: () => refused }
}

const ask = (program: Booted, method: string, input: unknown = {}) =>
  program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: never; error?: { message: string } }>

const questions = async (program: Booted): Promise<NetworkQuestions> => (await ask(program, 'network.questions')).value

/** The one open question of a proxy. */
async function proxyQuestion(program: Booted): Promise<NetworkQuestions['proxies'][number]> {
  await expect.poll(async () => (await questions(program)).proxies).toHaveLength(1)
  const [question] = (await questions(program)).proxies
  if (!question) throw new Error('There is no question.')
  return question
}

const testConnection = (program: Booted) => ask(program, 'connections.testCurrent')

describe('a proxy that asks for a password', () => {
  it('is asked about once for all calls, again after a wrong password, and not at the next start when it was stored', async () => {
    const proxy = await startProxy('kim', 'Planted-Proxy-Secret')
    const env = { TWIN_PROXY: String(proxy.port), TWIN_KEYCHAIN: 'file' }
    const program = await bootToWindow(env)
    await ask(program, 'connections.startPractice')
    const tests = [testConnection(program), testConnection(program), testConnection(program)]
    const first = await proxyQuestion(program)
    expect(first).toMatchObject({
      host: '127.0.0.1',
      port: proxy.port,
      realm: 'Dealer network',
      wasRefused: false,
      canRemember: true,
      wasRemembered: false,
    })
    const answer = { id: first.id, userName: 'kim', remember: true }
    await ask(program, 'network.signInToProxy', { ...answer, password: 'Wrong-Proxy-Secret' })
    await expect.poll(() => proxyQuestion(program)).toMatchObject({ wasRefused: true, userName: 'kim' })
    const stored = await ask(program, 'network.signInToProxy', { ...answer, password: 'Planted-Proxy-Secret' })
    expect(stored).toEqual({ ok: true, value: { stored: true } })
    for (const test of tests) expect(await test).toMatchObject({ value: { ok: true } })
    expect((await questions(program)).proxies).toEqual([])
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'network.changed' }),
    })
    // Both lines of the log are made of allowed fields; a wrong password may be another account's.
    expect(program.log()).not.toMatch(/Proxy-Secret/)
    const before = proxy.refused()
    await program.ask('closeDown')
    await expect.poll(() => program.ask('exitCode')).toBe(0)

    const next = await boot(env, [], program.folder)
    await next.ask('ready')
    await expect.poll(() => testConnection(next)).toMatchObject({ value: { ok: true } })
    expect(proxy.refused()).toBe(before)
    expect((await questions(next)).proxies).toEqual([])
  })

  longTest(
    'that the user declines is named in the failure, asks no more by itself, and can be answered later',
    async () => {
      const proxy = await startProxy('kim', 'right')
      const program = await bootToWindow({ TWIN_PROXY: String(proxy.port) })
      await ask(program, 'connections.startPractice')
      const test = testConnection(program)
      const { id } = await proxyQuestion(program)
      await ask(program, 'network.declineProxy', { id })
      const failed = { value: { ok: false, steps: expect.anything() } }
      expect(await test).toMatchObject(failed)
      expect(JSON.stringify(await testConnection(program))).toContain('The network’s proxy requires a sign-in.')
      expect(await proxyQuestion(program)).toMatchObject({ isDeclined: true })
      await ask(program, 'network.askAgain', { id })
      expect(await proxyQuestion(program)).toMatchObject({ isDeclined: false })
      await ask(program, 'network.signInToProxy', { id, userName: 'kim', password: 'right', remember: false })
      await expect.poll(() => testConnection(program)).toMatchObject({ value: { ok: true } })
    },
  )
})

describe('a server that asks for a certificate', () => {
  const certificates = [
    { fingerprint: 'sha256/1', subjectName: 'Kim Lee', issuerName: 'Dealer CA', validExpiry: 1_830_000_000 },
    { fingerprint: 'sha256/2', subjectName: 'Front desk', issuerName: 'Dealer CA', validExpiry: 1_820_000_000 },
  ]

  it('gets the one that the user chooses, also for later calls, and none is chosen by Electron', async () => {
    const program = await bootToWindow()
    const wanted = program.ask('wantsCertificate', 'https://service.example/api', certificates)
    await expect.poll(async () => (await questions(program)).certificates).toHaveLength(1)
    const [question] = (await questions(program)).certificates
    expect(question).toMatchObject({
      host: 'service.example',
      certificates: [
        { id: 'sha256/1', subject: 'Kim Lee', issuer: 'Dealer CA', expiresAt: '2027-12-28T13:20:00.000Z' },
        { id: 'sha256/2', subject: 'Front desk', issuer: 'Dealer CA' },
      ],
    })
    const choose = (certificateId: string | null) =>
      ask(program, 'network.chooseCertificate', { id: question?.id, certificateId })
    expect(await choose('sha256/3')).toMatchObject({ error: { kind: 'invalid-input' } })
    expect(await choose('sha256/2')).toMatchObject({ ok: true })
    expect(await wanted).toBe('sha256/2')
    expect(await choose('sha256/1')).toMatchObject({ error: { kind: 'conflict' } })
    expect(await program.ask('wantsCertificate', 'https://service.example/other', certificates)).toBe('sha256/2')
  })

  it('gets none from the window, and none when there is none', async () => {
    const program = await bootToWindow()
    expect(await program.ask('wantsCertificate', 'https://evil.example/', certificates, true)).toBeNull()
    expect(await program.ask('wantsCertificate', 'https://service.example/', [])).toBeNull()
    expect((await questions(program)).certificates).toEqual([])
  })
})

it('the end of a sleep is noticed, and brings the customers up to date at once', async () => {
  const program = await bootToWindow({}, ['--practice'])
  await expect.poll(() => ask(program, 'customers.status')).toMatchObject({ value: { syncing: null } })
  const lists = async (): Promise<number> => (await program.ask('calls')).length
  const before = await lists()
  await program.ask('sleeps', 8 * 60 * 60_000)
  await expect.poll(lists).toBeGreaterThan(before)
  expect(program.log()).toMatch(/pc\.resumed.*"durationMs":28[78]\d{5}/)
})
