import type { z } from 'zod'
import { app } from './app.ts'
import { connections } from './connections.ts'
import { customers } from './customers.ts'
import { drafts } from './drafts.ts'
import { lookup } from './lookup.ts'
import { market } from './market.ts'
import { practice } from './practice.ts'
import type { MethodShape } from './result.ts'
import { sightings } from './sightings.ts'
import { storage } from './storage.ts'
import { uploads } from './uploads.ts'
import { inspector, webhooks } from './webhooks.ts'

/** All that the window can ask, by domain. A method's name on the wire is `domain.verb`. */
export const domains = {
  app,
  storage,
  connections,
  drafts,
  uploads,
  customers,
  sightings,
  lookup,
  market,
  webhooks,
  inspector,
  practice,
} as const

type Domains = typeof domains
type Names<D extends keyof Domains> = `${D}.${Extract<keyof Domains[D], string>}`
export type MethodName = { [D in keyof Domains]: Names<D> }[keyof Domains]

type ShapeOf<M extends MethodName> = M extends `${infer D extends keyof Domains}.${infer V}`
  ? V extends keyof Domains[D]
    ? Extract<Domains[D][V], MethodShape>
    : never
  : never

/** What a caller gives, before defaults are filled in. */
export type MethodInput<M extends MethodName> = z.input<ShapeOf<M>['input']>
/** What a handler gets, after parsing. */
export type ParsedInput<M extends MethodName> = z.output<ShapeOf<M>['input']>
export type MethodOutput<M extends MethodName> = z.output<ShapeOf<M>['output']>

/** Every method by its wire name. */
export const methods: ReadonlyMap<MethodName, MethodShape> = new Map(
  Object.entries(domains).flatMap(([domain, verbs]) =>
    Object.entries(verbs).map(([verb, shape]): [MethodName, MethodShape] => [`${domain}.${verb}` as MethodName, shape]),
  ),
)

/** What core gives for one domain: a function a verb. `Signal` is the host side's AbortSignal, aborted when the caller is gone. */
export type DomainHandlers<D extends keyof Domains, Signal> = {
  readonly [V in keyof Domains[D]]: Domains[D][V] extends MethodShape
    ? (input: z.output<Domains[D][V]['input']>, signal: Signal) => Promise<z.output<Domains[D][V]['output']>>
    : never
}

/** The whole program as dispatch sees it. */
export type Handlers<Signal> = { readonly [D in keyof Domains]: DomainHandlers<D, Signal> }
