import { createPinia, setActivePinia } from 'pinia'
import { createApp } from 'vue'
import type { HostBridge } from '../../../src/contract/bridge.ts'
import type { ProgramEvent } from '../../../src/contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../../src/contract/methods.ts'
import { failure, type Result, success } from '../../../src/contract/result.ts'
import { clientKey, type ProgramClient, type WindowClient } from '../../../src/renderer/bridge/program-client.ts'

/** A call that the test answers later. */
export interface HeldCall<M extends MethodName> {
  readonly input: MethodInput<M>
  answer(result: Result<MethodOutput<M>>): void
}

/** A host in memory: answers methods, records calls, announces events, and can lose its program. */
export interface HostTwin {
  readonly bridge: HostBridge
  answer<M extends MethodName>(method: M, reply: (input: MethodInput<M>) => Result<MethodOutput<M>>): void
  /** From now on calls of this method stay open and are added to the returned list. */
  hold<M extends MethodName>(method: M): HeldCall<M>[]
  inputsOf<M extends MethodName>(method: M): MethodInput<M>[]
  /** Methods that were called without an answer; they failed. */
  readonly unanswered: readonly string[]
  announce(event: Partial<ProgramEvent> & Pick<ProgramEvent, 'name'>): void
  linkIs(up: boolean): void
  chosenFile: Result<unknown>
  takenFile: Result<unknown>
}

export function createHostTwin(): HostTwin {
  const replies = new Map<string, (input: unknown) => unknown>()
  const calls: { method: string; input: unknown }[] = []
  const listeners = new Set<(event: unknown) => void>()
  const watchers = new Set<(up: boolean) => void>()
  const unanswered: string[] = []
  let version = 0

  const twin: Omit<HostTwin, 'bridge'> = {
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
      calls.filter((call) => call.method === method).map((call) => call.input as MethodInput<M>),
    unanswered,
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
      calls.push({ method, input })
      const reply = replies.get(method)
      if (reply) return reply(input)
      unanswered.push(method)
      return failure({ kind: 'unexpected', message: `The twin has no answer for ${method}.` })
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
  return Object.assign(twin, { bridge })
}

/** Makes stores work without a mounted window: a new Pinia whose app provides this client. */
export function useStoresWith(client: ProgramClient): void {
  const pinia = createPinia()
  createApp({})
    .use(pinia)
    .provide(clientKey, client as WindowClient)
  setActivePinia(pinia)
}

/** Everything that waited for an answer has continued. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
