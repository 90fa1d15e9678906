import { createHash, createHmac } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { jsonOrNull } from '../database/parse-json.ts'
import { isChanged, withChecksum } from './checked-json.ts'
import { PasswordProtection } from './data-files.ts'
import { isSameCheck, type DatabaseKey } from './database-key.ts'

/**
 * A backup file: a line with its name, a line of JSON (`BackupHeader`), and a database that is encrypted with the key that the
 * password wraps. It can be kept anywhere: nothing about customers can be read without the password.
 *
 * Two values protect the header. Its checksum notices damage before a password is typed. Its seal needs the key, so that nobody can
 * change the date without the password.
 */
const firstLine = 'Forecourt backup 1'
/** Both lines have fewer bytes. */
export const headerBytes = 4_096

const BackupHeader = z.object({
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  databaseBytes: z.number().int().min(1),
  protection: PasswordProtection,
  seal: z.hex().length(64),
  checksum: z.string(),
})
export type BackupHeader = z.infer<typeof BackupHeader>

const sealOf = (
  key: DatabaseKey,
  { madeAt, databaseBytes, protection }: Omit<BackupHeader, 'seal' | 'checksum'>,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([firstLine, madeAt, databaseBytes, protection]))
    .digest('hex')

/** Whether whoever made the backup wrote this header. `key`: what the password unwraps. */
export const isSealed = (header: BackupHeader, key: DatabaseKey): boolean =>
  isSameCheck(sealOf(key, header), header.seal)

/**
 * Writes a backup file of a copy of the database that is encrypted with this key, in one step and durably. `verify` reads the written file before it gets its
 * name; what it throws is thrown. Throws the error of the file system (ENOSPC), and nothing remains then.
 */
export async function writeBackupFile(
  to: string,
  copyPath: string,
  key: DatabaseKey,
  { madeAt, protection }: Pick<BackupHeader, 'madeAt' | 'protection'>,
  { verify, signal }: { verify?: (temporary: string, sha256: string) => Promise<void>; signal?: AbortSignal } = {},
): Promise<void> {
  const content = { madeAt, databaseBytes: (await stat(copyPath)).size, protection }
  const header = withChecksum({ ...content, seal: sealOf(key, content) })
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

/** `none`: no backup of Forecourt, or not the whole header. */
type HeaderAnswer = { readonly state: 'whole'; readonly header: BackupHeader } | { readonly state: 'damaged' | 'none' }

/**
 * Takes the database out of a backup file and writes it to `databasePath`. `none`: the file is no backup of Forecourt or not whole. Without
 * a whole backup, nothing remains.
 */
export async function takeDatabase(pieces: AsyncIterable<Uint8Array>, databasePath: string): Promise<HeaderAnswer> {
  const reading = { answer: null as HeaderAnswer | null, bytes: 0 }
  const content = async function* (): AsyncGenerator<Buffer, void> {
    let start = Buffer.alloc(0)
    for await (const piece of pieces) {
      if (reading.answer) {
        reading.bytes += piece.byteLength
        yield Buffer.from(piece)
        continue
      }
      start = Buffer.concat([start, piece])
      const end = start.indexOf('\n', firstLine.length + 1)
      if (end < 0 && start.length < headerBytes) continue
      reading.answer = headerOf(start)
      if (reading.answer.state !== 'whole') return
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
  const answer = reading.answer ?? { state: 'none' }
  if (answer.state === 'whole' && answer.header.databaseBytes === reading.bytes) return answer
  await rm(databasePath, { force: true })
  return answer.state === 'damaged' ? answer : { state: 'none' }
}

/** The header at the beginning of a backup file. */
export function headerOf(start: Buffer): HeaderAnswer {
  const end = start.indexOf('\n', firstLine.length + 1)
  const [first, json] = start.subarray(0, Math.max(0, end)).toString().split('\n')
  if (first !== firstLine || json === undefined) return { state: 'none' }
  const content = jsonOrNull(json)
  const parsed = BackupHeader.safeParse(content)
  return parsed.success && !isChanged(content) ? { state: 'whole', header: parsed.data } : { state: 'damaged' }
}
