import { basename, dirname, resolve } from 'node:path'
import type { ExportReport } from '../../contract/command-line.ts'
import type { DataExport } from '../../contract/data-export.ts'
import { exitCode } from '../../contract/exit-codes.ts'
import type { ExportCommand } from '../arguments.ts'
import { commandText } from '../command-text.ts'
import { CommandEnd, endAfter } from '../ended.ts'
import { waitUntil } from '../program-calls.ts'
import { findByName } from '../use-connection.ts'
import type { CommandAnswer, CommandParts } from './command.ts'

/**
 * Exports everything of a connection (null: of all) and waits for the end. An export to the same place that was interrupted is continued
 * with its own choices. Needs no credentials.
 */
export async function exportData(
  { target, format, includeDoNotContact }: ExportCommand,
  connectionName: string | null,
  { calls, say, signal }: Pick<CommandParts, 'calls' | 'say' | 'signal'>,
): Promise<CommandAnswer<ExportReport>> {
  const path = resolve(target)
  const { exports, hasDialog } = await calls.call('dataExport.status', {})
  if (hasDialog) throw new CommandEnd(exitCode.inUse, commandText.exportInWindow)
  if (exports.some(({ state }) => state === 'running')) throw new CommandEnd(exitCode.inUse, commandText.otherExport)
  const unfinished = exports.find((one) => one.path === path && one.state !== 'done')
  const { id } = unfinished
    ? await calls.call('dataExport.resume', { id: unfinished.id })
    : await begin(path, { format, includeDoNotContact }, connectionName, calls)
  const ended = await waitUntil(
    calls,
    'dataExport.changed',
    async (): Promise<DataExport | null> => {
      const found = (await calls.call('dataExport.status', {})).exports.find((one) => one.id === id)
      if (!found) throw new CommandEnd(exitCode.interrupted, commandText.interrupted)
      if (found.state === 'running') say(commandText.exporting(found.rows, found.part))
      return found.state === 'running' ? null : found
    },
    signal,
  )
  if (ended.failure) throw endAfter(ended.failure)
  if (ended.state !== 'done') throw new CommandEnd(exitCode.interrupted, commandText.keptExport)
  const { rows, files } = ended
  const report: ExportReport = {
    command: 'export',
    connection: connectionName,
    path,
    files,
    rows,
    continued: unfinished !== undefined,
    exitCode: exitCode.done,
    message: null,
    failure: null,
  }
  return { report, lines: [commandText.exported(target, rows, files)] }
}

async function begin(
  path: string,
  { format, includeDoNotContact }: Pick<ExportCommand, 'format' | 'includeDoNotContact'>,
  connectionName: string | null,
  calls: CommandParts['calls'],
): Promise<DataExport> {
  const { connections } = await calls.call('connections.state', {})
  const connectionId = connectionName === null ? null : findByName(connections, connectionName).id
  const { folder } = await calls.call('dataExport.chooseFolder', { path: dirname(path) })
  return calls.call('dataExport.start', {
    folder: folder ?? dirname(path),
    name: basename(path),
    form: path.toLowerCase().endsWith('.zip') ? 'zip' : 'folder',
    format,
    connectionId,
    includeDoNotContactNumbers: includeDoNotContact,
  })
}
