import type { MethodInput, MethodName, MethodOutput } from '../../contract/methods.ts'
import type { Result } from '../../contract/result.ts'
import type { ProgramCall } from './program-call.ts'

/**
 * Equal reads in flight share one call. Sharing ends with every event and every command, before and after: a read that starts
 * then must not get an answer from before the change.
 */
export function createSharedReads(invoke: ProgramCall): {
  readonly call: ProgramCall
  readonly read: ProgramCall
  endSharing(): void
} {
  const inFlight = new Map<string, Promise<unknown>>()
  const endSharing = (): void => inFlight.clear()

  return {
    endSharing,
    async call(method, input) {
      endSharing()
      const result = await invoke(method, input)
      endSharing()
      return result
    },
    read<M extends MethodName>(method: M, input: MethodInput<M>) {
      const key = `${method} ${JSON.stringify(input)}`
      const shared = inFlight.get(key)
      if (shared) return shared as Promise<Result<MethodOutput<M>>>
      const reading = invoke(method, input).finally(() => {
        if (inFlight.get(key) === reading) inFlight.delete(key)
      })
      inFlight.set(key, reading)
      return reading
    },
  }
}
