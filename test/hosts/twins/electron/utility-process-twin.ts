import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { constants } from 'node:os'
import { PassThrough } from 'node:stream'
import type * as Electron from 'electron'
import { cross, mustBe, onlyKnown, state, type Part } from './state.ts'

export const utilityProcesses: { readonly serviceName: string; readonly env: object; ended: boolean }[] = []

/** The options of Node that Electron passes on from its command line (`shell/common/node_bindings.cc`). */
const nodeOptions = [
  '--diagnostic-dir',
  '--dns-result-order',
  '--no-deprecation',
  '--throw-deprecation',
  '--trace-deprecation',
  '--trace-warnings',
]

/**
 * What V8 and Node get of `execArgv`: Electron puts it on its own command line, where V8 takes its options from `--js-flags` and
 * Node some names. It ignores all others.
 */
function optionsFor(execArgv: readonly string[]): string[] {
  return execArgv.flatMap((option) => {
    const [, flags] = /^--js-flags=(.+)$/.exec(option) ?? []
    if (flags !== undefined) return flags.split(/\s+/)
    if (nodeOptions.includes(option.split('=', 1)[0] ?? '')) return [option]
    throw new Error(`Electron ignores ${option} for a utility process`)
  })
}

function outputsOf(stdio: Electron.ForkOptions['stdio']): readonly [stdout: string, stderr: string] {
  if (!Array.isArray(stdio) || stdio.length < 3) throw new Error('configuration missing for stdin, stdout or stderr.')
  const [input, ...outputs] = stdio as string[]
  if (input !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
  for (const output of outputs)
    if (!['pipe', 'ignore', 'inherit'].includes(output)) throw new Error('stdio must be of: inherit, pipe, ignore')
  return outputs as unknown as readonly [string, string]
}

class UtilityProcessTwin extends EventEmitter {
  /** Null until the process has started and after its end; the messages wait meanwhile. */
  private child: ChildProcess | null = null
  private isOver = false
  private waiting: unknown[] = []
  stdout: PassThrough | null = null
  readonly stderr: PassThrough | null = null

  constructor(file: string, words: readonly string[], options: Electron.ForkOptions) {
    super()
    if (!state.isReady) throw new TypeError('utilityProcess cannot be created before app is ready.')
    if (!file) throw new Error('Missing UtilityProcess entry script.')
    onlyKnown('a utility process', options, ['env', 'execArgv', 'serviceName', 'stdio'])
    const { env = {}, execArgv = [], serviceName = '', stdio } = options
    mustBe('string', 'serviceName', serviceName)
    for (const value of Object.values(env)) mustBe('string', 'A variable of the environment', value)
    const [stdout, stderr] = outputsOf(stdio)
    const nodeWords = [...optionsFor(execArgv), '--import', new URL('../parent-port-twin.ts', import.meta.url).href]
    if (stdout === 'pipe') this.stdout = new PassThrough()
    // An empty environment is none of its own: the process gets that of the program.
    const ownEnv = Object.keys(env).length === 0 ? process.env : (env as NodeJS.ProcessEnv)
    const started = { serviceName, env: ownEnv, ended: false }
    utilityProcesses.push(started)
    // Electron starts it later.
    setImmediate(() => {
      this.child = fork(file, words, {
        env: ownEnv,
        execArgv: nodeWords,
        serialization: 'advanced',
        stdio: ['ignore', stdout as 'pipe', stderr as 'ignore', 'ipc'],
      })
      this.child.on('message', (message) => this.emit('message', message))
      if (this.stdout) this.child.stdout?.pipe(this.stdout)
      this.child.once('exit', (code, signal) => {
        started.ended = true
        this.end(code, signal)
      })
      this.emit('spawn')
      for (const message of this.waiting.splice(0)) this.postMessage(message)
    })
  }
  get pid(): number | undefined {
    return this.child?.pid
  }
  postMessage(message: unknown): void {
    if (this.isOver) return
    if (this.child) this.child.send(message as object, () => undefined)
    else this.waiting.push(cross(message))
  }
  kill(): boolean {
    // Politely; nothing before the process has started.
    return this.child?.kill() ?? false
  }
  private end(code: number | null, signal: NodeJS.Signals | null): void {
    this.child = null
    this.isOver = true
    // V8 aborts Node when its heap is full; Electron reports it and crashes on purpose.
    if (signal === 'SIGABRT') this.emit('error', 'FatalError', '', '')
    const crashCode = signal === 'SIGABRT' ? constants.signals.SIGSEGV : (signal && constants.signals[signal]) || 0
    try {
      this.emit('exit', code ?? crashCode)
    } finally {
      this.stdout?.removeAllListeners()
      this.stdout = null
    }
  }
}

export const utilityProcess = {
  fork: (file: string, words: string[], options: Electron.ForkOptions) => new UtilityProcessTwin(file, words, options),
} satisfies Part<typeof Electron.utilityProcess>
