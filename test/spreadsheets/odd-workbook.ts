import { madeZip } from './made-workbook.ts'

export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export interface OddParts {
  /** The folder of all parts. */
  readonly folder?: string
  readonly separator?: string
  readonly sheets?: string
  readonly relations?: string
  readonly workbookProperties?: string
  readonly sheetXml: string
  readonly strings?: string
  /** The kind of the relation to the shared texts. */
  readonly stringsRelation?: string
  readonly styles?: string
  /** Parts are not compressed. */
  readonly stored?: boolean
  /** How sheet and texts are written. */
  readonly encoding?: BufferEncoding
}

/** A workbook whose parts are written by hand. `r1` is its list. */
export function oddWorkbook({
  folder = 'xl',
  separator = '/',
  sheetXml,
  stored = false,
  encoding = 'utf8',
  ...more
}: OddParts): Uint8Array {
  const path = (...steps: string[]): string => [folder, ...steps].join(separator)
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  return madeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: `_rels${separator}.rels`,
      content: `<Relationships>${relation('r1', 'officeDocument', `${folder}/workbook.xml`)}</Relationships>`,
    },
    {
      name: path('workbook.xml'),
      content: `<workbook xmlns="${main}" xmlns:r="${office}">${more.workbookProperties ?? ''}<sheets>${more.sheets ?? '<sheet name="List" sheetId="9" r:id="r1"/>'}</sheets></workbook>`,
    },
    {
      name: path('_rels', 'workbook.xml.rels'),
      content: `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', more.stringsRelation ?? 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}${more.relations ?? ''}</Relationships>`,
    },
    { name: path('worksheets', 'sheet1.xml'), content: Buffer.from(sheetXml, encoding), stored },
    { name: path('sharedStrings.xml'), content: Buffer.from(`<sst>${more.strings ?? ''}</sst>`, encoding), stored },
    { name: path('styles.xml'), content: more.styles ?? '<styleSheet/>' },
  ])
}

export const sheetOf = (rows: string): string => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
