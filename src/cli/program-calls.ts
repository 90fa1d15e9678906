import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { FileTicket } from '../contract/app.ts'
import type { ProgramEvent } from '../contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../contract/methods.ts'
import type { Result } from '../contract/result.ts'
import type { Host } from '../host-kit/start-host.ts'
import { endAfter } from './ended.ts'

/** The program as a command sees it. Every call throws `CommandEnd` for a failure. */
export interface ProgramCalls {
  /** The program has a window, which the user works with. */
  readonly isShared: boolean
  call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>
  /** The same for callers that decide what a failure means. */
  tryCall<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>
  /** Hands a file of this PC over, for `drafts.open`. Throws the file system's error when it cannot be found. */
  addFile(path: string): Promise<FileTicket>
  /** Returns the function that stops it. */
  listen(listener: (event: ProgramEvent) => void): () => void
}

/** The calls over what runs a method by its name. */
export function createCalls(
  run: (method: MethodName, input: unknown) => Promise<Result<unknown>>,
): Pick<ProgramCalls, 'call' | 'tryCall'> {
  const tryCall = async <M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>> =>
    (await run(method, input)) as Result<MethodOutput<M>>
  return {
    tryCall,
    async call(method, input) {
      const answer = await tryCall(method, input)
      if (!answer.ok) throw endAfter(answer.error)
      return answer.value
    },
  }
}

/** The calls of a program in this process. */
export function createProgramCalls({ dispatch, program }: Host, signal: AbortSignal): ProgramCalls {
  return {
    isShared: false,
    ...createCalls((method, input) => dispatch(method, input, { signal })),
    async addFile(file) {
      const path = resolve(file)
      return program.intake.add(basename(path), { path, sizeBytes: statSync(path).size })
    },
    listen: program.listen,
  }
}

/** Resolves at the first event of this name after which `read` returns a value, or at once. */
export function waitUntil<T>(
  calls: ProgramCalls,
  name: ProgramEvent['name'],
  read: () => Promise<T | null>,
  signal: AbortSignal,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isReading = false
    let isStale = false
    const end = (finish: () => void): void => {
      stop()
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const look = async (): Promise<void> => {
      isStale = isReading
      if (isReading) return
      isReading = true
      try {
        do {
          isStale = false
          const value = await read()
          if (value !== null) return end(() => resolve(value))
        } while (isStale)
      } catch (error) {
        end(() => reject(error as Error))
      } finally {
        isReading = false
      }
    }
    const onAbort = (): void => end(() => reject(signal.reason as Error))
    const stop = calls.listen((event) => {
      if (event.name === name) void look()
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else void look()
  })
}
