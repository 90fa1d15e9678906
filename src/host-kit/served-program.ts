import { systemClock } from '../core/ports/clock.ts'
import { errorFields, type Log } from '../core/ports/log.ts'
import type { Program } from '../core/program.ts'
import { createDispatch, type Dispatch } from '../dispatch/dispatch.ts'
import { createRateLimiter } from '../dispatch/method-policy.ts'
import type { ReportUnexpected } from '../dispatch/result-of-error.ts'
import { methodPolicies, servedMethods } from './method-policies.ts'

/** The program as the window of a host reaches it. */
export interface ServedProgram {
  readonly program: Program
  /** Runs calls of the window, limited by the method policies. */
  readonly dispatch: Dispatch
  readonly reportUnexpected: ReportUnexpected
}

/** Puts dispatch, the method policies and the log in front of a program. */
export function serveProgram(program: Program, log: Log): ServedProgram {
  const reportUnexpected: ReportUnexpected = (source, reference, error) =>
    log.write('error', 'unexpected', { method: source, reference, ...errorFields(error) })
  const dispatch = createDispatch({
    handlers: program.handlers,
    serves: servedMethods,
    limitRate: createRateLimiter(methodPolicies, systemClock.monotonicMs),
    onUnexpected: reportUnexpected,
  })
  return { program, dispatch, reportUnexpected }
}
