import type { CustomersReport } from '../../contract/command-line.ts'
import { recordColumns } from '../../contract/customer-columns.ts'
import type { CustomersCommand } from '../arguments.ts'
import { commandText } from '../command-text.ts'
import { CommandEnd } from '../ended.ts'
import { exitCode } from '../../contract/exit-codes.ts'
import { waitUntil } from '../program-calls.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { textOf } from './exported-text.ts'

/** The customers on this PC. `refresh`: synced with the service first. Numbers of Do Not Contact people are left out. */
export async function listCustomers(
  { csv, refresh }: CustomersCommand,
  parts: CommandParts,
): Promise<CommandAnswer<CustomersReport>> {
  const { calls, connection } = parts
  if (refresh) await sync(parts)
  const { total, syncedAt } = await calls.call('customers.status', {})
  const report: CustomersReport = {
    command: 'customers',
    connection: connection.name,
    total,
    syncedAt,
    exitCode: exitCode.done,
    message: null,
    failure: null,
  }
  if (!csv) return { report, lines: [`${commandText.plural(total, 'customer')}, last synced ${syncedAt ?? 'never'}`] }
  const file = await calls.call('customers.export', {
    sort: 'clientName',
    descending: false,
    columns: [...recordColumns],
    format: 'csv',
  })
  return { report, lines: [textOf(file)] }
}

/** Waits for a complete sync that begins now. Throws `CommandEnd` when the service cannot be read. */
async function sync({ calls, signal, say }: CommandParts): Promise<void> {
  const before = (await calls.call('customers.sync', {})).syncedAt
  const problem = await waitUntil(
    calls,
    'customers.changed',
    async () => {
      const { syncing, syncedAt, problem: words } = await calls.call('customers.status', {})
      if (syncing) say(commandText.synced(syncing.read))
      if (syncedAt !== before) return ''
      return words !== null && syncing === null ? words : null
    },
    signal,
  )
  if (problem !== '') throw new CommandEnd(exitCode.service, problem)
}
