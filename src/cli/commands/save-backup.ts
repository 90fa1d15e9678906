import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BackupReport } from '../../contract/command-line.ts'
import type { BackupCommand } from '../arguments.ts'
import { commandText } from '../command-text.ts'
import { CommandEnd } from '../ended.ts'
import { exitCode } from '../../contract/exit-codes.ts'
import { passwordFrom } from '../open-data.ts'
import type { ProgramCalls } from '../program-calls.ts'
import type { CommandAnswer } from './command.ts'

/** Writes a backup of all work on this PC to a file that its password encrypts. The file appears under its name when it is whole. */
export async function saveBackup(
  { file, backupPasswordFile, overwrite }: BackupCommand,
  calls: ProgramCalls,
): Promise<CommandAnswer<BackupReport>> {
  const path = resolve(file)
  if (backupPasswordFile === null) throw new CommandEnd(exitCode.wrongArguments, commandText.noBackupPassword)
  if (!overwrite && existsSync(path)) throw new CommandEnd(exitCode.fileRefused, commandText.exists(file))
  const backup = await calls.call('storage.saveBackup', { password: passwordFrom(backupPasswordFile) })
  const part = async (number: number) =>
    backup.rest ? (await calls.call('storage.backupPart', { file: backup.rest.file, part: number })).content : ''
  const bytes = await writeWhole(file, path, async function* () {
    yield Buffer.from(backup.content, backup.encoding)
    for (let number = 0; number < (backup.rest?.parts ?? 0); number += 1) {
      yield Buffer.from(await part(number), backup.encoding)
    }
  })
  const report: BackupReport = {
    command: 'backup',
    connection: null,
    file: path,
    bytes,
    exitCode: exitCode.done,
    message: null,
    failure: null,
  }
  return { report, lines: [commandText.backedUp(file, bytes)] }
}

async function writeWhole(shown: string, path: string, pieces: () => AsyncGenerator<Buffer>): Promise<number> {
  const partial = `${path}.part`
  try {
    const file = openSync(partial, 'w', 0o600)
    let bytes = 0
    try {
      for await (const piece of pieces()) {
        writeFileSync(file, piece)
        bytes += piece.length
      }
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(partial, path)
    return bytes
  } catch (error) {
    rmSync(partial, { force: true })
    if (error instanceof Error && 'code' in error) {
      throw new CommandEnd(exitCode.fileRefused, commandText.notWritten(shown, String(error.code)))
    }
    throw error
  }
}
