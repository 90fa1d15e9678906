import { FileDamagedError, FileTooLargeError, type ContentMeter } from './content-meter.ts'
import { elementsOf, withoutComments } from './xml-text.ts'
import { inflatePart, type ZipPart } from './zip-archive.ts'

/** A sheet that holds cells. Chart and dialog sheets hold none. */
export interface XlsxSheet {
  readonly name: string
  readonly hidden: boolean
  readonly part: ZipPart
}

export interface XlsxParts {
  readonly sheets: readonly XlsxSheet[]
  readonly sharedStrings: ZipPart | null
  readonly styles: ZipPart | null
  /** Days are counted from 1904. */
  readonly from1904: boolean
}

/** The largest part that is read as one text: the workbook, its relations and its styles. */
const maxWholePartBytes = 64 * 1_024 * 1_024

/** Finds the parts of a workbook by its relations, wherever they are (ECMA-376, part 2). Throws `FileDamagedError`. */
export async function findXlsxParts(
  archive: Uint8Array,
  parts: readonly ZipPart[],
  meter: ContentMeter,
): Promise<XlsxParts> {
  const byName = new Map(parts.map((part) => [part.name.toLowerCase(), part]))
  const find = (path: string): ZipPart | null => byName.get(path.toLowerCase()) ?? null
  const relationsOf = async (path: string): Promise<Relation[]> => {
    const slash = path.lastIndexOf('/') + 1
    const part = find(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`)
    return part ? readRelations(await readWholePart(archive, part, meter), path.slice(0, slash)) : []
  }
  const workbookPath =
    (await relationsOf('')).find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const workbookPart = find(workbookPath)
  if (!workbookPart) throw new FileDamagedError()
  const workbook = await readWholePart(archive, workbookPart, meter)
  const relations = await relationsOf(workbookPath)
  const partOfKind = (kind: string): ZipPart | null => {
    const relation = relations.find((one) => one.kind === kind)
    return relation ? find(relation.target) : null
  }
  const sheets: XlsxSheet[] = []
  const list = /<(?:[\w.-]+:)?sheets[\s>]([^]*?)<\/(?:[\w.-]+:)?sheets>/.exec(workbook)?.[1] ?? ''
  for (const { name = '', id, state = 'visible' } of elementsOf(list, 'sheet')) {
    const relation = relations.find((one) => one.id === id)
    if (relation && relation.kind !== 'worksheet') continue
    const part = relation && find(relation.target)
    if (!part) throw new FileDamagedError()
    sheets.push({ name, hidden: state !== 'visible', part })
  }
  const [properties] = elementsOf(workbook, 'workbookPr')
  return {
    sheets,
    // Some programs give the part another relation, or none.
    sharedStrings: partOfKind('sharedStrings') ?? parts.find(({ name }) => /\bsharedstrings\.xml$/i.test(name)) ?? null,
    styles: partOfKind('styles'),
    from1904: ['1', 'true', 'on'].includes(properties?.['date1904'] ?? ''),
  }
}

/** The text of a part that is small in every sound workbook. */
export async function readWholePart(archive: Uint8Array, part: ZipPart, meter: ContentMeter): Promise<string> {
  if (part.inflatedBytes > maxWholePartBytes) throw new FileTooLargeError('content')
  const decoder = new TextDecoder('utf-8')
  let text = ''
  for await (const piece of inflatePart(archive, part, meter)) text += decoder.decode(piece, { stream: true })
  return withoutComments(text + decoder.decode())
}

interface Relation {
  readonly id: string
  /** The last word of its type: "worksheet". The strict and the transitional form differ before it. */
  readonly kind: string
  /** A path from the root of the archive. */
  readonly target: string
}

function readRelations(xml: string, folder: string): Relation[] {
  return [...elementsOf(xml, 'Relationship')].map(({ Id = '', Type = '', Target = '' }) => ({
    id: Id,
    kind: Type.slice(Type.lastIndexOf('/') + 1),
    target: resolvePath(folder, Target.replaceAll('\\', '/')),
  }))
}

function resolvePath(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}
