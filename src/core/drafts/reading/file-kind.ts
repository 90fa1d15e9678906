import { fileProblems } from './file-messages.ts'
import { maxInflatedBytes, type FileProblem } from './file-read.ts'
import { zipParts, type ZipPart } from './zip-archive.ts'

/** Formats that are read with the library of `library-workbook.ts`. */
export type LibraryFormat = 'xls' | 'xlsb' | 'ods' | 'xml-2003' | 'web-page' | 'sylk' | 'dif'

/** What a file is by its content. Its name does not count, because "Export to Excel" writes anything as .xls. */
export type FileKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'xlsx' }
  | { readonly kind: 'library'; readonly format: LibraryFormat }
  /** A zip archive with one file. */
  | { readonly kind: 'packed'; readonly part: ZipPart }
  | { readonly kind: 'unreadable'; readonly problem: FileProblem }

const unreadable = (problem: FileProblem): FileKind => ({ kind: 'unreadable', problem })

const library = (format: LibraryFormat): FileKind => ({ kind: 'library', format })

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, at) => bytes[at] === byte)

/**
 * Decides by the first bytes and, for a zip, by the names inside it. `name` is used in messages only. `maxBytes`: the
 * most that a zip may hold when it is unpacked.
 */
export function fileKind(name: string, bytes: Uint8Array, maxBytes = maxInflatedBytes): FileKind {
  if (bytes.byteLength === 0) return unreadable(fileProblems.empty(name))
  const begin = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  // An OLE file. Whether it is a workbook is decided where its directory is read (`library-workbook.ts`).
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return library('xls')
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06))
    return zipFile(name, bytes, maxBytes)
  // A workbook of Excel 2 to 4, which has no container.
  if ([0x00, 0x02, 0x04, 0x08].some((version) => startsWith(bytes, 0x09, version) && bytes[3] === 0x00))
    return library('xls')
  if (utf32.test(begin)) return unreadable(fileProblems.utf32(name))
  if (/(?:^|\n)%PDF-/.test(begin)) return unreadable(fileProblems.document(name, 'a PDF'))
  const other = otherFiles.find(({ begins }) => begins.test(begin))
  if (other) return unreadable(fileProblems.document(name, other.what))
  if (startsWith(bytes, 0x1f, 0x8b) || /^(?:Rar!|7z\xbc\xaf)/.test(begin)) return unreadable(fileProblems.archive(name))
  return markup(name, bytes) ?? exchangeFormat(bytes) ?? { kind: 'text' }
}

/** A byte order mark of UTF-32, or letters of four bytes. */
const utf32 = /^(?:\xff\xfe\0\0|\0\0\xfe\xff|(?:[^\0]\0{3}){4}|(?:\0{3}[^\0]){4})/

/** Files that people send instead of a list, by their first characters, each a byte. */
const otherFiles: readonly { readonly begins: RegExp; readonly what: string }[] = [
  { begins: /^SQLite format 3|^.{4}Standard (?:Jet|ACE) DB/s, what: 'a database' },
  { begins: /^L\0\0\0.{3}\0{5}\xc0|^\s*\[InternetShortcut\]/s, what: 'a shortcut to another file' },
  { begins: /^\s*\{\s*"(?:url"\s*:\s*"https:\/\/docs\.google\.com|doc_id")/, what: 'a link to a document on the web' },
  {
    begins: /^.{4}ftyp(?:hei|mif|avif)|^(?:RIFF|\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0|II\*\0|MM\0\*)/s,
    what: 'a picture',
  },
  { begins: /^\{\\rtf/, what: 'a text document' },
  { begins: /^.{4}ftyp|^OggS/s, what: 'a recording' },
  { begins: /^-----BEGIN PGP MESSAGE-----/, what: 'an encrypted message' },
  { begins: /^\s*BEGIN:VCARD/i, what: 'an address book (vCard)' },
  { begins: /^\s*BEGIN:VCALENDAR/i, what: 'a calendar' },
  { begins: /^MZ[\s\S]*(?:\0PE\0|This program)|^\x7fELF/, what: 'a program' },
]

function zipFile(name: string, bytes: Uint8Array, maxBytes: number): FileKind {
  const entries = zipParts(bytes)
  if (!entries) {
    return unreadable(fileProblems.incomplete(name))
  }
  const has = (test: (entry: string) => boolean): boolean => entries.some((entry) => test(entry.name.toLowerCase()))
  const isXlsb = has((entry) => entry.endsWith('workbook.bin'))
  // The parts may be in any folder.
  const isXlsx = !isXlsb && has((entry) => entry.endsWith('workbook.xml'))
  const problem = sizeProblem(name, entries, maxBytes)
  if (problem) return unreadable(problem)
  if (isXlsb) return library('xlsb')
  if (isXlsx) return { kind: 'xlsx' }
  if (has((entry) => entry === 'encrypted-package')) return unreadable(fileProblems.protectedOds(name))
  if (has((entry) => entry === 'content.xml')) return openDocument(name, bytes)
  if (has((entry) => entry.startsWith('index/') || entry === 'index.zip')) return unreadable(fileProblems.numbers(name))
  if (has((entry) => entry.startsWith('word/'))) return unreadable(fileProblems.document(name, 'a Word document'))
  if (has((entry) => entry.startsWith('ppt/'))) return unreadable(fileProblems.document(name, 'a presentation'))
  const files = entries.filter(({ name: entry }) => !/\/$|(?:^|\/)(?:__MACOSX\/|\.)/.test(entry))
  const [part] = files
  return part && files.length === 1 ? { kind: 'packed', part } : unreadable(fileProblems.zip(name))
}

/** Why the parts of an archive cannot be unpacked, or null. */
function sizeProblem(name: string, entries: readonly ZipPart[], maxBytes: number): FileProblem | null {
  const inflatedBytes = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0)
  if (inflatedBytes > maxBytes) return fileProblems.inflatesTooLarge(name, maxBytes)
  // A part without a stated size could inflate to any size.
  const hidesSize = entries.some((entry) => entry.inflatedBytes === 0 && entry.packedBytes > emptyPartBytes)
  return hidesSize ? fileProblems.damagedWorkbook(name) : null
}

/** An empty part takes two bytes when it is compressed, and a few more by some programs. */
const emptyPartBytes = 16

/** An OpenDocument file: its first part is its type, stored as it is (OpenDocument 1.3, part 2, 3.3). */
function openDocument(name: string, bytes: Uint8Array): FileKind {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096)).toString('latin1')
  const type = /application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(head)?.[1] ?? 'spreadsheet'
  if (type === 'text') return unreadable(fileProblems.document(name, 'a text document'))
  return type === 'spreadsheet' ? library('ods') : unreadable(fileProblems.notSpreadsheet(name))
}

/** The begin of JSON, of which each line can be a value too: an object with a name, or a list. */
const json = /^(?:\[\s*)?\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})|^\[\s*(?:[[\]]|"(?:[^"\\]|\\.)*"\s*[,\]])/

/** A web page, XML or JSON, whatever its name; null for any other text. */
function markup(name: string, bytes: Uint8Array): FileKind | null {
  const start = startOf(bytes).toLowerCase()
  if (json.test(start)) return unreadable(fileProblems.json(name))
  if (/^mime-version:|^content-type: multipart\//.test(start)) return unreadable(fileProblems.webArchive(name))
  if (!start.startsWith('<')) return null
  if (/<(?:[\w-]+:)?workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(start)) return library('xml-2003')
  if (/<office:document\b/.test(start)) return library('ods')
  if (/<(!doctype html|html|table|meta|head|body|style|div|script|title|form|center|h[1-6]|p)\b/.test(start))
    return library('web-page')
  return isXml(start, bytes) ? unreadable(fileProblems.xml(name)) : null
}

/** A text with an XML declaration, or with one element around everything. */
function isXml(start: string, bytes: Uint8Array): boolean {
  const root = /^<([a-z_][\w.:-]*)[\s>]/.exec(start)?.[1]
  const end = new TextDecoder().decode(bytes.subarray(-200)).trimEnd().toLowerCase()
  return start.startsWith('<?xml') || (root !== undefined && end.endsWith(`</${root}>`))
}

/** SYLK and DIF, which look like text with separators; null for any other text. */
function exchangeFormat(bytes: Uint8Array): FileKind | null {
  const lines = startOf(bytes).split(/\r\n?|\n/, 8)
  const records = lines.slice(1, 4)
  // A CSV whose first column is called "ID" also begins with "ID;".
  if (lines[0]?.startsWith('ID;P') && records.every((line) => /^(?:[A-Z]|N[ENLU])(?:;|$)/.test(line)))
    return library('sylk')
  return lines[0]?.trim() === 'TABLE' && /^0,\d+$/.test(lines[1]?.trim() ?? '') ? library('dif') : null
}

/** The first characters of a text. */
function startOf(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes.subarray(0, 8_192)).trimStart()
}
