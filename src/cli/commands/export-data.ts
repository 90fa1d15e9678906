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

/** Exports everything of a connection (null: of all) and waits for the end. Needs no credentials. */
export async function exportData(
  { target, format, includeDoNotContact }: ExportCommand,
  connectionName: string | null,
  { calls, say, signal }: Pick<CommandParts, 'calls' | 'say' | 'signal'>,
): Promise<CommandAnswer<ExportReport>> {
  const path = resolve(target)
  const { last, hasDialog } = await calls.call('dataExport.status', {})
  if (hasDialog) throw new CommandEnd(exitCode.inUse, commandText.exportInWindow)
  if (last?.state === 'running') throw new CommandEnd(exitCode.inUse, commandText.otherExport)
  await begin(path, { format, includeDoNotContact }, connectionName, calls)
  const ended = await waitUntil(
    calls,
    'dataExport.changed',
    async (): Promise<DataExport | null> => {
      const { last: found } = await calls.call('dataExport.status', {})
      if (!found) throw new CommandEnd(exitCode.interrupted, commandText.interrupted)
      if (found.state === 'running') say(commandText.exporting(found.rows, found.part))
      return found.state === 'running' ? null : found
    },
    signal,
  )
  if (ended.failure) throw endAfter(ended.failure)
  const { rows, files } = ended
  const report: ExportReport = {
    command: 'export',
    connection: connectionName,
    path,
    files,
    rows,
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
): Promise<void> {
  const { connections } = await calls.call('connections.state', {})
  const connectionId = connectionName === null ? null : findByName(connections, connectionName).id
  const { folder } = await calls.call('dataExport.chooseFolder', { path: dirname(path) })
  await calls.call('dataExport.start', {
    folder: folder ?? dirname(path),
    name: basename(path),
    format,
    connectionId,
    includeDoNotContactNumbers: includeDoNotContact,
  })
}
