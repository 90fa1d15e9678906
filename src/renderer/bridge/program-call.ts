import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Result } from '../../contract/result.ts'

/** Calls a method of the program. Always resolves: a failure is a value. */
export type ProgramCall = <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<Result<MethodOutput<M>>>
