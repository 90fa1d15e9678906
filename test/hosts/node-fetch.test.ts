import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createRawServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { classifyFailure } from '../../src/core/service/classify-failure.ts'
import { createNodeFetch } from '../../src/host-kit/node-fetch.ts'

const serviceName = 'service.forecourt.test'
let folder: string
const file = (name: string): string => join(folder, name)

/** An authority that only the system knows, with a certificate for the service and for this PC. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-fetch-'))
  const run = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Dealership')
  run('req', ...key, '-keyout', 'service.key', '-out', 'service.csr', '-subj', `/CN=${serviceName}`)
  writeFileSync(file('names'), `subjectAltName=DNS:${serviceName},DNS:*.${serviceName},IP:127.0.0.1\n`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  run('x509', '-req', '-in', 'service.csr', ...signed, '-out', 'service.pem')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket.on('error', () => undefined))
    socket.once('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** A service that answers with what it got. */
async function startService(): Promise<number> {
  const options = { key: readFileSync(file('service.key')), cert: readFileSync(file('service.pem')) }
  const service = createSecureServer(options, (request, response) => {
    void textOf(request).then((body) =>
      response.end(JSON.stringify({ host: request.headers.host, key: request.headers['apikey'], body })),
    )
  })
  return listen(service)
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of message.setEncoding('utf8')) text += piece
  return text
}

/** A proxy that leads every name to one port of this PC, and keeps what it was asked and all that it passed on. */
async function startProxy(port: number) {
  const asked: string[] = []
  const signIns: (string | undefined)[] = []
  const passed: Buffer[] = []
  const proxy = createPlainServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('in clear')
  })
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`)
    signIns.push(request.headers['proxy-authorization'])
    const server = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    server.on('error', () => socket.destroy())
    socket.on('data', (piece: Buffer) => passed.push(piece))
    socket.pipe(server).pipe(socket)
  })
  return { url: `127.0.0.1:${await listen(proxy)}`, asked, signIns, passed }
}

const source = pathToFileURL(resolve('src/host-kit/node-fetch.ts')).href

/** Posts to addresses in a process of its own, one after the other: the answers, or the code of the innermost error. */
async function post(env: Readonly<Record<string, string>>, ...urls: readonly string[]): Promise<unknown[]> {
  const code = `
    const { createNodeFetch } = await import(${JSON.stringify(source)})
    const call = createNodeFetch(process.env)
    const answers = []
    for (const url of ${JSON.stringify(urls)}) {
      const init = { method: 'POST', headers: { ApiKey: 'the-secret-key' }, body: 'Jane Citizen', redirect: 'error' }
      answers.push(await call(url, init).then((answer) => answer.json(), (error) => error.cause?.code ?? String(error.cause)))
    }
    process.stdout.write(JSON.stringify(answers))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  await once(child, 'close')
  return JSON.parse(said) as unknown[]
}

const answered = (host: string) => ({ host, key: 'the-secret-key', body: 'Jane Citizen' })

describe('the fetch of the command line and the browser host', () => {
  it.skipIf(process.platform !== 'linux')('trusts the certificates of the system beside those of Node', async () => {
    const port = await startService()
    const url = `https://127.0.0.1:${port}/`
    expect(await post({ SSL_CERT_FILE: file('ca.pem') }, url)).toEqual([answered(`127.0.0.1:${port}`)])
    const nothing = file('nothing')
    mkdirSync(nothing)
    writeFileSync(join(nothing, 'empty.pem'), '')
    expect(await post({ SSL_CERT_FILE: join(nothing, 'empty.pem'), SSL_CERT_DIR: nothing }, url)).toEqual([
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ])
  })

  it.skipIf(process.platform !== 'linux').each([
    ['HTTPS_PROXY', 'http://'],
    ['https_proxy', ''],
    ['HTTP_PROXY', 'http://us%40er:p%3Ass@'],
  ])('reaches the service through the proxy of %s, which sees its name and nothing else', async (name, start) => {
    const port = await startService()
    const proxy = await startProxy(port)
    const url = `https://${serviceName}/customers`
    const env = { SSL_CERT_FILE: file('ca.pem'), [name]: `${start}${proxy.url}` }
    expect(await post(env, url, `${url}/2`)).toEqual([answered(serviceName), answered(serviceName)])
    expect([...new Set(proxy.asked)]).toEqual([`CONNECT ${serviceName}:443`])
    expect([...new Set(proxy.signIns)]).toEqual([start.includes('@') ? `Basic ${btoa('us@er:p:ss')}` : undefined])
    const clear = Buffer.concat(proxy.passed).toString('latin1')
    for (const secret of ['the-secret-key', 'Jane Citizen', '/customers']) expect(clear).not.toContain(secret)
  })

  it.skipIf(process.platform !== 'linux')('asks no proxy for this PC and for what NO_PROXY names', async () => {
    const port = await startService()
    const proxy = await startProxy(port)
    const env = { SSL_CERT_FILE: file('ca.pem'), HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url }
    const here = `https://127.0.0.1:${port}/`
    expect(await post(env, here)).toEqual([answered(`127.0.0.1:${port}`)])
    const plain = await listen(createPlainServer((_request, response) => response.end('{}')))
    expect(await post(env, `http://127.0.0.1:${plain}/`, `http://localhost:${plain}/`)).toEqual([{}, {}])
    expect(proxy.asked).toEqual([])
    // The names exist nowhere: without the proxy, they are not found.
    const missing = [`https://${serviceName}/`, `https://eu.${serviceName}/`]
    for (const exception of [serviceName, `other.test, .${serviceName}:443`, '*']) {
      const [first] = await post({ ...env, NO_PROXY: exception }, missing[1] ?? '')
      expect(first).toMatch(/ENOTFOUND|EAI_AGAIN/)
    }
    expect(proxy.asked).toEqual([])
    expect(await post({ ...env, NO_PROXY: `${serviceName}:8443, forecourt.test.example` }, ...missing)).toEqual([
      answered(serviceName),
      answered(`eu.${serviceName}`),
    ])
  })
})

describe('a proxy that does not lead to the service', () => {
  /** How a call through it fails. `signal`: of the call. */
  async function failureThrough(proxy: string, signal?: AbortSignal): Promise<unknown> {
    const call = createNodeFetch({ HTTPS_PROXY: proxy })
    const error = await call(`https://${serviceName}/`, signal ? { signal } : {}).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(String(error)).not.toContain('p4ss')
    return { ...classifyFailure(error) }
  }

  it.each([
    ['407 Proxy Authentication Required', 'proxy-sign-in'],
    ['502 Bad Gateway', 'proxy'],
    ['403 Forbidden', 'proxy'],
  ])('answers %s: the call was not sent', async (answer, faultClass) => {
    const proxy = createPlainServer()
    proxy.on('connect', (_request: IncomingMessage, socket: Socket) => socket.end(`HTTP/1.1 ${answer}\r\n\r\n`))
    const port = await listen(proxy)
    expect(await failureThrough(`http://me:p4ss@127.0.0.1:${port}`)).toMatchObject({
      faultClass,
      certainty: 'not-sent',
    })
  })

  it('closes each connection: it is asked once, and not without end', async () => {
    let connections = 0
    const port = await listen(
      createRawServer((socket) => {
        connections += 1
        socket.destroy()
      }),
    )
    expect(await failureThrough(`http://127.0.0.1:${port}`)).toMatchObject({
      faultClass: 'proxy',
      certainty: 'not-sent',
    })
    expect(connections).toBe(1)
  })

  it.each(['not an address', 'socks5://127.0.0.1:1080', 'http://127.0.0.1:1', 'http://me:p4ss@127.0.0.1:1'])(
    'has the address %s: the call was not sent',
    async (proxy) => {
      expect(await failureThrough(proxy)).toMatchObject({ faultClass: 'proxy', certainty: 'not-sent' })
    },
  )

  it('never answers: the call ends with its own time limit', async () => {
    const asked = Promise.withResolvers<void>()
    const port = await listen(createRawServer((socket) => void socket.once('data', () => asked.resolve())))
    const limit = new AbortController()
    void asked.promise.then(() => limit.abort(new DOMException('', 'TimeoutError')))
    expect(await failureThrough(`http://127.0.0.1:${port}`, limit.signal)).toMatchObject({ faultClass: 'timeout' })
  })
})
