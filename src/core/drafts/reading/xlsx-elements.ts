import { FileTooLargeError, type ContentMeter } from './content-meter.ts'
import { maxUnreadCharacters } from './file-read.ts'
import { behindName, closeOf, withoutComments, tagAt } from './xml-text.ts'
import { inflatePart, type ZipPart } from './zip-archive.ts'

export interface XmlElement {
  readonly attributes: string
  readonly content: string
}

export interface ElementOptions {
  /** Gets the text between the elements. */
  readonly onOther?: (text: string) => void
  readonly pieceBytes?: number | undefined
}

/** The longest closing tag, which may be cut in two: a name with its prefix. */
const longestTag = 64

/**
 * Cuts a part of a workbook into its elements with one name, as it is inflated. What is not yet complete stays in
 * memory, at most `maxUnreadCharacters`.
 */
export async function* elementsOfPart(
  archive: Uint8Array,
  part: ZipPart,
  meter: ContentMeter,
  name: string,
  { onOther = () => undefined, pieceBytes }: ElementOptions = {},
): AsyncGenerator<Iterable<XmlElement>, void, void> {
  let unread: string[] = []
  let unreadLength = 0
  let seam = ''
  for await (const text of textOfPart(archive, part, meter, pieceBytes)) {
    unreadLength += text.length
    if (unreadLength > maxUnreadCharacters) throw new FileTooLargeError('text')
    const searched = seam + text
    const end = lastEndOf(searched, name)
    if (end === 0) {
      unread.push(text)
      seam = searched.slice(-longestTag)
      continue
    }
    const rest = searched.slice(end)
    const whole = unread.join('') + text
    yield elementsIn(withoutComments(whole.slice(0, whole.length - rest.length)), name, onOther)
    unread = [rest]
    unreadLength = rest.length
    seam = rest.slice(-longestTag)
  }
  yield elementsIn(withoutComments(unread.join('')), name, onOther)
}

/** The text of a part, piece by piece. A piece ends with a tag, so that no character is cut. */
async function* textOfPart(
  archive: Uint8Array,
  part: ZipPart,
  meter: ContentMeter,
  pieceBytes: number | undefined,
): AsyncGenerator<string, void, void> {
  let cut: Buffer = Buffer.alloc(0)
  for await (const piece of inflatePart(archive, part, meter, pieceBytes)) {
    const bytes = cut.byteLength === 0 ? Buffer.from(piece) : Buffer.concat([cut, piece])
    const end = bytes.lastIndexOf(0x3e) + 1
    cut = bytes.subarray(end)
    if (end > 0) yield bytes.toString('utf8', 0, end)
  }
  if (cut.byteLength > 0) yield cut.toString('utf8')
}

/** The position behind the last `</name>`; 0 when there is none. */
function lastEndOf(text: string, name: string): number {
  for (let at = text.lastIndexOf('</'); at > 0; at = text.lastIndexOf('</', at - 1)) {
    const behind = behindName(text, name, at + 2)
    const close = behind < 0 ? -1 : text.indexOf('>', behind)
    if (close > 0) return close + 1
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
    const close = closeOf(xml, open.name, open.end)
    yield { attributes: open.attributes, content: xml.slice(open.end, close.start) }
    at = close.end
  }
  if (at < xml.length) onOther(xml.slice(at))
}
