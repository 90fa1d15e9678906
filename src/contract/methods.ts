import type { z } from 'zod'
import { app } from './app.ts'
import { backups } from './backups.ts'
import { bulkLookups } from './bulk-lookups.ts'
import { callSettings } from './call-settings.ts'
import { connections } from './connections.ts'
import { contact } from './contact.ts'
import { customerCells } from './customer-cells.ts'
import { customerSuggestions } from './customer-suggestions.ts'
import { customerUpdates } from './customer-updates.ts'
import { customers } from './customers.ts'
import { draftChanges } from './draft-changes.ts'
import { draftSources } from './draft-sources.ts'
import { draftTemplates } from './draft-templates.ts'
import { dataExport } from './data-export.ts'
import { drafts } from './drafts.ts'
import { exportLog } from './export-log.ts'
import { lock } from './lock.ts'
import { lookup } from './lookup.ts'
import { market } from './market.ts'
import { messageTemplates } from './message-templates.ts'
import { network } from './network.ts'
import { people } from './people.ts'
import { practice } from './practice.ts'
import { privacy } from './privacy.ts'
import type { MethodShape } from './result.ts'
import { retention } from './retention.ts'
import { sightings } from './sightings.ts'
import { storage } from './storage.ts'
import { team, teamWork } from './team.ts'
import { updates } from './updates.ts'
import { uploads } from './uploads.ts'
import { folders } from './watched-folders.ts'
import { inspector, webhooks } from './webhooks.ts'

/** Every method that the window can call, by domain. The name of a method on the wire is `domain.verb`. */
const domains = {
  app,
  lock,
  storage,
  backups,
  dataExport,
  folders,
  connections,
  drafts: { ...drafts, ...draftChanges, ...draftSources, ...draftTemplates },
  uploads,
  customers: { ...customers, ...customerCells, ...customerSuggestions, ...customerUpdates },
  people,
  sightings: { ...sightings, ...contact, ...callSettings, ...messageTemplates },
  lookup,
  bulkLookups,
  market,
  webhooks,
  inspector,
  practice,
  privacy,
  retention,
  exportLog,
  network,
  team,
  teamWork,
  updates,
} as const

type Domains = typeof domains
type Names<D extends keyof Domains> = `${D}.${Extract<keyof Domains[D], string>}`
export type MethodName = { [D in keyof Domains]: Names<D> }[keyof Domains]

type ShapeOf<M extends MethodName> = M extends `${infer D extends keyof Domains}.${infer V}`
  ? V extends keyof Domains[D]
    ? Extract<Domains[D][V], MethodShape>
    : never
  : never

/** What a caller passes, before defaults are filled in. */
export type MethodInput<M extends MethodName> = z.input<ShapeOf<M>['input']>
export type MethodOutput<M extends MethodName> = z.output<ShapeOf<M>['output']>

/** Every method by its name on the wire. */
export const methods: ReadonlyMap<MethodName, MethodShape> = new Map(
  Object.entries(domains).flatMap(([domain, verbs]) =>
    Object.entries(verbs).map(([verb, shape]): [MethodName, MethodShape] => [`${domain}.${verb}` as MethodName, shape]),
  ),
)

/** The handlers of one domain, by verb. `Signal` is the host's AbortSignal, which aborts when the caller has disconnected. */
export type DomainHandlers<D extends keyof Domains, Signal> = {
  readonly [V in keyof Domains[D]]: Domains[D][V] extends MethodShape
    ? (input: z.output<Domains[D][V]['input']>, signal: Signal) => Promise<z.output<Domains[D][V]['output']>>
    : never
}

/** The handlers of the whole program. */
export type Handlers<Signal> = { readonly [D in keyof Domains]: DomainHandlers<D, Signal> }

/** Any handler. Its input must have passed the schema of its method. */
export type Handler<Signal> = (input: unknown, signal: Signal) => Promise<unknown>

/** The handler of a method. Throws when the program has none, which is a defect. */
export function findHandler<Signal>(handlers: Handlers<Signal>, method: MethodName): Handler<Signal> {
  const [domain, verb] = method.split('.') as [keyof Domains, string]
  return handlerIn(handlers[domain], verb)
}

/**
 * Handlers of one domain that pass each call on to the handlers that `target` returns at that moment. What `target` throws becomes
 * the answer.
 */
export function forwardHandlers<H extends Partial<Handlers<Signal>>, D extends keyof H & keyof Domains, Signal>(
  domain: D,
  target: () => H | Promise<H>,
): H[D] {
  const forward = Object.keys(domains[domain]).map((verb): [string, Handler<Signal>] => [
    verb,
    async (input, signal) => handlerIn<Signal>((await target())[domain], verb)(input, signal),
  ])
  return Object.fromEntries(forward) as H[D]
}

/** The one place where a handler is found by name: its input type is lost here, and the schema that was applied before restores it. */
function handlerIn<Signal>(handlers: unknown, verb: string): Handler<Signal> {
  const handler = (handlers as Readonly<Record<string, unknown>>)[verb]
  if (typeof handler !== 'function') throw new Error(`No handler for the method ${verb}`)
  return handler.bind(handlers) as Handler<Signal>
}
