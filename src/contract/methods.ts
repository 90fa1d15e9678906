import type { z } from 'zod'
import type { app } from './app.ts'
import type { backups } from './backups.ts'
import type { bulkLookups } from './bulk-lookups.ts'
import type { callSettings } from './call-settings.ts'
import type { connections } from './connections.ts'
import type { contact } from './contact.ts'
import type { customerCells } from './customer-cells.ts'
import type { customerSuggestions } from './customer-suggestions.ts'
import type { customerUpdates } from './customer-updates.ts'
import type { customers } from './customers.ts'
import type { dataExport } from './data-export.ts'
import type { draftChanges } from './draft-changes.ts'
import type { draftSources } from './draft-sources.ts'
import type { draftTemplates } from './draft-templates.ts'
import type { draftValues } from './draft-values.ts'
import type { drafts } from './drafts.ts'
import type { exportLog } from './export-log.ts'
import { lazy } from './lazy.ts'
import type { lock } from './lock.ts'
import type { lookup } from './lookup.ts'
import type { market } from './market.ts'
import type { messageTemplates } from './message-templates.ts'
import type { network } from './network.ts'
import type { people } from './people.ts'
import type { practice } from './practice.ts'
import type { privacy } from './privacy.ts'
import type { MethodShape } from './result.ts'
import type { retention } from './retention.ts'
import type { sightings } from './sightings.ts'
import type { storage } from './storage.ts'
import type { team, teamWork } from './team.ts'
import type { updates } from './updates.ts'
import type { uploads } from './uploads.ts'
import type { folders } from './watched-folders.ts'
import type { inspector, webhooks } from './webhooks.ts'

/**
 * Every method that the window can call, by domain, with the schemas of its input and output. The name of a method on the wire is
 * `domain.verb`. By reference: as types of `domains`, all schemas would be written out again, and each layer would compare both forms.
 */
interface Domains {
  readonly app: typeof app
  readonly lock: typeof lock
  readonly storage: typeof storage
  readonly backups: typeof backups
  readonly dataExport: typeof dataExport
  readonly folders: typeof folders
  readonly connections: typeof connections
  readonly drafts: typeof drafts &
    typeof draftChanges &
    typeof draftSources &
    typeof draftTemplates &
    typeof draftValues
  readonly uploads: typeof uploads
  readonly customers: typeof customers & typeof customerCells & typeof customerSuggestions & typeof customerUpdates
  readonly people: typeof people
  readonly sightings: typeof sightings & typeof contact & typeof callSettings & typeof messageTemplates
  readonly lookup: typeof lookup
  readonly bulkLookups: typeof bulkLookups
  readonly market: typeof market
  readonly webhooks: typeof webhooks
  readonly inspector: typeof inspector
  readonly practice: typeof practice
  readonly privacy: typeof privacy
  readonly retention: typeof retention
  readonly exportLog: typeof exportLog
  readonly network: typeof network
  readonly team: typeof team
  readonly teamWork: typeof teamWork
  readonly updates: typeof updates
}

/** The schemas of a domain are loaded with its first call: to create those of all domains is a fifth of the CPU of a start. */
const domains: { readonly [D in keyof Domains]: () => Promise<Domains[D]> } = {
  app: lazy(async () => (await import('./app.ts')).app),
  lock: lazy(async () => (await import('./lock.ts')).lock),
  storage: lazy(async () => (await import('./storage.ts')).storage),
  backups: lazy(async () => (await import('./backups.ts')).backups),
  dataExport: lazy(async () => (await import('./data-export.ts')).dataExport),
  folders: lazy(async () => (await import('./watched-folders.ts')).folders),
  connections: lazy(async () => (await import('./connections.ts')).connections),
  drafts: lazy(async () => ({
    ...(await import('./drafts.ts')).drafts,
    ...(await import('./draft-changes.ts')).draftChanges,
    ...(await import('./draft-sources.ts')).draftSources,
    ...(await import('./draft-templates.ts')).draftTemplates,
    ...(await import('./draft-values.ts')).draftValues,
  })),
  uploads: lazy(async () => (await import('./uploads.ts')).uploads),
  customers: lazy(async () => ({
    ...(await import('./customers.ts')).customers,
    ...(await import('./customer-cells.ts')).customerCells,
    ...(await import('./customer-suggestions.ts')).customerSuggestions,
    ...(await import('./customer-updates.ts')).customerUpdates,
  })),
  people: lazy(async () => (await import('./people.ts')).people),
  sightings: lazy(async () => ({
    ...(await import('./sightings.ts')).sightings,
    ...(await import('./contact.ts')).contact,
    ...(await import('./call-settings.ts')).callSettings,
    ...(await import('./message-templates.ts')).messageTemplates,
  })),
  lookup: lazy(async () => (await import('./lookup.ts')).lookup),
  bulkLookups: lazy(async () => (await import('./bulk-lookups.ts')).bulkLookups),
  market: lazy(async () => (await import('./market.ts')).market),
  webhooks: lazy(async () => (await import('./webhooks.ts')).webhooks),
  inspector: lazy(async () => (await import('./webhooks.ts')).inspector),
  practice: lazy(async () => (await import('./practice.ts')).practice),
  privacy: lazy(async () => (await import('./privacy.ts')).privacy),
  retention: lazy(async () => (await import('./retention.ts')).retention),
  exportLog: lazy(async () => (await import('./export-log.ts')).exportLog),
  network: lazy(async () => (await import('./network.ts')).network),
  team: lazy(async () => (await import('./team.ts')).team),
  teamWork: lazy(async () => (await import('./team.ts')).teamWork),
  updates: lazy(async () => (await import('./updates.ts')).updates),
}

type Names<D extends keyof Domains> = `${D}.${Extract<keyof Domains[D], string>}`
export type MethodName = { [D in keyof Domains]: Names<D> }[keyof Domains]

/** The schema of a method's input or output, found by its key alone: a comparison with `MethodShape` costs the compiler seconds in each layer. */
type SchemaOf<
  M extends MethodName,
  P extends keyof MethodShape,
> = M extends `${infer D extends keyof Domains}.${infer V}`
  ? V extends keyof Domains[D]
    ? Domains[D][V] extends { readonly [K in P]: infer S }
      ? S
      : never
    : never
  : never

/** What a caller passes, before defaults are filled in. */
export type MethodInput<M extends MethodName> = z.input<SchemaOf<M, 'input'>>
export type MethodOutput<M extends MethodName> = z.output<SchemaOf<M, 'output'>>

/** The schemas of a method. Rejects when the contract has no such method, which is a defect. */
export async function findMethod(name: MethodName): Promise<MethodShape> {
  const [domain, verb] = name.split('.') as [keyof Domains, string]
  const verbs: Readonly<Record<string, MethodShape>> = await domains[domain]()
  const found = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!found) throw new Error(`The contract has no method ${name}`)
  return found
}

/** The schemas of every method, by its name on the wire. */
export async function allMethods(): Promise<ReadonlyMap<MethodName, MethodShape>> {
  const loaded = Object.entries(domains).map(async ([domain, load]) =>
    Object.entries(await load()).map(([verb, shape]): [MethodName, MethodShape] => [
      `${domain}.${verb}` as MethodName,
      shape,
    ]),
  )
  return new Map((await Promise.all(loaded)).flat())
}

/** The handlers of one domain, by verb. `Signal` is the host's AbortSignal, which aborts when the caller has disconnected. */
export type DomainHandlers<D extends keyof Domains, Signal> = {
  readonly [V in keyof Domains[D]]: Domains[D][V] extends { readonly input: infer I; readonly output: infer O }
    ? (input: z.output<I>, signal: Signal) => Promise<z.output<O>>
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
 * the answer. They answer to every verb, because the verbs are known only when the schemas are loaded, so they cannot be copied:
 * `withHandlers` adds others to them.
 */
export function forwardHandlers<H extends Partial<Handlers<Signal>>, D extends keyof H & keyof Domains, Signal>(
  domain: D,
  target: () => H | Promise<H>,
): H[D] {
  const forward =
    (verb: string): Handler<Signal> =>
    async (input, signal) =>
      handlerIn<Signal>((await target())[domain], verb)(input, signal)
  return new Proxy(
    {},
    {
      // An object with `then` would be taken for a promise.
      get: (_, verb) => (typeof verb === 'string' && verb !== 'then' ? forward(verb) : undefined),
      ownKeys() {
        throw new Error(`The forwarded handlers of ${domain} cannot be copied`)
      },
    },
  ) as H[D]
}

/** The handlers of a domain with some of their own. */
export const withHandlers = <H extends object>(handlers: H, own: Partial<H>): H =>
  Object.assign(Object.create(handlers) as H, own)

/** The one place where a handler is found by name: its input type is lost here, and the schema that was applied before restores it. */
function handlerIn<Signal>(handlers: unknown, verb: string): Handler<Signal> {
  const handler = (handlers as Readonly<Record<string, unknown>>)[verb]
  if (typeof handler !== 'function') throw new Error(`No handler for the method ${verb}`)
  return handler.bind(handlers) as Handler<Signal>
}
