import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { LogFields, LogLevel } from '../../src/core/ports/log.ts'
import { defaultPreferences } from '../../src/contract/preferences.ts'
import { serveProgram } from '../../src/host-kit/served-program.ts'
import { startBrowserHost, type BrowserHost } from '../../src/web/browser-host.ts'
import { createProgramTwin, type ProgramTwin } from './twins/program-twin.ts'
import { rawRequest, type RawAnswer, type RawRequest } from './twins/raw-request.ts'

export interface LogLine {
  readonly level: LogLevel
  readonly event: string
  readonly fields: LogFields | undefined
}

/** A running browser host with a program twin, and the session that its token opened. Replaced for each test. */
export interface HostUnderTest {
  readonly folder: string
  readonly program: ProgramTwin
  readonly host: BrowserHost
  readonly port: number
  readonly token: string
  readonly cookie: string
  readonly logged: LogLine[]
  /** Resolves when the call of `storage.status`, which never answers, is aborted. */
  readonly callAborted: Promise<void>
}

export const page = '<meta property="csp-nonce" nonce="__CSP_NONCE__" /><style nonce="__CSP_NONCE__"></style>'

/** Starts a host before each test and closes it afterwards; the returned function gives the current one. */
export function useBrowserHost(): () => HostUnderTest {
  let current: HostUnderTest | null = null

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forecourt-browser-host-'))
    await mkdir(join(folder, 'window', 'assets'), { recursive: true })
    await writeFile(join(folder, 'window', 'index.html'), page)
    await writeFile(join(folder, 'window', 'assets', 'index-1a2b.js'), 'export {}')
    await writeFile(join(folder, 'window', 'notes.txt'), 'not for the window')
    await writeFile(join(folder, 'secret.js'), 'outside')
    await symlink(join(folder, 'secret.js'), join(folder, 'window', 'linked.js'))
    await symlink(folder, join(folder, 'window', 'up'))

    let onAborted = (): void => undefined
    const callAborted = new Promise<void>((resolve) => (onAborted = resolve))
    const program = createProgramTwin({
      'app.preferences': async () => ({ ...defaultPreferences, theme: 'dark' }),
      'app.setPreferences': async (input) => ({ ...defaultPreferences, ...(input as object) }),
      'drafts.list': async () => {
        throw new Error('the disk is on fire')
      },
      'storage.status': (_input, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            onAborted()
            reject(new Error('the caller has disconnected'))
          })
        }),
    })
    const logged: LogLine[] = []
    const host = await startBrowserHost({
      host: serveProgram(program, { write: (level, event, fields) => void logged.push({ level, event, fields }) }),
      windowFolder: join(folder, 'window'),
      port: 0,
      heartbeatMs: 20,
      maxFileBytes: 64 * 1024,
    })
    const url = new URL(host.url)
    const port = Number(url.port)
    const token = url.searchParams.get('token') ?? ''
    const opened = await rawRequest(port, { path: `/?token=${token}`, headers: { host: `127.0.0.1:${port}` } })
    const cookie = (opened.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? ''
    current = { folder, program, host, port, token, cookie, logged, callAborted }
  })

  afterEach(async () => {
    await current?.host.close()
    if (current) await rm(current.folder, { recursive: true })
    current = null
  })

  return () => {
    if (!current) throw new Error('No host is running outside a test.')
    return current
  }
}

/** A request as Forecourt's own page sends it; `headers` replace its headers or, when empty, remove them. */
export function sendRequest({ port, cookie }: HostUnderTest, options: RawRequest): Promise<RawAnswer> {
  const own: Record<string, string> = {
    host: `127.0.0.1:${port}`,
    cookie,
    'sec-fetch-site': 'same-origin',
    ...(options.method === 'POST'
      ? { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' }
      : undefined),
  }
  const headers = Object.fromEntries(Object.entries({ ...own, ...options.headers }).filter(([, value]) => value !== ''))
  return rawRequest(port, { ...options, headers })
}

export const callMethod = (
  host: HostUnderTest,
  method: string,
  input: unknown = {},
  headers: Record<string, string> = {},
): Promise<RawAnswer> =>
  sendRequest(host, { method: 'POST', path: `/call/${method}`, body: JSON.stringify(input), headers })
