import { type InjectionKey, toRaw } from 'vue'
import type { FileTicket } from '../../contract/app.ts'
import type { HostBridge } from '../../contract/bridge.ts'
import { type EventName, eventNames, type ProgramEvent } from '../../contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { provided } from '../ui/provided-state.ts'

/** Calls a method of the program. Always resolves: a failure is a value. */
type ProgramCall = <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<Result<MethodOutput<M>>>

/** What a composable needs of the program. Tests have an in-memory client. */
export interface ProgramClient {
  /** Calls a method. Always resolves: a failure is a value with a message for the user. */
  readonly call: ProgramCall
  /** Like `call`, for methods that change nothing: equal reads that are in flight at the same moment share one call. */
  readonly read: ProgramCall
  /** Listens to one kind of event until the returned function is called. */
  onEvent(name: EventName, listener: (event: ProgramEvent) => void): () => void
}

/** The client of the whole window: what only the shell needs comes on top. */
export interface WindowClient extends ProgramClient {
  readonly host: HostBridge['host']
  /** Reports every failed call, whoever made it, until the returned function is called. */
  watchFailures(listener: (failure: Failure) => void): () => void
  /** Reports when the program becomes unreachable or reachable again. */
  watchLink(listener: (up: boolean) => void): () => void
  /** Opens the system's file dialog. Null: the user closed it. */
  chooseFile(): Promise<Result<FileTicket | null>>
  /** Hands over a dropped or pasted file. */
  takeFile(file: File): Promise<Result<FileTicket>>
}

/** After a reconnect these events are sent to all listeners, because some may have been missed. */
const missedEvents: readonly EventName[] = eventNames.filter(
  (name) => name !== 'app.commanded' && !name.endsWith('.progressed'),
)

/**
 * Equal reads in flight share one call. Sharing ends with every event and every command, before and after: a read that starts
 * then must not get an answer from before the change.
 */
function createSharedReads(invoke: ProgramCall): {
  readonly call: ProgramCall
  readonly read: ProgramCall
  endSharing(): void
} {
  const inFlight = new Map<string, Promise<unknown>>()
  const endSharing = (): void => inFlight.clear()

  return {
    endSharing,
    async call(method, input) {
      endSharing()
      const result = await invoke(method, input)
      endSharing()
      return result
    },
    read<M extends MethodName>(method: M, input: MethodInput<M>) {
      const key = `${method} ${JSON.stringify(input)}`
      const shared = inFlight.get(key)
      if (shared) return shared as Promise<Result<MethodOutput<M>>>
      const reading = invoke(method, input).finally(() => {
        if (inFlight.get(key) === reading) inFlight.delete(key)
      })
      inFlight.set(key, reading)
      return reading
    },
  }
}

/** The typed client over a host's bridge. The window creates one at its start. */
export function createProgramClient(bridge: HostBridge): WindowClient {
  const failureListeners = new Set<(failure: Failure) => void>()
  const listeners = new Map<EventName, Set<(event: ProgramEvent) => void>>()

  const invoke: ProgramCall = async <M extends MethodName>(method: M, input: MethodInput<M>) => {
    // A Vue proxy cannot be cloned over Electron's channel.
    const result = (await bridge.invoke(method, structuredClone(toRaw(input)))) as Result<MethodOutput<M>>
    if (!result.ok) for (const listener of failureListeners) listener(result.error)
    return result
  }
  const { call, read, endSharing } = createSharedReads(invoke)

  const announce = (event: ProgramEvent): void => {
    endSharing()
    for (const listener of listeners.get(event.name) ?? []) listener(event)
  }
  const watchLink: WindowClient['watchLink'] = (listener) => bridge.watchLink?.(listener) ?? (() => undefined)

  bridge.subscribe((message) => announce(message as ProgramEvent))
  watchLink((up) => {
    if (!up) return
    for (const name of missedEvents) announce({ name, version: 0, subject: null, progress: null })
  })

  return {
    host: bridge.host,
    call,
    read,
    onEvent(name, listener) {
      const registered = listeners.get(name) ?? new Set()
      listeners.set(name, registered.add(listener))
      return () => registered.delete(listener)
    },
    watchFailures(listener) {
      failureListeners.add(listener)
      return () => failureListeners.delete(listener)
    },
    watchLink,
    chooseFile: () => bridge.chooseFile() as Promise<Result<FileTicket | null>>,
    takeFile: (file) => bridge.takeFile(file) as Promise<Result<FileTicket>>,
  }
}

export const clientKey: InjectionKey<WindowClient> = Symbol('program client')

/** The window's client. Composables take it themselves, as they take the notices and the questions of the window. */
export const useClient = (): WindowClient => provided(clientKey)
