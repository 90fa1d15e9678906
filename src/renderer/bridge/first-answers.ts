import type { HostBridge } from '../../contract/bridge.ts'
import type { MethodName } from '../../contract/methods.ts'
import type { Result } from '../../contract/result.ts'

/**
 * Asks the program at once, before the window is put together: the first call of each of these methods without input gets this
 * answer. After a failure the call goes to the program as usual, and so do all calls after an event, which may have changed the
 * answers.
 */
export function withFirstAnswers(bridge: HostBridge, methods: readonly MethodName[]): HostBridge {
  const answers = new Map<string, Promise<Result<unknown> | null>>()
  bridge.subscribe(() => answers.clear())
  for (const method of methods) {
    const asked = bridge.invoke(method, {}) as Promise<Result<unknown>>
    answers.set(
      method,
      asked.catch(() => null),
    )
  }
  return {
    ...bridge,
    async invoke(method, input) {
      const answer = Object.keys(input ?? {}).length === 0 ? answers.get(method) : undefined
      answers.delete(method)
      const first = await answer
      return first?.ok ? first : bridge.invoke(method, input)
    },
  }
}
