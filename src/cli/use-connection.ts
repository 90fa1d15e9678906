import type { Connection } from '../contract/connections.ts'
import { CommandEnd } from './ended.ts'
import { exitCode } from '../contract/exit-codes.ts'
import type { ProgramCalls } from './program-calls.ts'
import { commandText } from './command-text.ts'

/**
 * Uses the connection with this name (null: the one in use) for the work, then makes the earlier one current again. Throws `CommandEnd` when
 * there is none, several have the name, or its credentials are missing.
 */
export async function withConnection<T>(
  calls: ProgramCalls,
  name: string | null,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { connections, current } = await calls.call('connections.state', {})
  const connection = name === null ? current : findByName(connections, name)
  if (!connection) throw new CommandEnd(exitCode.locked, commandText.noConnection)
  if (connection.credentials === 'missing') {
    throw new CommandEnd(exitCode.locked, commandText.noCredentials(connection.name))
  }
  if (connection.id === current?.id) return work(connection)
  // The user works with it, and would suddenly see other customers.
  if (calls.isShared)
    throw new CommandEnd(exitCode.inUse, commandText.otherConnection(connection.name, current?.name ?? null))
  await calls.call('connections.select', { id: connection.id })
  try {
    return await work(connection)
  } finally {
    if (current) await calls.tryCall('connections.select', { id: current.id })
  }
}

/** Uses practice for the work, then makes the earlier connection current again: the window must not begin with practice because of it. */
export async function withPractice<T>(calls: ProgramCalls, work: () => Promise<T>): Promise<T> {
  const { connections, current } = await calls.call('connections.state', {})
  const region = connections.find(({ kind }) => kind === 'practice')?.region ?? 'au'
  await calls.call('connections.startPractice', { region })
  try {
    return await work()
  } finally {
    if (current && current.kind !== 'practice') await calls.tryCall('connections.select', { id: current.id })
  }
}

/** The connection with this name. Throws `CommandEnd` when there is none, or several have it. */
export function findByName(connections: readonly Connection[], name: string): Connection {
  const wanted = name.trim().toLowerCase()
  const found = connections.filter((one) => one.name.toLowerCase() === wanted)
  const [only] = found
  if (found.length === 1 && only) return only
  const names = connections.map((one) => `“${one.name}”`)
  throw new CommandEnd(exitCode.wrongArguments, commandText.connectionNames(name, found.length, names))
}
