import { createDecipheriv } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { decompressBlock } from '../../src/core/database/block-codec.ts'
import { setKey } from '../../src/core/database/sqlite-file.ts'

const pageBytes = 4_096
/** SQLCipher 4: behind each page are its initialisation vector and its checksum. */
const [vectorBytes, reservedBytes] = [16, 80]

function decryptPage(page: Buffer, key: Buffer, isFirst: boolean): Buffer {
  const vector = page.subarray(pageBytes - reservedBytes, pageBytes - reservedBytes + vectorBytes)
  const cipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false)
  return Buffer.concat([cipher.update(page.subarray(isFirst ? 16 : 0, pageBytes - reservedBytes)), cipher.final()])
}

/** Every page of a database file, free ones included, and every frame of its write-ahead log, decrypted. */
function decryptedPages(path: string, key: string): Buffer {
  const secret = Buffer.from(key, 'hex')
  const file = readFileSync(path)
  const pages: Buffer[] = []
  for (let at = 0; at + pageBytes <= file.length; at += pageBytes) {
    pages.push(decryptPage(file.subarray(at, at + pageBytes), secret, at === 0))
  }
  const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0)
  // A header of 32 bytes, then frames with a header of 24 bytes each.
  for (let at = 32; at + 24 + pageBytes <= log.length; at += 24 + pageBytes) {
    pages.push(decryptPage(log.subarray(at + 24, at + 24 + pageBytes), secret, log.readUInt32BE(at) === 1))
  }
  return Buffer.concat(pages)
}

/** Every value that is compressed in a database, inflated. */
function inflatedBlocks(path: string, key: string): Buffer {
  return Buffer.concat([...valuesByTable(path, key).values()].flat().filter((value) => Buffer.isBuffer(value)))
}

/** The values of each table, those that are compressed also inflated. */
function valuesByTable(path: string, key: string): Map<string, unknown[]> {
  const sqlite = new BetterSqlite(path, { readonly: true })
  try {
    setKey(sqlite, key)
    const tables = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
    const valuesOf = (table: string): unknown[] =>
      (sqlite.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[])
        .flatMap((row) => Object.values(row))
        .flatMap((value) => (Buffer.isBuffer(value) ? inflated(value) : [value]))
    return new Map(tables.map((table) => [table, valuesOf(table)]))
  } finally {
    sqlite.close()
  }
}

/** The tables of a database in which none of the texts is. */
export function tablesWithout(path: string, key: string, texts: readonly string[]): string[] {
  const has = (value: unknown): boolean =>
    texts.some((text) => (typeof value === 'string' || Buffer.isBuffer(value) ? value.includes(text) : false))
  return [...valuesByTable(path, key)].flatMap(([table, values]) => (values.some(has) ? [] : [table])).toSorted()
}

/** A value, and the compressed blocks that begin in its first bytes. */
function inflated(value: Buffer): Buffer[] {
  const found = [value]
  for (let at = 0; at < Math.min(value.length, 4_000); at += 1) {
    if (value[at] !== 0x0f || value.readUInt32LE(Math.min(at + 1, value.length - 4)) !== 0xfd2fb528) continue
    try {
      const block = decompressBlock(value.subarray(at))
      if (block) found.push(block)
    } catch (error) {
      // Bytes that only begin like a block.
      if (!(error instanceof Error)) throw error
    }
  }
  return found
}

/** Which of the texts are anywhere in a data folder: in raw files, decrypted pages or inflated blocks. */
export function textsInFolder(folder: string, key: string, texts: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  const bytes = [
    ...paths.map((path) => readFileSync(path)),
    ...paths
      .filter((path) => /forecourt[^/]*\.db$/.test(path))
      .flatMap((path) => [decryptedPages(path, key), inflatedBlocks(path, key)]),
  ]
  return texts.filter((text) =>
    [text, text.toLowerCase(), text.toUpperCase()].some((form) =>
      bytes.some((each) => each.includes(form) || each.includes(Buffer.from(form, 'utf16le'))),
    ),
  )
}
