import { computed, onScopeDispose, type Ref, ref, type ShallowRef, shallowRef } from 'vue'
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { uiText } from '../ui/ui-text.ts'
import { type Confirmation, useConfirm } from '../ui/useConfirm.ts'
import { type ToastAction, useToasts } from '../ui/useToasts.ts'
import { useClient } from './program-client.ts'

export interface ActionOptions<I, T> {
  /** The question before it runs; null: none is needed. */
  readonly confirm?: (input: I) => Confirmation | null | Promise<Confirmation | null>
  /** Shows the answer. What it returns is said in a notice. */
  readonly done?: (answer: T, input: I) => string | null | void
  /** What Undo in that notice does; null: nothing can be undone. */
  readonly undo?: (answer: T, input: I) => Omit<ToastAction, 'label'> | null
  /** Instead of a notice: a function handles it, or the screen shows `failure`. After it has closed, a notice says what was not cancelled. */
  readonly failed?: 'shown' | ((failure: Failure, input: I) => void)
}

/** A method without input runs by `run()`. */
type RunInput<I> = [I] extends [void] ? [] : Record<string, never> extends I ? [input?: I] : [input: I]

export interface Action<I, T> {
  /** It is running, after the question. */
  readonly busy: Readonly<Ref<boolean>>
  /** Why the newest run failed; null from the next run on. */
  readonly failure: ShallowRef<Failure | null>
  /**
   * Asks, calls, and says how it went. Null without an answer to show: refused, failed, cancelled, or the screen has closed.
   * Does nothing while the newest run has the same input: a second click.
   */
  run(...input: RunInput<I>): Promise<T | null>
  /** Ignores the answers of what is running. The program finishes it nevertheless. */
  cancel(): void
}

type Source<I, T> = (input: I) => Promise<Result<T>>

function callOf(method: MethodName): Source<unknown, unknown> {
  const client = useClient()
  return (input = {}) => client.call(method, input as never)
}

/**
 * Something that the user does: a method of the window's client, or a function where it takes another client or several calls. Notices
 * also appear when the screen has closed meanwhile. Where only the newest answer counts, `cancel()` comes before `run()`.
 */
export function useAction<M extends MethodName>(
  source: M,
  options?: ActionOptions<MethodInput<M>, MethodOutput<M>>,
): Action<MethodInput<M>, MethodOutput<M>>
export function useAction<T, I = void>(source: Source<I, T>, options?: ActionOptions<I, T>): Action<I, T>
export function useAction(
  source: MethodName | Source<unknown, unknown>,
  { confirm, done, undo, failed }: ActionOptions<never, never> = {},
): Action<unknown, unknown> {
  const call = typeof source === 'function' ? source : callOf(source)
  const ask = confirm && useConfirm()
  const toasts = useToasts()
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  /** The newest run that is being asked about or called. */
  let newest: { readonly key: unknown } | null = null
  let current = {}
  let calls = 0
  let isClosed = false
  onScopeDispose(() => (isClosed = true))

  function report(result: Result<unknown>, input: unknown): void {
    if (!result.ok) {
      failure.value = result.error
      if (typeof failed === 'function') failed(result.error, input as never)
      else if (!failed || (isClosed && result.error.kind !== 'cancelled')) toasts.failure(result.error)
      return
    }
    const said = done?.(result.value as never, input as never)
    if (!said) return
    const undoing = undo?.(result.value as never, input as never)
    toasts.success(said, undoing ? { label: uiText.undo, ...undoing } : undefined)
  }

  return {
    busy,
    failure,
    cancel() {
      newest = null
      current = {}
      calls = 0
      busy.value = false
    },
    async run(input?: unknown) {
      const key = typeof input === 'function' ? input : JSON.stringify(input)
      if (newest && newest.key === key) return null
      const own = { key }
      const begun = current
      newest = own
      try {
        const question = confirm && (await confirm(input as never))
        if (question && !(await ask?.(question))) return null
        if (begun !== current) return null
        calls += 1
        busy.value = true
        failure.value = null
        const result = await call(input)
        if (begun !== current) return null
        calls -= 1
        busy.value = calls > 0
        report(result, input)
        return result.ok && !isClosed ? result.value : null
      } finally {
        if (newest === own) newest = null
      }
    },
  }
}

/** Several actions of one form: whether one of them runs, and the first failure, which `clear` forgets. */
export function together(...actions: readonly Pick<Action<unknown, unknown>, 'busy' | 'failure'>[]) {
  return {
    busy: computed(() => actions.some(({ busy }) => busy.value)),
    failure: computed(() => actions.find(({ failure }) => failure.value)?.failure.value ?? null),
    clear(): void {
      for (const { failure } of actions) failure.value = null
    },
  }
}
