import type { Connection, ConnectionState } from '../../src/contract/connections.ts'
import { type Result, success } from '../../src/contract/result.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { connectionState, practice } from './standard-answers.ts'

/** A dealership's account in New Zealand. */
export const harbourMotors: Connection = {
  ...practice,
  id: 'harbour',
  name: 'Harbour Motors',
  kind: 'account',
  baseUrl: 'https://service.example',
  region: 'nz',
}

/**
 * Answers with these connections, the first in use unless told otherwise, and keeps which one is in use and in which region. `onSelect`
 * changes other answers, before another connection is in use.
 */
export function answerConnections(
  host: HostTwin,
  connections: readonly Connection[],
  currentId: string | undefined = connections[0]?.id,
  onSelect: () => void = () => undefined,
): { change(changes: Partial<ConnectionState>): void } {
  const sources = connections.map(({ id, region, name }) => ({ connectionId: id, region, name }))
  const use = (id: string | undefined): Partial<ConnectionState> => ({
    current: state.connections.find((connection) => connection.id === id) ?? null,
  })
  let state = connectionState(connections[0], { connections: [...connections], sources })
  state = { ...state, ...use(currentId) }
  const changeTo = (changes: Partial<ConnectionState>): Result<ConnectionState> => {
    state = { ...state, ...changes }
    // After the answer, as over the network of the browser host.
    setImmediate(() => host.announce({ name: 'connections.changed' }))
    return success(state)
  }
  host.answer('connections.state', () => success(state))
  host.answer('connections.select', ({ id }) => {
    onSelect()
    return changeTo(use(id))
  })
  host.answer('connections.setRegion', ({ region }) =>
    changeTo({ current: state.current && { ...state.current, region } }),
  )
  host.answer('connections.setCredentials', () => changeTo({ reachability: 'online' }))
  host.answer('connections.testCurrent', () => success({ ok: true, steps: [] }))
  host.answer('connections.forget', ({ id }) =>
    changeTo({ connections: state.connections.filter((connection) => connection.id !== id) }),
  )
  return { change: (changes) => void changeTo(changes) }
}
