import type { EventName, ProgramEvent } from '../../src/contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Failure, Result } from '../../src/contract/result.ts'
import type { ProgramClient } from '../../src/renderer/bridge/program-client.ts'

/** A call that the window has made and the test has not yet answered. */
export interface OpenCall {
  readonly method: MethodName
  readonly input: unknown
  succeed(value: unknown): Promise<void>
  fail(failure: Partial<Failure>): Promise<void>
}

type Answers = { [M in MethodName]?: (input: MethodInput<M>) => MethodOutput<M> }

/** Everything that waited for an answer has continued. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * An in-memory program. A method in `answers` is answered at once; every other call stays open until the test answers it, so that
 * answers can arrive late or in another order.
 */
export function createProgramClientTwin(answers: Answers = {}) {
  const open: OpenCall[] = []
  const calls: { method: MethodName; input: unknown }[] = []
  const listeners = new Map<EventName, Set<(event: ProgramEvent) => void>>()
  let version = 0

  function invoke<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>> {
    calls.push({ method, input })
    const answer = answers[method] as ((input: MethodInput<M>) => MethodOutput<M>) | undefined
    if (answer) return Promise.resolve({ ok: true, value: answer(input) })
    return new Promise((resolve) => {
      const close = (result: Result<MethodOutput<M>>): Promise<void> => {
        open.splice(open.indexOf(added), 1)
        resolve(result)
        return settled()
      }
      const added: OpenCall = {
        method,
        input,
        succeed: (value) => close({ ok: true, value: value as MethodOutput<M> }),
        fail: (failure) => close({ ok: false, error: { kind: 'unexpected', message: 'It failed.', ...failure } }),
      }
      open.push(added)
    })
  }

  const client: ProgramClient = {
    call: invoke,
    // Reads are not shared here, so that a test sees each of them.
    read: invoke,
    onEvent(name, listener) {
      const registered = listeners.get(name) ?? new Set()
      listeners.set(name, registered.add(listener))
      return () => registered.delete(listener)
    },
  }

  return {
    client,
    calls,
    open,
    settled,
    /** The oldest open call of a method. */
    next(method: MethodName): OpenCall {
      const found = open.find((call) => call.method === method)
      if (!found) throw new Error(`No open call of ${method}; open are: ${open.map((call) => call.method).join(', ')}`)
      return found
    },
    announce(name: EventName, subject: string | null = null, progress: ProgramEvent['progress'] = null): Promise<void> {
      version += 1
      for (const listener of listeners.get(name) ?? []) listener({ name, version, subject, progress })
      return settled()
    },
    listening: (name: EventName): number => listeners.get(name)?.size ?? 0,
  }
}
