import { domains, type DomainHandlers } from '../contract/methods.ts'
import { fail } from './failure.ts'

/** Verbs of a domain that is being built. */
export function notYet<D extends keyof typeof domains>(domain: D): DomainHandlers<D, AbortSignal> {
  return Object.fromEntries(
    Object.keys(domains[domain]).map((verb) => [verb, () => fail('unexpected', `${domain}.${verb} is not there yet.`)]),
  ) as unknown as DomainHandlers<D, AbortSignal>
}
