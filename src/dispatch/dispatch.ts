import { findHandler, findMethod, type Handlers, type MethodName } from '../contract/methods.ts'
import { failure, success, type Result } from '../contract/result.ts'
import type { RateLimiter } from './method-policy.ts'
import { refuse, resultOfError, type ReportUnexpected } from './result-of-error.ts'

/** What the host knows about a call from its transport, never from its input. A caller that is not trusted does not reach dispatch. */
export interface CallContext {
  /** Aborts when the caller has disconnected. */
  readonly signal: AbortSignal
}

export interface DispatchOptions {
  readonly handlers: Handlers<AbortSignal>
  /** The methods that this host serves. */
  readonly serves: ReadonlySet<MethodName>
  readonly limitRate: RateLimiter
  readonly onUnexpected: ReportUnexpected
}

export type Dispatch = (method: string, input: unknown, context: CallContext) => Promise<Result<unknown>>

/**
 * Runs calls by the name of their method: checks that this host serves it and that its rate allows it, parses the input, runs the
 * handler and wraps the answer. Never rejects. Throws at creation when a served method has no handler.
 */
export function createDispatch({ handlers, serves, limitRate, onUnexpected }: DispatchOptions): Dispatch {
  const served = new Map([...serves].map((name) => [name as string, { name, run: findHandler(handlers, name) }]))
  return async (name, input, { signal }) => {
    const method = served.get(name)
    if (!method) return refuse('There is no such method.')
    const limited = limitRate(method.name)
    if (limited) return failure(limited)
    try {
      const shape = await findMethod(method.name)
      const parsed = shape.input.safeParse(input ?? {})
      if (!parsed.success) {
        const first = parsed.error.issues[0]
        return refuse(
          first ? `${first.path.join('.') || 'input'}: ${first.message}` : 'The input does not have the expected form.',
        )
      }
      const value = await method.run(parsed.data, signal)
      // Answers are parsed too: a field that the contract does not name, such as a secret, cannot cross by accident.
      return success(shape.output.parse(value))
    } catch (error) {
      return resultOfError(error, name, onUnexpected)
    }
  }
}
