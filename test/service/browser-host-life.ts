import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'

/** Starts with a quarter of the CPU that its source needs. `node scripts/prepare.mjs` builds it. */
const built = join(import.meta.dirname, '..', '..', 'out', 'main', 'browser-host.js')
/** For a process whose passwords are cheap. All that open one data folder must have it. */
export const cheapPasswords = `--import=${new URL('../cheap-scrypt.ts', import.meta.url).href}`

/** One run of the browser host: the real program in its own process, called as the user's browser calls it. */
export interface HostLife {
  readonly pid: number
  /** The address of its page, without the token. */
  readonly origin: string
  /** The cookie of its session, as a browser sends it. */
  readonly cookie: string
  /** What the program holds after a collection, in bytes. Only of a life that was started with `measuresMemory`. */
  heldBytes(): Promise<number>
  /** Everything that the process wrote. */
  said(): string
  /** Every body and header of its answers, and every event. */
  answered(): string
  ask<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>
  /** Like `ask`, but throws when the call failed. */
  get<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>
  /** Sends a file as the page does; returns its id. */
  send(name: string, body: BodyInit): Promise<string>
  /** Calls `look` now and after each event, until it returns something. */
  waitFor<T>(look: () => Promise<T | undefined>): Promise<T>
  /** Ends the process like a power cut or like Ctrl+C; resolves when it has exited. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Runs in the process of the host, and does not keep it running. */
const measureMemory = `
  process.on('message', () => {
    gc()
    gc()
    const { heapUsed, external } = process.memoryUsage()
    process.send(heapUsed + external)
  })
  process.channel.unref()`

/** Starts the host on a data folder; `words` are further options of its command. With `keychain` it uses the keychain of the session. */
export async function startLife(
  dataFolder: string,
  words: readonly string[] = [],
  vault: 'none' | 'keychain' = 'none',
  { measuresMemory = false } = {},
): Promise<HostLife> {
  const own = ['--port', '0', '--data-dir', dataFolder, '--no-open', ...(vault === 'none' ? ['--no-keychain'] : [])]
  const measuring = ['--expose-gc', `--import=data:text/javascript,${encodeURIComponent(measureMemory)}`]
  const options = [cheapPasswords, ...(measuresMemory ? measuring : [])]
  const child = spawn(process.execPath, [...options, built, ...own, ...words], {
    stdio: ['ignore', 'pipe', 'pipe', ...(measuresMemory ? (['ipc'] as const) : [])],
  })
  if (!child.stdout || !child.stderr) throw new Error('The host has no output.')
  let said = ''
  let answered = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const gone = once(child, 'exit')
  const firstLine = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const started = await Promise.race([firstLine, gone.then(() => null)])
  if (!started || child.pid === undefined) throw new Error(`The host did not start: ${said}`)
  const { url } = JSON.parse(started[0]) as { url: string }
  const { origin } = new URL(url)
  const heard = (response: Response, body: string): void => {
    answered += `${response.status} ${JSON.stringify([...response.headers])}\n${body}\n`
  }

  const admitted = await fetch(url, { redirect: 'manual' })
  heard(admitted, await admitted.text())
  const cookie = (admitted.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const headers = { origin, cookie }

  const listeners = new Set<() => void>()
  const listening = new AbortController()
  const events = await fetch(`${origin}/events`, { headers, signal: listening.signal })
  const listen = async (): Promise<void> => {
    if (!events.body) throw new Error('The events have no body')
    const decoder = new TextDecoder()
    for await (const chunk of events.body) {
      answered += decoder.decode(chunk, { stream: true })
      for (const listener of listeners) listener()
    }
  }
  // The stream ends with an error when its process is killed, which is what the tests do.
  listen().catch(() => undefined)

  const post = async (path: string, body: BodyInit, type: string): Promise<Result<unknown>> => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
      ...(typeof body === 'string' ? {} : { duplex: 'half' as const }),
    })
    const text = await response.text()
    heard(response, text)
    return JSON.parse(text) as Result<unknown>
  }
  const ask = async <M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>> =>
    (await post(`/call/${method}`, JSON.stringify(input), 'application/json')) as Result<MethodOutput<M>>

  return {
    pid: child.pid,
    origin,
    cookie,
    async heldBytes() {
      const answer = once(child, 'message') as Promise<[number]>
      child.send('measure')
      return (await answer)[0]
    },
    said: () => said,
    answered: () => answered,
    ask,
    async get(method, input) {
      const answer = await ask(method, input)
      if (!answer.ok) throw new Error(`${method}: ${answer.error.kind}: ${answer.error.message}\n${said}`)
      return answer.value
    },
    async send(name, body) {
      const path = `/file?name=${encodeURIComponent(name)}`
      const answer = (await post(path, body, 'application/octet-stream')) as Result<{ fileId: string }>
      if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`)
      return answer.value.fileId
    },
    waitFor: (look) =>
      new Promise((resolve, reject) => {
        let looking: Promise<void> = Promise.resolve()
        let done = false
        const stop = (): void => {
          done = true
          listeners.delete(again)
        }
        const again = (): void => {
          looking = looking.then(async () => {
            if (done) return
            const value = await look()
            if (value === undefined || done) return
            stop()
            resolve(value)
          })
          looking.catch((error: unknown) => {
            stop()
            reject(error)
          })
        }
        listeners.add(again)
        again()
      }),
    async end(signal) {
      listening.abort()
      child.kill(signal)
      await gone
    },
  }
}
