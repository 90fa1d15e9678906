import type { HostBridge } from '../../../src/contract/bridge.ts'
import type { ProgramEvent } from '../../../src/contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../../src/contract/methods.ts'
import { failure, type Result, success } from '../../../src/contract/result.ts'

/** A call that a test answers when it likes. */
export interface HeldCall<M extends MethodName> {
  readonly input: MethodInput<M>
  answer(result: Result<MethodOutput<M>>): void
}

/** A host in memory: says what each method answers, keeps what was asked, announces events, and can lose its program. */
export interface HostTwin {
  answer<M extends MethodName>(method: M, reply: (input: MethodInput<M>) => Result<MethodOutput<M>>): void
  /** From now on calls of this method wait; the list grows as they come. */
  hold<M extends MethodName>(method: M): HeldCall<M>[]
  inputsOf<M extends MethodName>(method: M): MethodInput<M>[]
  announce(event: Partial<ProgramEvent> & Pick<ProgramEvent, 'name'>): void
  linkIs(up: boolean): void
  chosenFile: Result<unknown>
  takenFile: Result<unknown>
}

/** Puts the twin where the desktop's preload puts its bridge; to be called before the window's modules are imported. */
export function installHostTwin(): HostTwin {
  const replies = new Map<string, (input: unknown) => unknown>()
  const asked: { method: string; input: unknown }[] = []
  const listeners = new Set<(event: unknown) => void>()
  const watchers = new Set<(up: boolean) => void>()
  let version = 0

  const twin: HostTwin = {
    answer: (method, reply) => {
      replies.set(method, (input) => reply(input as never))
    },
    hold<M extends MethodName>(method: M) {
      const held: HeldCall<M>[] = []
      replies.set(
        method,
        (input) => new Promise((resolve) => held.push({ input: input as MethodInput<M>, answer: resolve })),
      )
      return held
    },
    inputsOf: <M extends MethodName>(method: M) =>
      asked.filter((call) => call.method === method).map((call) => call.input as MethodInput<M>),
    announce(event) {
      version += 1
      for (const listener of listeners) listener({ version, subject: null, progress: null, ...event })
    },
    linkIs(up) {
      for (const watcher of watchers) watcher(up)
    },
    chosenFile: success(null),
    takenFile: success({ fileId: 'file-1', name: 'sold.csv', sizeBytes: 12 }),
  }
  const bridge: HostBridge = {
    host: 'browser',
    async invoke(method, input) {
      asked.push({ method, input })
      const reply = replies.get(method)
      return reply ? reply(input) : failure({ kind: 'unexpected', message: `The twin has no answer for ${method}.` })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watchLink(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    chooseFile: async () => twin.chosenFile,
    takeFile: async () => twin.takenFile,
  }
  Object.assign(globalThis, { window: { forecourt: bridge } })
  return twin
}

/** Lets everything that was answered reach those who wait for it. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
