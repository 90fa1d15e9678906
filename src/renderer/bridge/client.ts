import type { FileTicket } from '../../contract/app.ts'
import type { HostBridge } from '../../contract/bridge.ts'
import { EventName, type ProgramEvent } from '../../contract/events.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { toRaw } from 'vue'
import { createBrowserBridge } from './browser-bridge.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload; absent in a browser. */
    readonly forecourt?: HostBridge
  }
}

const bridge: HostBridge = window.forecourt ?? createBrowserBridge()

export const host = bridge.host

/** Asks the program. Always resolves: a failure is a value, with words for the user. */
export async function call<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>> {
  // A Vue proxy cannot be cloned over Electron's channel.
  const result = (await bridge.invoke(method, structuredClone(toRaw(input)))) as Result<MethodOutput<M>>
  if (!result.ok) for (const listener of failureListeners) listener(result.error)
  return result
}

const failureListeners = new Set<(failure: Failure) => void>()

/** Hears every failed call, whoever made it, until the returned function is called: for what concerns more than one screen. */
export function watchFailures(listener: (failure: Failure) => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

const listeners = new Map<EventName, Set<(event: ProgramEvent) => void>>()

bridge.subscribe((message) => {
  const event = message as ProgramEvent
  for (const listener of listeners.get(event.name) ?? []) listener(event)
})

/** Hears one kind of event until the returned function is called. */
export function onEvent(name: EventName, listener: (event: ProgramEvent) => void): () => void {
  const heard = listeners.get(name) ?? new Set()
  listeners.set(name, heard)
  heard.add(listener)
  return () => heard.delete(listener)
}

/** Hears whether the program can be reached. When it is back, every listener is told that its subject may have changed meanwhile. */
export function watchLink(listener: (up: boolean) => void): () => void {
  return bridge.watchLink?.(listener) ?? (() => undefined)
}

const missedEvents: readonly EventName[] = EventName.options.filter(
  (name) => name !== 'app.commanded' && name !== 'drafts.progressed',
)

watchLink((up) => {
  if (!up) return
  for (const name of missedEvents) {
    for (const heard of listeners.get(name) ?? []) heard({ name, version: 0, subject: null, progress: null })
  }
})

/** Asks for a spreadsheet with the system's dialog; null when she closed it. */
export const chooseFile = (): Promise<Result<FileTicket | null>> =>
  bridge.chooseFile() as Promise<Result<FileTicket | null>>

/** Takes a dropped or pasted file in. */
export const takeFile = (file: File): Promise<Result<FileTicket>> =>
  bridge.takeFile(file) as Promise<Result<FileTicket>>
