import { crc32, deflateRawSync } from 'node:zlib'

/** A cell: a text in the sheet itself, or a text of the shared ones by its position. */
export type MadeCell = string | { readonly shared: number }

interface ZipPart {
  readonly name: string
  readonly content: string | Buffer
  /** What the archive says about its size, when that is not the truth. */
  readonly statedBytes?: number
  /** Not compressed. */
  readonly stored?: boolean
}

/** A zip archive. Names are ASCII. */
export function madeZip(parts: readonly ZipPart[]): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, statedBytes, stored } of parts) {
    const raw = typeof content === 'string' ? Buffer.from(content) : content
    const packed = stored ? raw : deflateRawSync(raw, { level: 1 })
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(statedBytes ?? raw.length, 18)
    common.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, title, packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, title)
    at += 30 + title.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...files, entries, end]))
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`

/**
 * A workbook of one sheet, written by hand: no library writes cells that are longer than Excel allows. Texts must need
 * no escape in XML.
 */
export function madeWorkbook(
  rows: readonly (readonly MadeCell[])[],
  options: {
    shared?: readonly string[]
    merges?: readonly string[]
    statedBytes?: number
    /** Elements `col` as XML. */
    columns?: string
  } = {},
): Uint8Array<ArrayBuffer> {
  const cell = (value: MadeCell): string =>
    typeof value === 'string' ? `<c t="inlineStr"><is><t>${value}</t></is></c>` : `<c t="s"><v>${value.shared}</v></c>`
  const lines = rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cell).join('')}</row>`)
  const merges = (options.merges ?? []).map((range) => `<mergeCell ref="${range}"/>`).join('')
  const texts = (options.shared ?? []).map((text) => `<si><t>${text}</t></si>`).join('')
  return madeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${main}">${options.columns ? `<cols>${options.columns}</cols>` : ''}<sheetData>${lines.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`,
      ...(options.statedBytes !== undefined && { statedBytes: options.statedBytes }),
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${texts}</sst>` },
  ])
}
