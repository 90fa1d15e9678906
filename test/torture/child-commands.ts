import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Commands that a child process serves: each takes one value and answers with one. */
type Commands = object
type CommandInput<C extends Commands, K extends keyof C> = C[K] extends (input: infer I) => unknown ? I : never
type CommandOutput<C extends Commands, K extends keyof C> = C[K] extends (input: never) => infer O ? Awaited<O> : never

type Request = { readonly id: number; readonly name: string; readonly input: unknown }
type Message<Report> =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly report: Report }

/** A child process whose commands the runner calls. */
export interface Child<C extends Commands> {
  /** Rejects when the command fails, and when the process ends before it answers. */
  call<K extends keyof C & string>(name: K, input: CommandInput<C, K>): Promise<CommandOutput<C, K>>
  /** Resolves with the signal that ended the process (null: it ended by itself) and with what it wrote. */
  readonly ended: Promise<{ readonly signal: string | null; readonly said: string }>
  said(): string
  kill(): void
}

/** The error of a command whose process ended before it answered. */
export class ChildEnded extends Error {}

/** Starts a file of this folder in a process of its own. `onReport` gets what the child reports without being asked. */
export function startChild<C extends Commands, Report>(
  file: string,
  argument: unknown,
  onReport: (report: Report) => void,
): Child<C> {
  const child: ChildProcess = fork(file, [JSON.stringify(argument)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let isOver = false
  child.on('message', (message: Message<Report>) => {
    if ('report' in message) return onReport(message.report)
    const { id } = message
    const answer = waiting.get(id)
    waiting.delete(id)
    if ('error' in message) answer?.reject(new Error(message.error))
    else answer?.resolve(message.value)
  })
  const ended = (once(child, 'exit') as Promise<[number | null, string | null]>).then(([, signal]) => {
    isOver = true
    for (const answer of waiting.values()) answer.reject(new ChildEnded('The process ended'))
    waiting.clear()
    return { signal, said }
  })
  return {
    ended,
    said: () => said,
    kill: () => void child.kill('SIGKILL'),
    call<K extends keyof C & string>(name: K, input: CommandInput<C, K>): Promise<CommandOutput<C, K>> {
      if (isOver) return Promise.reject(new ChildEnded('The process ended'))
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      waiting.set(lastId, answer)
      child.send({ id: lastId, name, input } satisfies Request, (error) => {
        if (error) answer.reject(new ChildEnded(error.message))
      })
      return answer.promise as Promise<CommandOutput<C, K>>
    },
  }
}

/** In the child: serves the commands of the runner. Returns the function that sends a report. */
export function serveCommands<C extends Commands, Report>(
  commands: C,
  around: { begin(): void; end(): void } = { begin: () => undefined, end: () => undefined },
): (report: Report) => void {
  const send = (message: Message<Report>): void => void process.send?.(message)
  const run = async (name: string, input: unknown): Promise<{ value: unknown } | { error: string }> => {
    try {
      const command = commands[name as keyof C] as (given: unknown) => unknown
      return { value: await command(input) }
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  const serve = async ({ id, name, input }: Request): Promise<void> => {
    around.begin()
    const answer = await run(name, input)
    around.end()
    send({ id, ...answer })
  }
  process.on('message', (request: Request) => void serve(request))
  process.on('disconnect', () => process.exit())
  return (report) => send({ report })
}
