import { onScopeDispose, type Ref, ref, type ShallowRef, shallowRef } from 'vue'
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { createLatest } from './latest.ts'
import type { ProgramClient } from './program-client.ts'

export interface Command<I, T> {
  readonly running: Readonly<Ref<boolean>>
  /** Why the newest run failed; null from the next run on. */
  readonly failure: ShallowRef<Failure | null>
  /** Runs the command. Null: a newer run, `cancel()` or the end of the screen made the answer irrelevant. */
  run(input: I): Promise<Result<T> | null>
  /** Ignores the answer of the running command. The program finishes it nevertheless. */
  cancel(): void
}

type Source<I, T> = (input: I) => Promise<Result<T>>

/** A method that changes something, or that is run only when the user says so, with the state that a button needs. */
export function useCommand<M extends MethodName>(
  client: Pick<ProgramClient, 'call'>,
  source: M,
): Command<MethodInput<M>, MethodOutput<M>>
export function useCommand<I, T>(client: Pick<ProgramClient, 'call'>, source: Source<I, T>): Command<I, T>
export function useCommand(
  client: Pick<ProgramClient, 'call'>,
  source: MethodName | Source<unknown, unknown>,
): Command<unknown, unknown> {
  const runWith = typeof source === 'function' ? source : (input: unknown) => client.call(source, input as never)
  const running = ref(false)
  const failure = shallowRef<Failure | null>(null)
  const latest = createLatest()

  function cancel(): void {
    latest.cancel()
    running.value = false
  }
  onScopeDispose(cancel)

  return {
    running,
    failure,
    cancel,
    async run(input) {
      const isLatest = latest.begin()
      running.value = true
      failure.value = null
      const result = await runWith(input)
      if (!isLatest()) return null
      running.value = false
      failure.value = result.ok ? null : result.error
      return result
    },
  }
}
