import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { PasswordProtection } from './data-files.ts'

/**
 * A backup file: a line with its name, a line of JSON (`BackupHeader`), and a database that is encrypted with the key that the
 * password wraps. It can be kept anywhere: nothing about customers can be read without the password.
 */
const firstLine = 'Forecourt backup 1'
/** Both lines have fewer bytes. */
export const headerBytes = 4_096

const BackupHeader = z.object({
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  databaseBytes: z.number().int().min(1),
  protection: PasswordProtection,
})
export type BackupHeader = z.infer<typeof BackupHeader>

/**
 * Writes a backup file of an encrypted copy of the database, in one step and durably. `verify` reads the written file before it gets its
 * name; what it throws is thrown. Throws the error of the file system (ENOSPC), and nothing remains then.
 */
export async function writeBackupFile(
  to: string,
  copyPath: string,
  { madeAt, protection }: Pick<BackupHeader, 'madeAt' | 'protection'>,
  { verify, signal }: { verify?: (temporary: string, sha256: string) => Promise<void>; signal?: AbortSignal } = {},
): Promise<void> {
  const header: BackupHeader = { madeAt, databaseBytes: (await stat(copyPath)).size, protection }
  const temporary = `${to}.new`
  const written = createHash('sha256')
  try {
    await pipeline(
      async function* () {
        yield Buffer.from(`${firstLine}\n${JSON.stringify(header)}\n`)
        yield* createReadStream(copyPath)
      },
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          written.update(piece)
          yield piece
        }
      },
      createWriteStream(temporary, { mode: 0o600 }),
      { ...(signal && { signal }) },
    )
    const file = await open(temporary, 'r+')
    await file.sync().finally(() => file.close())
    await verify?.(temporary, written.digest('hex'))
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Takes the database out of a backup file and writes it to `databasePath`. Null when the file is no backup of Forecourt or not whole:
 * nothing remains then.
 */
export async function takeDatabase(
  pieces: AsyncIterable<Uint8Array>,
  databasePath: string,
): Promise<BackupHeader | null> {
  const reading = { header: null as BackupHeader | null, bytes: 0 }
  const content = async function* (): AsyncGenerator<Buffer, void> {
    let start = Buffer.alloc(0)
    for await (const piece of pieces) {
      if (reading.header) {
        reading.bytes += piece.byteLength
        yield Buffer.from(piece)
        continue
      }
      start = Buffer.concat([start, piece])
      const end = start.indexOf('\n', firstLine.length + 1)
      if (end < 0 && start.length < headerBytes) continue
      reading.header = headerOf(start)
      if (!reading.header) return
      const rest = start.subarray(end + 1)
      reading.bytes = rest.length
      yield rest
    }
  }
  try {
    await pipeline(Readable.from(content()), createWriteStream(databasePath, { mode: 0o600 }))
  } catch (error) {
    await rm(databasePath, { force: true })
    throw error
  }
  if (reading.header?.databaseBytes === reading.bytes) return reading.header
  await rm(databasePath, { force: true })
  return null
}

/** The header at the beginning of a backup file; null when it is none. */
export function headerOf(start: Buffer): BackupHeader | null {
  const end = start.indexOf('\n', firstLine.length + 1)
  return headerIn(start.subarray(0, Math.max(0, end)).toString())
}

function headerIn(text: string): BackupHeader | null {
  const [first, json = ''] = text.split('\n')
  if (first !== firstLine) return null
  try {
    return BackupHeader.safeParse(JSON.parse(json)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
