import { onScopeDispose, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue'
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { createLatest } from './latest.ts'
import { useClient } from './program-client.ts'
import { type RefreshOptions, useRefresh } from './useRefresh.ts'

export interface Query<T> {
  /** The newest answer; null until the first. A failure keeps the answer before it, so that a screen never goes blank. */
  readonly data: ShallowRef<T | null>
  /** Why the newest fetch failed; null as soon as one succeeds. */
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Readonly<Ref<boolean>>
  /** Fetches now. Resolves when `data` or `failure` shows an answer that is newer than this call. */
  refresh(): Promise<void>
  /** Fetches soon, as an event does: together with other requests, after the gap. */
  requestRefresh(): void
  /** Shows a value that a command returned; the answer of a running fetch is ignored, and fetched again. */
  set(value: T): void
  /** Ignores the answer of the running fetch. */
  cancel(): void
  /** Back to the state before the first answer; the answer of the running fetch is ignored. */
  clear(): void
}

export interface QueryOptions<I> extends RefreshOptions {
  /** The input, re-evaluated when what it reads changes; a different input is fetched at once. Null: fetch nothing for now. */
  readonly input?: () => I | null
  /** When the input changes, shows nothing rather than the previous answer until the new one arrives. */
  readonly clearOnInputChange?: boolean
  /** Waits for the first `refresh()` or event instead of fetching at once. */
  readonly lazy?: boolean
}

type Source<I, T> = (input: I) => Promise<Result<T>>

/**
 * A method of the program that only reads, as the state of a screen. `source` is the method's name, or a function where an answer
 * takes several calls. Lives as long as the effect scope (component, store, or a test's `effectScope`).
 */
export function useQuery<M extends MethodName>(
  source: M,
  options?: QueryOptions<MethodInput<M>>,
): Query<MethodOutput<M>>
export function useQuery<I, T>(source: Source<I, T>, options?: QueryOptions<I>): Query<T>
export function useQuery(
  source: MethodName | Source<unknown, unknown>,
  options: QueryOptions<unknown> = {},
): Query<unknown> {
  const client = useClient()
  const fetchWith = typeof source === 'function' ? source : (input: unknown) => client.read(source, input as never)
  const input = options.input ?? (() => ({}))
  const data = shallowRef<unknown>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const latest = createLatest()

  function cancel(): void {
    latest.cancel()
    loading.value = false
  }
  function clear(): void {
    cancel()
    data.value = null
    failure.value = null
  }

  async function fetch(): Promise<void> {
    const given = input()
    if (given === null) return
    const isLatest = latest.begin()
    loading.value = true
    const result = await fetchWith(given)
    if (!isLatest()) return
    loading.value = false
    failure.value = result.ok ? null : result.error
    if (result.ok) data.value = result.value
  }
  const refresher = useRefresh(fetch, options)

  if (options.input) {
    watch(
      () => JSON.stringify(input()),
      () => {
        cancel()
        if (options.clearOnInputChange) clear()
        // Another input does not wait for the answer to the previous one, which is ignored.
        void fetch()
      },
    )
  }
  onScopeDispose(cancel)
  if (!options.lazy) void refresher.now()

  return {
    data,
    failure,
    loading,
    refresh: refresher.now,
    requestRefresh: refresher.request,
    set(value) {
      const wasLoading = loading.value
      cancel()
      failure.value = null
      data.value = value
      // The fetch may have been for a change after the command, which no other event announces.
      if (wasLoading) refresher.request()
    },
    cancel,
    clear,
  }
}
