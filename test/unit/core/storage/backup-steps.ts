import type { Failure } from '../../../../src/contract/result.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { filledFolder, remember, signal, start, type Started } from './storage-harness.ts'

export const backupPassword = 'a password for backups'

/** The bytes of a backup as the window receives them, part by part. */
export async function saveBackup({ storage }: Started, by = backupPassword): Promise<Buffer> {
  const { content, rest } = await storage.handlers.saveBackup({ password: by }, signal)
  const parts = [Buffer.from(content, 'base64')]
  for (let part = 0; rest && part < rest.parts; part += 1) {
    const next = await storage.handlers.backupPart({ file: rest.file, part }, signal)
    parts.push(Buffer.from(next.content, 'base64'))
  }
  return Buffer.concat(parts)
}

/** What a refused call says. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error: unknown = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof FailureError)) throw new Error(`Not refused: ${String(error)}`)
  return error.failure
}

export const choose = ({ storage, intake }: Started, bytes: Buffer) =>
  storage.handlers.chooseBackup({ fileId: intake.add('May.forecourt-backup', bytes).fileId }, signal)

/** A backup of data with the canary and enough more for several parts. */
export async function madeBackup(): Promise<Buffer> {
  const { folder, vault } = await filledFolder()
  const run = await start(folder, vault)
  for (let row = 0; row < 200; row += 1) remember(run.database(), `${row} `.repeat(2_000), `long ${row}`)
  return saveBackup(run)
}
