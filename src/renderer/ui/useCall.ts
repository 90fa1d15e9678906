import { type Ref, type ShallowRef, ref, shallowRef } from 'vue'
import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Failure, Result } from '../../contract/result.ts'
import { call } from '../bridge/client.ts'

export interface CallState<M extends MethodName> {
  /** The newest answer; a failure leaves the one before it standing, so that a screen never goes blank. */
  readonly value: ShallowRef<MethodOutput<M> | null>
  /** Why the newest call failed; null as soon as one succeeds. */
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Ref<boolean>
  /** Calls the method. An answer that comes after a newer call was made is given to its caller, but changes nothing here. */
  run(input: MethodInput<M>): Promise<Result<MethodOutput<M>>>
}

/** One method of the program as the state of a screen. */
export function useCall<M extends MethodName>(method: M): CallState<M> {
  const value: ShallowRef<MethodOutput<M> | null> = shallowRef(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  let latest = 0

  async function run(input: MethodInput<M>): Promise<Result<MethodOutput<M>>> {
    latest += 1
    const mine = latest
    loading.value = true
    const result = await call(method, input)
    if (mine !== latest) return result
    loading.value = false
    if (result.ok) {
      value.value = result.value
      failure.value = null
    } else {
      failure.value = result.error
    }
    return result
  }

  return { value, failure, loading, run }
}
