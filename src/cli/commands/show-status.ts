import { groupsToCall } from '../../contract/call-group.ts'
import type { StatusReport } from '../../contract/command-line.ts'
import type { Connection, ConnectionState } from '../../contract/connections.ts'
import { commandText } from '../command-text.ts'
import { exitCode } from '../../contract/exit-codes.ts'
import { waitUntil, type ProgramCalls } from '../program-calls.ts'
import type { StatusCommand } from '../arguments.ts'
import type { CommandAnswer, CommandParts } from './command.ts'

/** What there is to do for the connection in use; the numbers are null when there is none. `wait`: when running uploads have ended. */
export async function showStatus(
  { wait }: StatusCommand,
  { connections, current }: ConnectionState,
  { calls, say, signal }: Pick<CommandParts, 'calls' | 'say' | 'signal'>,
): Promise<CommandAnswer<StatusReport>> {
  if (current && wait) {
    await waitUntil(
      calls,
      'uploads.changed',
      async () => {
        const { running, done, total } = await calls.call('uploads.overview', {})
        if (running > 0) {
          say(commandText.processed(done, total))
          const { uploads } = await calls.call('uploads.list', { show: 'open' })
          for (const { name, waiting } of uploads) if (waiting) say(`${name}: ${commandText.waits(waiting)}`)
        }
        return running === 0 ? true : null
      },
      signal,
    )
  }
  const found = current ? await readNumbers(calls, current) : noNumbers
  const report: StatusReport = {
    command: 'status',
    connection: current?.name ?? null,
    connections: connections.map(({ name, region, baseUrl, credentials }) => ({
      name,
      region,
      address: baseUrl,
      credentials,
    })),
    ...found,
    exitCode: exitCode.done,
    message: null,
    failure: null,
  }
  return { report, lines: linesOf(report) }
}

type Numbers = Pick<StatusReport, 'customers' | 'toCall' | 'drafts' | 'uploads' | 'unsaved'>

const noNumbers: Numbers = { customers: null, toCall: null, drafts: [], uploads: null, unsaved: null }

async function readNumbers(calls: ProgramCalls, { id, region }: Connection): Promise<Numbers> {
  // The window may show all connections in one list.
  const sources = [{ connectionId: id, region }]
  const [customers, { total: toCall }, { drafts }, { open, attention, paused }] = await Promise.all([
    calls.call('customers.status', {}),
    calls.call('sightings.list', { groups: [...groupsToCall], sources, offset: 0, limit: 1 }),
    calls.call('drafts.list', {}),
    calls.call('uploads.overview', {}),
  ])
  const { edits, deletions } = customers
  return {
    customers: { total: customers.total, withSightings: customers.withSightings, syncedAt: customers.syncedAt },
    toCall,
    drafts: drafts.map(({ id, name, counts }) => ({ id, name, rows: counts.rows, errors: counts.error })),
    uploads: { open, attention, paused, list: await openUploads(calls) },
    unsaved: edits.pending + edits.failed + edits.conflicts + deletions.pending + deletions.failed,
  }
}

async function openUploads(calls: ProgramCalls): Promise<NonNullable<StatusReport['uploads']>['list']> {
  const { uploads } = await calls.call('uploads.list', { show: 'open' })
  const list: NonNullable<StatusReport['uploads']>['list'] = []
  for (const { id, name, state, waiting, duplicates, rejectedRows, failure, progress } of uploads) {
    const rejected = rejectedRows > 0 ? (await calls.call('uploads.get', { id })).rejected : []
    list.push({
      id,
      name,
      state,
      waiting,
      duplicates,
      rejectedRows,
      failure,
      done: progress.done,
      total: progress.total,
      rejected: rejected.map(({ row, rego, vin, clientName, reason }) => ({ row, rego, vin, clientName, reason })),
    })
  }
  return list
}

function linesOf({ connections, connection, customers, toCall, drafts, uploads, unsaved }: StatusReport): string[] {
  const { plural } = commandText
  if (!customers || !uploads) return [commandText.noConnection]
  return [
    ...connections.map(
      ({ name, region, credentials }) =>
        `${name === connection ? '*' : ' '} ${name} (${region}${credentials === 'missing' ? ', credentials missing' : ''})`,
    ),
    `${plural(customers.total, 'customer')}, last synced ${customers.syncedAt ?? 'never'}`,
    `${plural(toCall ?? 0, 'car')} to call about, ${plural(customers.withSightings, 'customer')} with sightings`,
    `${plural(uploads.open, 'open upload')}, ${uploads.attention} waiting for a person, ${uploads.paused} paused`,
    ...uploads.list.flatMap(commandText.upload),
    `${plural(unsaved ?? 0, 'change')} not confirmed by the service`,
    ...drafts.map(({ name, rows, errors }) => `Draft “${name}”: ${plural(rows, 'row')}, ${errors} with errors`),
  ]
}
