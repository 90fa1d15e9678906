import { FileTooLargeError, type ContentMeter } from './content-meter.ts'
import { maxUnreadCharacters } from './file-read.ts'
import { closeOf, plainXml, tagAt, textOfRuns } from './xml-text.ts'
import { inflatePart, type ZipPart } from './zip-archive.ts'

/**
 * Cuts a part of a workbook into its elements with one name, as it is inflated. `onOther` gets the text between them.
 * What is not yet complete stays in memory, at most `maxUnreadCharacters`.
 */
export async function* elementsOfPart(
  archive: Uint8Array,
  part: ZipPart,
  meter: ContentMeter,
  name: string,
  onOther: (text: string) => void = () => undefined,
): AsyncGenerator<XmlElement[]> {
  const decoder = new TextDecoder('utf-8')
  let unread = ''
  /** Until there, the unread text holds no end of an element. */
  let searched = 0
  for await (const piece of inflatePart(archive, part, meter)) {
    unread += decoder.decode(piece, { stream: true })
    if (unread.length > maxUnreadCharacters) throw new FileTooLargeError('text')
    const cut = lastEndOf(unread, name, searched)
    if (cut > 0) {
      const elements = [...elementsIn(plainXml(unread.slice(0, cut)), name, onOther)]
      unread = unread.slice(cut)
      yield elements
    }
    // An end that is cut in two begins at most this far from the end of the piece.
    searched = Math.max(0, unread.length - name.length - 64)
  }
  yield [...elementsIn(plainXml(unread + decoder.decode()), name, onOther)]
}

export interface XmlElement {
  readonly attributes: string
  readonly content: string
}

/** The position behind the last `</name>` or `<name …/>`, from a position on; 0 when there is none. */
function lastEndOf(text: string, name: string, from: number): number {
  for (let at = text.lastIndexOf('>'); at > from; at = text.lastIndexOf('>', at - 1)) {
    const open = text.lastIndexOf('<', at)
    if (open < 0) return 0
    const tag = text.slice(open + 1, at)
    if (tag === `/${name}` || tag.endsWith(`:${name}`)) return at + 1
    at = open
  }
  return 0
}

function* elementsIn(xml: string, name: string, onOther: (text: string) => void): Generator<XmlElement> {
  let at = 0
  for (;;) {
    const open = tagAt(xml, name, at)
    if (!open) break
    if (open.start > at) onOther(xml.slice(at, open.start))
    if (open.isEmpty) {
      at = open.end
      yield { attributes: open.attributes, content: '' }
      continue
    }
    const close = closeOf(xml, name, open.end)
    yield { attributes: open.attributes, content: xml.slice(open.end, close.start) }
    at = close.end
  }
  if (at < xml.length) onOther(xml.slice(at))
}

/** The texts that cells share, by position. */
export async function readSharedStrings(archive: Uint8Array, part: ZipPart, meter: ContentMeter): Promise<string[]> {
  const texts: string[] = []
  for await (const items of elementsOfPart(archive, part, meter, 'si')) {
    for (const { content } of items) {
      const text = textOfRuns(content)
      meter.addCharacters(text.length)
      texts.push(text)
    }
  }
  return texts
}
