import type { Result } from '../../../../contract/result.ts'
import type { InspectorState } from '../../../../contract/webhooks.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { inspectorText } from './inspector-text.ts'
import { providedState } from '../../../ui/provided-state.ts'

/** The port that the user typed; null when the field is empty: any free port. */
export const readPort = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export function portProblem(text: string): string | null {
  const port = readPort(text)
  const isValid = port === null || (Number.isInteger(port) && port >= 1_024 && port <= 65_535)
  return isValid ? null : inspectorText.receiver.invalidPort
}

/** The receiver on this PC: its state and its controls. */
export function useInspector() {
  const client = useClient()
  const query = useQuery('inspector.state', { refreshOn: ['inspector.changed'] })
  const acting = useAction((call: () => Promise<Result<InspectorState>>) => call(), { failed: 'shown' })

  async function act(call: () => Promise<Result<InspectorState>>): Promise<boolean> {
    const answer = await acting.run(call)
    // A failed start leaves its reason in the state.
    await query.refresh()
    return answer !== null
  }

  return {
    state: query.data,
    loadFailure: query.failure,
    failure: acting.failure,
    busy: acting.busy,
    refresh: query.refresh,
    start: (port: number | null) => act(() => client.call('inspector.start', { port })),
    stop: () => act(() => client.call('inspector.stop', {})),
    setStartsByItself: (on: boolean) => act(() => client.call('inspector.setStartsByItself', { on })),
    clear: () => act(() => client.call('inspector.clear', {})),
  }
}

export type Inspector = ReturnType<typeof useInspector>

export const [provideInspector, useProvidedInspector] = providedState('inspector', useInspector)
