import type { Failure } from '../../../contract/result.ts'
import { createServerConnection, type RunQuery, type ServerConnectionOptions } from './server-connection.ts'
import { readServerAddress } from './server-address.ts'
import { ServerFailureError, serverFail, serverSteps, type ServerStep } from './server-failure.ts'
import { serverMessages } from './server-messages.ts'
import { checkVersion } from './team-schema.ts'

export interface ServerTest {
  readonly ok: boolean
  /** Whether the database has the tables of a team. False also when the test did not get that far. */
  readonly hasTables: boolean
  readonly steps: readonly {
    readonly step: ServerStep
    readonly state: 'passed' | 'failed' | 'not-reached'
    readonly words: string
    /** Technical text for support. */
    readonly details?: string
  }[]
}

export interface ServerTestOptions extends Omit<ServerConnectionOptions, 'address'> {
  /** As it was pasted. */
  readonly address: string
}

/**
 * Tests an address in five steps: address, network, certificate, credentials, tables. A database without a team passes when its
 * tables can be created.
 */
export async function testServer({ address: pasted, ...options }: ServerTestOptions): Promise<ServerTest> {
  const read = readServerAddress(pasted)
  if (!read.ok) return testResult({ step: 'address', ...read.reason }, false, false)
  const { address } = read
  const connection = createServerConnection({ ...options, address })
  try {
    const hasTables = await testTables(connection.query)
    return testResult(null, address.isEncrypted, hasTables)
  } catch (error) {
    if (!(error instanceof ServerFailureError)) throw error
    return testResult({ step: error.step, ...error.failure }, address.isEncrypted, false)
  } finally {
    await connection.close()
  }
}

/** Whether the tables exist. Throws the failure when they could not be used or created. */
async function testTables(query: RunQuery): Promise<boolean> {
  const [server] = await query<{ transaction_read_only: string }>('SHOW transaction_read_only')
  if (server?.transaction_read_only === 'on') serverFail('tables', serverMessages.readOnly)
  try {
    await checkVersion(query)
  } catch (error) {
    if (!(error instanceof ServerFailureError) || error.failure.kind !== 'not-found') throw error
    const [may] = await query<{ may: boolean }>("SELECT has_database_privilege(current_database(), 'CREATE') AS may")
    if (!may?.may) serverFail('tables', serverMessages.test.mayNotCreate)
    return false
  }
  await query('SELECT n FROM forecourt.entry LIMIT 1')
  const [may] = await query<{ may: boolean }>("SELECT has_table_privilege('forecourt.entry', 'INSERT') AS may")
  if (!may?.may) serverFail('tables', serverMessages.permission)
  return true
}

type FailedStep = { readonly step: ServerStep } & Pick<Failure, 'message' | 'next' | 'details'>

function testResult(failed: FailedStep | null, isEncrypted: boolean, hasTables: boolean): ServerTest {
  const { passed, noCertificateNeeded, tablesMissing, skipped } = serverMessages.test
  const passedText = (step: ServerStep): string => {
    if (step === 'certificate' && !isEncrypted) return noCertificateNeeded
    return step === 'tables' && !hasTables ? tablesMissing : passed[step]
  }
  const failedIndex = failed ? serverSteps.indexOf(failed.step) : serverSteps.length
  return {
    ok: failed === null,
    hasTables,
    steps: serverSteps.map((step, index) => {
      if (failed && index === failedIndex) {
        const { message, next, details } = failed
        const words = next === undefined ? message : `${message} ${next}`
        return { step, state: 'failed', words, ...(details === undefined ? {} : { details }) }
      }
      return index < failedIndex
        ? { step, state: 'passed', words: passedText(step) }
        : { step, state: 'not-reached', words: skipped }
    }),
  }
}
