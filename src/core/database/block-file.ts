import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fdatasync, fstatSync, fsync, openSync, readSync, rmSync, writeFile } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FailureError } from '../failures/failure-error.ts'
import { freeIfAlone } from './block-codec.ts'
import { databaseText } from './database-text.ts'

/*
 * The rows of long uploads are in files beside the database, which stores for each block its place and a key of its own. Within
 * the database each block was encrypted three times: into its log, out of it, and into its file. Without the database the files are
 * random bytes, and a block whose place is deleted or replaced can never be read again.
 */

/**
 * A place: this byte, the file's id (16 bytes), offset (6), length (4), key (32) and tag (16). No stored block begins with this byte
 * (`block-codec.ts`).
 */
const placeMark = 0x17
const [offsetAt, lengthAt, keyAt, tagAt] = [17, 23, 27, 59]
export const placeBytes = 75

/** Whether the database has only the place of a block. */
export const isPlace = (stored: Uint8Array): boolean => stored[0] === placeMark && stored.length === placeBytes

const cipherName = 'aes-256-gcm'
/** Each key encrypts one block, so the nonce need not differ. */
const nonce = Buffer.alloc(12)

const write = promisify(writeFile)
const syncData = promisify(fdatasync)
const sync = promisify(fsync)

/** A new id, which names a file for blocks. */
export const newBlockFile = (): string => randomUUID()

const nameStart = 'forecourt.rows-'
const nameEnd = '.blocks'
/** The names of all files for blocks. */
export const blockFileNames = /^forecourt\.rows-[\da-f-]{36}\.blocks$/
export const blockFilePath = (folder: string, file: string): string => join(folder, `${nameStart}${file}${nameEnd}`)

/**
 * Appends blocks to a file, which is created when it is missing, and returns their places. `later`: until `syncBlockFile`, a power cut
 * can undo it. Only one call may write to the same file at a time. Throws `disk-full`, `storage-read-only` or `storage-damaged`.
 */
export async function writeBlocks(
  folder: string,
  file: string,
  blocks: readonly Uint8Array[],
  durable: 'now' | 'later' = 'now',
): Promise<Uint8Array<ArrayBuffer>[]> {
  const written = blocks.map((block) => seal(file, block))
  const sealed = Buffer.concat(written.map((one) => one.sealed))
  for (const one of written) freeIfAlone(one.sealed)
  await inFile(folder, file, async (opened) => {
    // What a killed program wrote in part stays behind, and is never read.
    let { size } = fstatSync(opened)
    const isNew = size === 0
    for (const { place, length } of written) {
      place.writeUIntLE(size, offsetAt, 6)
      size += length
    }
    await write(opened, sealed)
    if (durable === 'later') return
    await syncData(opened)
    if (isNew) await syncFolder(folder)
  })
  freeIfAlone(sealed)
  return written.map(({ place }) => new Uint8Array(place.buffer))
}

/** Makes what was written to a file durable. Fails as `writeBlocks` does. */
export async function syncBlockFile(folder: string, file: string): Promise<void> {
  await inFile(folder, file, async (opened) => {
    await syncData(opened)
    await syncFolder(folder)
  })
}

/** The rows of a block are gone: its file is missing, too short, or damaged there. Other failures of reading may pass. */
export class BlockMissing extends FailureError {
  constructor() {
    super({ kind: 'storage-damaged', ...databaseText.rowsMissing })
  }
}

/**
 * The block as it was given to `writeBlocks`, or `stored` itself when it is no place. Throws `BlockMissing`, `storage-busy`,
 * `storage-read-only` or `storage-damaged`.
 */
export function readBlock(folder: string | null, stored: Uint8Array): Uint8Array {
  if (!isPlace(stored)) return stored
  const view = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  const sealed = folder === null ? null : readSealed(blockFilePath(folder, fileOf(view)), view)
  const block = sealed && open(sealed, view)
  if (!block) throw new BlockMissing()
  return block
}

/** Deletes a file for blocks; false when the system refuses that, for example while a virus scanner reads it. */
export function removeBlockFile(folder: string, file: string): boolean {
  try {
    rmSync(blockFilePath(folder, file), { force: true })
    return true
  } catch {
    return false
  }
}

function fileOf(place: Buffer): string {
  const hex = place.toString('hex', 1, offsetAt)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Null: the file is missing or too short. */
function readSealed(path: string, place: Buffer): Buffer | null {
  let opened: number | null = null
  try {
    opened = openSync(path, 'r')
    const length = place.readUInt32LE(lengthAt)
    const offset = place.readUIntLE(offsetAt, 6)
    // A damaged file must not ask for more memory than it has bytes.
    if (offset + length > fstatSync(opened).size) return null
    const sealed = Buffer.allocUnsafeSlow(length)
    return readSync(opened, sealed, 0, length, offset) === length ? sealed : null
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw refusal(error)
  } finally {
    if (opened !== null) closeSync(opened)
  }
}

/** Null: the bytes are not those that were written. */
function open(sealed: Buffer, place: Buffer): Uint8Array | null {
  const decipher = createDecipheriv(cipherName, place.subarray(keyAt, tagAt), nonce)
  decipher.setAuthTag(place.subarray(tagAt))
  const block = decipher.update(sealed)
  try {
    decipher.final()
    return block
  } catch {
    return null
  } finally {
    freeIfAlone(sealed)
  }
}

/** A block encrypted with a key of its own, and its place without the offset. */
function seal(file: string, block: Uint8Array) {
  const key = randomBytes(32)
  const cipher = createCipheriv(cipherName, key, nonce)
  const sealed = cipher.update(block)
  cipher.final()
  const place = Buffer.alloc(placeBytes)
  place[0] = placeMark
  place.write(file.replaceAll('-', ''), 1, 'hex')
  place.writeUInt32LE(sealed.length, lengthAt)
  key.copy(place, keyAt)
  cipher.getAuthTag().copy(place, tagAt)
  return { place, sealed, length: sealed.length }
}

/** Opens a file for `work`, and turns what the file system refuses into a failure. */
async function inFile(folder: string, file: string, work: (opened: number) => Promise<void>): Promise<void> {
  try {
    const opened = openSync(blockFilePath(folder, file), 'a', 0o600)
    try {
      await work(opened)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    throw refusal(error)
  }
}

/** Makes the name of a new file durable. Windows does that with the file, and cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    await sync(opened)
  } finally {
    closeSync(opened)
  }
}

const codeOf = (error: unknown): unknown => error instanceof Error && 'code' in error && error.code

/** The failure for what the file system refused, as for a refused statement of the database. */
function refusal(error: unknown): unknown {
  switch (codeOf(error)) {
    case 'EBUSY':
      return new FailureError({ kind: 'storage-busy', ...databaseText.busy })
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new FailureError({ kind: 'disk-full', ...databaseText.diskFull })
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new FailureError({ kind: 'storage-read-only', ...databaseText.readOnly })
    case 'EIO':
    case 'ENOENT':
    case 'ENODEV':
      return new FailureError({ kind: 'storage-damaged', ...databaseText.unreadable })
    default:
      return error
  }
}
