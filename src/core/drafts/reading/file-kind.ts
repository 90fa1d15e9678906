import { fileProblems } from './file-messages.ts'
import { maxInflatedBytes, maxPartBytes, type FileProblem } from './file-read.ts'

/** What a file is by its content. Its name does not count, because "Export to Excel" writes anything as .xls. */
export type FileKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'xlsx' }
  | { readonly kind: 'unreadable'; readonly problem: FileProblem }

const unreadable = (problem: FileProblem): FileKind => ({ kind: 'unreadable', problem })

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, at) => bytes[at] === byte)

/** Decides by the first bytes and, for a zip, by the names inside it. `name` is used in messages only. */
export function fileKind(name: string, bytes: Uint8Array): FileKind {
  if (bytes.byteLength === 0) return unreadable(fileProblems.empty(name))
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return compoundFile(name, bytes)
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06))
    return zipFile(name, bytes)
  if (startsWith(bytes, 0x09, 0x08) || startsWith(bytes, 0x09, 0x04) || startsWith(bytes, 0x09, 0x02)) {
    return unreadable(fileProblems.veryOldExcel(name))
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) {
    return unreadable(fileProblems.pdf(name))
  }
  if (isImage(bytes)) {
    return unreadable(fileProblems.picture(name))
  }
  if (
    startsWith(bytes, 0x1f, 0x8b) ||
    startsWith(bytes, 0x52, 0x61, 0x72, 0x21) ||
    startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf)
  ) {
    return unreadable(fileProblems.archive(name))
  }
  if (startsWith(bytes, 0x7b, 0x5c, 0x72, 0x74, 0x66)) {
    return unreadable(fileProblems.textDocument(name))
  }
  return markup(name, bytes) ?? { kind: 'text' }
}

function isImage(bytes: Uint8Array): boolean {
  const riff = startsWith(bytes, 0x52, 0x49, 0x46, 0x46)
  return (
    riff ||
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0xff, 0xd8, 0xff) ||
    startsWith(bytes, 0x47, 0x49, 0x46, 0x38) ||
    (startsWith(bytes, 0x42, 0x4d) && bytes[6] === 0 && bytes[7] === 0) ||
    startsWith(bytes, 0x49, 0x49, 0x2a, 0x00) ||
    startsWith(bytes, 0x4d, 0x4d, 0x00, 0x2a)
  )
}

/** An OLE container: an old .xls, or the envelope of a workbook with a password. Stream names in it are UTF-16LE. */
function compoundFile(name: string, bytes: Uint8Array): FileKind {
  const holds = (stream: string): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(stream, 0, 'utf16le')
  if (holds('EncryptedPackage')) {
    return unreadable(fileProblems.password(name))
  }
  if (holds('WordDocument')) return unreadable(fileProblems.wordDocument(name))
  return unreadable(fileProblems.oldExcel(name))
}

function zipFile(name: string, bytes: Uint8Array): FileKind {
  const entries = zipEntries(bytes)
  if (!entries) {
    return unreadable(fileProblems.incomplete(name))
  }
  const has = (test: (entry: string) => boolean): boolean => entries.some((entry) => test(entry.name))
  if (has((entry) => entry.endsWith('workbook.bin'))) return unreadable(fileProblems.binaryWorkbook(name))
  if (has((entry) => entry.startsWith('xl/') || entry.startsWith('/xl/'))) {
    const inflatedBytes = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0)
    if (inflatedBytes > maxInflatedBytes || entries.some((entry) => entry.inflatedBytes > maxPartBytes)) {
      return unreadable(fileProblems.inflatesTooLarge(name, Math.round(inflatedBytes / 1_048_576)))
    }
    // A part without a stated size could inflate to any size.
    if (entries.some((entry) => entry.inflatedBytes === 0 && entry.packedBytes > emptyPartBytes)) {
      return unreadable(fileProblems.damagedWorkbook(name))
    }
    return { kind: 'xlsx' }
  }
  if (has((entry) => entry === 'content.xml' || entry === 'mimetype')) {
    return unreadable(fileProblems.openDocument(name))
  }
  if (has((entry) => entry.startsWith('Index/'))) return unreadable(fileProblems.numbers(name))
  if (has((entry) => entry.startsWith('word/'))) return unreadable(fileProblems.wordDocument(name))
  return unreadable(fileProblems.zip(name))
}

/** An empty part takes two bytes when it is compressed, and a few more by some programs. */
const emptyPartBytes = 16

interface ZipEntry {
  readonly name: string
  readonly packedBytes: number
  readonly inflatedBytes: number
}

/** Names and declared sizes from a zip's central directory; null when there is none. (APPNOTE.TXT 4.3.12, 4.3.16) */
function zipEntries(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lowest = Math.max(0, bytes.byteLength - 22 - 65_535)
  let end = bytes.byteLength - 22
  while (end >= lowest && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < lowest) return null
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  const count = view.getUint16(end + 10, true)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.byteLength || view.getUint32(at, true) !== 0x02014b50) return null
    const nameLength = view.getUint16(at + 28, true)
    if (at + 46 + nameLength > bytes.byteLength) return null
    entries.push({
      name: new TextDecoder('utf-8').decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      packedBytes: view.getUint32(at + 20, true),
      inflatedBytes: view.getUint32(at + 24, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** A web page or XML workbook named .xls or .csv; null for another text that begins with "<". */
function markup(name: string, bytes: Uint8Array): FileKind | null {
  const head = bytes.subarray(0, 4_096)
  const start = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8')
    .decode(head)
    .trimStart()
    .toLowerCase()
  if (!start.startsWith('<')) return null
  if (/<(!doctype html|html|table|meta|head|body|style|div)\b/.test(start)) {
    return unreadable(fileProblems.webPage(name))
  }
  if (start.startsWith('<?xml')) return unreadable(fileProblems.xml(name))
  return null
}
