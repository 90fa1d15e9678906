import { randomUUID } from 'node:crypto'
import type { Failure, FailureKind } from '../contract/result.ts'
import { failure, success, type Result } from '../contract/result.ts'
import { methods, type Handlers, type MethodName } from '../contract/methods.ts'

/** What the host knows of a call from its transport, never from the payload; a caller that is not trusted never gets this far. */
export interface CallContext {
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

export interface DispatchOptions {
  readonly handlers: Handlers<AbortSignal>
  /** The methods this host serves: a second door gets a list, not a tunnel. */
  readonly serves: ReadonlySet<MethodName>
  /** Hears of unexpected errors, with the reference that the user is shown. */
  readonly onUnexpected: (method: string, reference: string, error: unknown) => void
}

export type Dispatch = (method: string, input: unknown, context: CallContext) => Promise<Result<unknown>>

/** Core throws a `FailureError` to answer with a failure of the contract; anything else thrown is `unexpected` and goes to the log. */
const isFailureError = (error: unknown): error is Error & { failure: Failure } =>
  error instanceof Error && error.name === 'FailureError' && 'failure' in error

/** Makes the one way in: find the method, check that this host serves it, parse, run, wrap. Never throws. */
export function createDispatch(options: DispatchOptions): Dispatch {
  return async (method, input, context) => {
    const shape = methods.get(method as MethodName)
    if (!shape || !options.serves.has(method as MethodName)) {
      return refuse('invalid-input', 'There is no such method here.')
    }
    const parsed = shape.input.safeParse(input ?? {})
    if (!parsed.success) {
      const first = parsed.error.issues[0]
      return refuse(
        'invalid-input',
        first ? `${first.path.join('.') || 'input'}: ${first.message}` : 'The input is not of the expected form.',
      )
    }
    try {
      const [domain, verb] = method.split('.') as [keyof Handlers<AbortSignal>, string]
      const verbs = options.handlers[domain] as unknown as Record<
        string,
        (input: unknown, signal: AbortSignal) => Promise<unknown>
      >
      const run = verbs[verb]
      if (!run) throw new Error(`No handler for ${method}`)
      const value = await run(parsed.data, context.signal)
      // Answers are parsed too: a field that the contract does not name cannot cross by accident, least of all a secret.
      return success(shape.output.parse(value))
    } catch (error) {
      if (isFailureError(error)) return failure(error.failure)
      const reference = randomUUID().slice(0, 8)
      options.onUnexpected(method, reference, error)
      return failure({
        kind: 'unexpected',
        message: 'Something went wrong inside Forecourt.',
        next: `Try again. If it happens again, tell support the number ${reference}.`,
        reference,
      })
    }
  }
}

function refuse(kind: FailureKind, message: string): Result<never> {
  return failure({ kind, message })
}
