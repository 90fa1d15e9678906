import type { CommandReport } from '../contract/command-line.ts'
import type { DataFolder } from '../host-kit/data-folder.ts'
import { createNodeHost } from '../host-kit/node-host.ts'
import type { ProgramPlace } from '../host-kit/program-place.ts'
import type { Command, CommonOptions } from './arguments.ts'
import type { CommandAnswer, CommandParts } from './commands/command.ts'
import { exportData } from './commands/export-data.ts'
import { importFile } from './commands/import-file.ts'
import { listCustomers } from './commands/list-customers.ts'
import { listSightings } from './commands/list-sightings.ts'
import { lookUp } from './commands/look-up.ts'
import { saveBackup } from './commands/save-backup.ts'
import { showStatus } from './commands/show-status.ts'
import { openData, passwordFrom, passwordFromInput } from './open-data.ts'
import { createProgramCalls, type ProgramCalls } from './program-calls.ts'
import { reachProgram } from './shared-program.ts'
import { withConnection, withPractice } from './use-connection.ts'

/** What the command line shows and asks. */
export type Terminal = Pick<CommandParts, 'say' | 'ask' | 'signal'> & {
  readonly input: () => AsyncIterable<Buffer | string>
}

/**
 * Runs a command in the program that has the data folder open, or in one of its own that is closed before this resolves. Rejects with
 * `CommandEnd`, or for a defect.
 */
export async function runCommand(
  folder: DataFolder,
  job: { readonly options: CommonOptions; readonly command: Command },
  place: ProgramPlace & { readonly readsInThread: boolean },
  terminal: Terminal,
): Promise<CommandAnswer> {
  const shared = await reachProgram(folder.path)
  if (shared) {
    try {
      return await runIn(shared.calls, job, terminal)
    } finally {
      shared.close()
    }
  }
  const { practice, keychain } = job.options
  const { readsInThread } = place
  const host = createNodeHost(
    folder,
    { ...practice, begin: false, keychain, readsInThread, takesCommands: false },
    place,
  )
  try {
    await host.start()
    return await runIn(createProgramCalls(host, terminal.signal), job, terminal)
  } finally {
    await host.close()
  }
}

async function runIn(
  calls: ProgramCalls,
  { options, command }: { readonly options: CommonOptions; readonly command: Command },
  terminal: Terminal,
): Promise<CommandAnswer> {
  const isPractice = options.practice.begin && !calls.isShared
  await openData(calls, { password: () => passwordOf(options, terminal), isPractice }, terminal.signal)
  const answer = (): Promise<CommandAnswer> =>
    answerOf(command, options.practice.begin ? 'Practice' : options.connection, calls, terminal)
  return isPractice ? withPractice(calls, answer) : answer()
}

async function passwordOf(options: CommonOptions, { input }: Terminal): Promise<string | null> {
  if (options.passwordFile !== null) return passwordFrom(options.passwordFile)
  return options.passwordFromInput ? passwordFromInput(input()) : null
}

function answerOf(
  command: Command,
  connectionName: string | null,
  calls: ProgramCalls,
  { say, ask, signal }: Terminal,
): Promise<CommandAnswer<CommandReport>> {
  if (command.command === 'backup') return saveBackup(command, calls)
  if (command.command === 'export') return exportData(command, connectionName, { calls, say, signal })
  if (command.command === 'status' && connectionName === null) {
    return calls.call('connections.state', {}).then((state) => showStatus(command, state, { calls, say, signal }))
  }
  return withConnection(calls, connectionName, async (connection): Promise<CommandAnswer<CommandReport>> => {
    const parts: CommandParts = { calls, connection, say, ask, signal }
    switch (command.command) {
      case 'import':
        return importFile(command, parts)
      case 'status':
        return showStatus(command, await calls.call('connections.state', {}), parts)
      case 'sightings':
        return listSightings(command, parts)
      case 'customers':
        return listCustomers(command, parts)
      case 'lookup':
        return lookUp(command, parts)
    }
  })
}
