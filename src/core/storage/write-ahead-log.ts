import { closeSync, copyFileSync, existsSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Reads SQLite's write-ahead log from outside (sqlite.org/fileformat2.html, part 4). Page contents are encrypted; headers,
 * salts and checksums are not, and the checksums cover the encrypted bytes.
 */

const headerBytes = 32
const frameHeaderBytes = 24
/** SQLCipher's page size. */
export const pageBytes = 4_096
const frameBytes = frameHeaderBytes + pageBytes

/** What the log says about itself before SQLite opens it. */
export interface LogContent {
  /** Frames up to the last one that ends a transaction. SQLite reads fewer only when the log is damaged. */
  readonly committedFrames: number
  /** SQLite ignores a log whose header is damaged. */
  readonly isHeaderSound: boolean
  /** The first page of the database as the log has it; null when the log begins later. */
  readonly firstPage: Buffer | null
}

const emptyLog: LogContent = { committedFrames: 0, isHeaderSound: true, firstPage: null }

/** Reads the headers of all frames. An absent or empty log has no frames. */
export function readLog(path: string): LogContent {
  if (!existsSync(path)) return emptyLog
  const file = openSync(path, 'r')
  try {
    const frames = Math.floor((fstatSync(file).size - headerBytes) / frameBytes)
    if (frames < 1) return emptyLog
    const header = Buffer.alloc(headerBytes)
    readSync(file, header, 0, headerBytes, 0)
    const frame = Buffer.alloc(frameHeaderBytes)
    const readFrame = (index: number): void =>
      void readSync(file, frame, 0, frameHeaderBytes, headerBytes + index * frameBytes)
    readFrame(0)
    // With a damaged header, only the frames can say which generation of the log they belong to.
    const isHeaderSound = isSoundHeader(header)
    const salts = isHeaderSound ? header.toString('hex', 16, 24) : frame.toString('hex', 8, 16)
    let committedFrames = 0
    let firstPage: Buffer | null = null
    for (let index = 0; index < frames; index += 1) {
      readFrame(index)
      // Frames of an earlier generation remain in the file behind the current ones.
      if (frame.toString('hex', 8, 16) !== salts) continue
      if (frame.readUInt32BE(4) > 0) committedFrames = index + 1
      if (firstPage === null && frame.readUInt32BE(0) === 1) {
        firstPage = Buffer.alloc(pageBytes)
        readSync(file, firstPage, 0, pageBytes, headerBytes + index * frameBytes + frameHeaderBytes)
      }
    }
    return { committedFrames, isHeaderSound, firstPage }
  } finally {
    closeSync(file)
  }
}

/** The checksum of the header, with the byte order that its first word names. */
function isSoundHeader(header: Buffer): boolean {
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1
  const word = (at: number): number => (isBigEndian ? header.readUInt32BE(at) : header.readUInt32LE(at))
  let [first, second] = [0, 0]
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0
    second = (second + word(at + 4) + first) >>> 0
  }
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28)
}

/**
 * Creates at `target` a database for a log whose database is missing: the first page comes from the log, and SQLite reads all other
 * pages from the copied log. False when the log does not have the first page. The caller checks that no page is missing.
 */
export function copyLogAsDatabase(log: string, target: string): boolean {
  const { firstPage } = readLog(log)
  if (!firstPage) return false
  for (const ending of ['', '-wal', '-shm']) rmSync(`${target}${ending}`, { force: true })
  copyFileSync(log, `${target}-wal`)
  writeFileSync(target, firstPage, { mode: 0o600 })
  return true
}
