import { Socket, connect } from 'node:net'
import { getCACertificates, type ConnectionOptions } from 'node:tls'
import type { Client, QueryResultRow } from 'pg'
import { createQueue } from '../../scheduling/queue.ts'
import type { ServerAddress } from './server-address.ts'
import { classifyServerError, isFatal, serverFail } from './server-failure.ts'
import { serverMessages } from './server-messages.ts'

export interface ServerConnectionOptions {
  readonly address: ServerAddress
  /** Certificates in PEM format that are trusted instead of those of this PC; null: those of this PC. */
  readonly certificates: string | null
  readonly connectTimeoutMs?: number
}

/** Runs a statement with `$1` parameters. A bigint comes as a string. */
export type RunQuery = <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** One connection to the server. It opens at the first query, and again after it was lost. Queries run one after another. */
export interface ServerConnection {
  readonly query: RunQuery
  /** Ends the connection at once. The running query fails. */
  close(): Promise<void>
}

interface OpenClient {
  readonly client: Client
  readonly socket: Socket
}

const queryTimeoutMs = 60_000

/** What every connection does before its first query, for example a check of the tables' version. */
export type OnConnected = (query: RunQuery, listen: (onNotification: () => void) => void) => Promise<void>

/** The options for TLS: certificate and name are always checked. */
function tlsOptions(certificates: string | null): ConnectionOptions {
  const ca = certificates === null ? [...getCACertificates('default'), ...getCACertificates('system')] : [certificates]
  return { ca, rejectUnauthorized: true, minVersion: 'TLSv1.2' }
}

export function createServerConnection(
  options: ServerConnectionOptions,
  onConnected: OnConnected = () => Promise.resolve(),
): ServerConnection {
  const { address, certificates, connectTimeoutMs = 15_000 } = options
  let open: OpenClient | null = null
  let connecting: OpenClient | null = null
  let isClosed = false

  const drop = ({ socket }: OpenClient): void => {
    if (open?.socket === socket) open = null
    socket.destroy()
  }

  /** The result of `work`. After the time, the connection ends, so that a late answer cannot be taken for that of the next query. */
  const within = async <Value>(timeoutMs: number, target: OpenClient, work: Promise<Value>): Promise<Value> => {
    let hasTimedOut = false
    const timer = setTimeout(() => {
      hasTimedOut = true
      drop(target)
    }, timeoutMs)
    try {
      return await work
    } catch (error) {
      if (hasTimedOut) serverFail('network', serverMessages.timeout)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const run = async <Row extends QueryResultRow>(
    target: OpenClient,
    sql: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> => {
    try {
      return (await within(queryTimeoutMs, target, target.client.query<Row>(sql, [...values]))).rows
    } catch (error) {
      if (isFatal(error)) drop(target)
      throw error
    }
  }

  const connect = async (): Promise<OpenClient> => {
    const { Client: PgClient } = await import('pg')
    const socket = new Socket()
    const client = new PgClient({
      host: address.host,
      port: address.port,
      database: address.database,
      user: address.user,
      // A function, so that neither PGPASSWORD nor a file with passwords is read.
      password: () => address.password,
      ssl: address.isEncrypted ? tlsOptions(certificates) : false,
      stream: () => socket,
      keepAlive: true,
      application_name: 'Forecourt',
    })
    const target = { client, socket }
    connecting = target
    // The query that runs reports the error; without one, the next query connects again.
    client.on('error', () => drop(target))
    try {
      await within(connectTimeoutMs, target, client.connect())
    } catch (error) {
      const wasOpen = socket.readyState === 'open'
      socket.destroy()
      const failure = classifyServerError(error)
      // Two errors of the package have no code: the server offers no encryption, and the exchange about the password failed here.
      if (failure.failure.kind === 'offline' && failure.failure.details === undefined) {
        if (address.isEncrypted) await probeEncryption(options)
        if (wasOpen) serverFail('credentials', serverMessages.signIn)
      }
      throw failure
    }
    try {
      const query: RunQuery = (sql, values = []) => run(target, sql, values)
      await onConnected(query, (listener) => client.on('notification', listener))
    } catch (error) {
      drop(target)
      throw error
    }
    return target
  }

  const inTurn = createQueue()

  return {
    query: (sql, values = []) =>
      inTurn(async () => {
        try {
          if (isClosed) serverFail('network', serverMessages.lost)
          open ??= await connect().finally(() => {
            connecting = null
          })
          // Closed meanwhile.
          if (isClosed) drop(open)
          return await run(open, sql, values)
        } catch (error) {
          throw classifyServerError(error)
        }
      }),
    async close() {
      isClosed = true
      for (const target of [open, connecting]) if (target) drop(target)
      await inTurn(async () => undefined)
    },
  }
}

/** `SSLRequest` of the protocol (PostgreSQL documentation, 55.7): its length and the code 80877103. */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/**
 * Asks the server whether it offers encryption. Throws a failure when it says no. Any other outcome is left to the connection
 * itself.
 */
async function probeEncryption(options: {
  readonly address: { readonly host: string; readonly port: number }
  readonly connectTimeoutMs?: number
}): Promise<void> {
  const { address, connectTimeoutMs = 15_000 } = options
  const socket = connect({ host: address.host, port: address.port })
  try {
    if ((await firstByte(socket, connectTimeoutMs)) === 'N') serverFail('certificate', serverMessages.noEncryption)
  } finally {
    socket.destroy()
  }
}

/** The first character of the server's answer; null: none came. */
function firstByte(socket: Socket, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    socket.setTimeout(timeoutMs, () => resolve(null))
    socket.once('error', () => resolve(null))
    socket.once('close', () => resolve(null))
    socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(0, 1)))
    socket.once('connect', () => socket.write(encryptionRequest))
  })
}
