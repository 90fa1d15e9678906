/** Small parts of XML reading, for the parts of a workbook: they are machine-written and have no document type. */

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Text as it is meant: entities replaced, unknown ones kept. */
export function decodeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** Attributes of a tag by their names without prefix; `text` is what follows the tag's name. */
export function attributesOf(text: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {}
  for (const found = new AttributeReader(text); found.next();) {
    const name = text.slice(found.nameStart, found.nameEnd)
    attributes[name.slice(name.indexOf(':') + 1)] ??= decodeXml(text.slice(found.valueStart, found.valueEnd))
  }
  return attributes
}

/** The attributes of each element with this name, whatever its prefix. */
export function* elementsOf(xml: string, name: string): Generator<Readonly<Record<string, string>>> {
  for (let tag = tagAt(xml, name, 0); tag; tag = tagAt(xml, name, tag.end)) yield attributesOf(tag.attributes)
}

/** Without comments, and with CDATA sections as ordinary text. */
export function withoutComments(xml: string): string {
  // "!" alone is rare, and found much faster.
  if (!xml.includes('!') || !xml.includes('<!')) return xml
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return xml
    .split('<!--')
    .map((piece, at) => (at === 0 ? piece : piece.slice(piece.indexOf('-->') + 3)))
    .join('')
    .replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, text: string) => escape(text))
}

/** `_x000D_`: how Excel writes characters that XML does not allow. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/**
 * The text of an element that holds `<t>` elements, as a string item or an inline string does. Readings of East Asian
 * characters (`rPh`) are not part of it.
 */
export function textOfRuns(xml: string): string {
  const shown = xml.includes('rPh') ? xml.replace(/<(?:[\w.-]+:)?rPh\b[^]*?<\/(?:[\w.-]+:)?rPh>/g, '') : xml
  let text = ''
  for (let at = 0; ;) {
    const open = tagAt(shown, 't', at)
    if (!open) return decodeEscapes(decodeXml(text))
    if (open.isEmpty) at = open.end
    else {
      const close = shown.indexOf('</', open.end)
      if (close < 0) return decodeEscapes(decodeXml(text + shown.slice(open.end)))
      text += shown.slice(open.end, close)
      at = close
    }
  }
}

export interface Tag {
  /** With its prefix. */
  readonly name: string
  readonly start: number
  /** Behind its ">". */
  readonly end: number
  readonly isEmpty: boolean
  readonly attributes: string
}

/** The next opening tag with this name, whatever its prefix; null when there is none or it is not complete. */
export function tagAt(xml: string, name: string, from: number): Tag | null {
  for (let at = xml.indexOf('<', from); at >= 0; at = xml.indexOf('<', at + 1)) {
    const behind = behindName(xml, name, at + 1)
    if (behind < 0) continue
    const close = xml.indexOf('>', behind)
    if (close < 0) return null
    const isEmpty = xml.charCodeAt(close - 1) === 47
    const full = xml.slice(at + 1, behind)
    return {
      name: full,
      start: at,
      end: close + 1,
      isEmpty,
      attributes: xml.slice(behind, isEmpty ? close - 1 : close),
    }
  }
  return null
}

/**
 * Where the closing tag of an element begins and ends. `name`: as in its opening tag, with its prefix. An element that is
 * never closed ends with the text.
 */
export function closeOf(xml: string, name: string, from: number): { start: number; end: number } {
  const closing = `</${name}`
  for (let start = xml.indexOf(closing, from); start >= 0; start = xml.indexOf(closing, start + 2)) {
    const end = xml.indexOf('>', start)
    if (end >= 0 && !isNameCharacter(xml.charCodeAt(start + closing.length))) return { start, end: end + 1 }
  }
  return { start: xml.length, end: xml.length }
}

/** The position behind a name of a tag, whatever its prefix; -1 when another name stands there. */
export function behindName(xml: string, name: string, from: number): number {
  let at = from
  if (!xml.startsWith(name, at)) {
    while (isNameCharacter(xml.charCodeAt(at))) at += 1
    if (xml.charCodeAt(at) !== 58 || !xml.startsWith(name, at + 1)) return -1
    at += 1
  }
  const behind = at + name.length
  return isNameCharacter(xml.charCodeAt(behind)) || xml.charCodeAt(behind) === 58 ? -1 : behind
}

/** Goes through the attributes of a tag without an object for each. */
export class AttributeReader {
  readonly #xml: string
  /** Behind the name of the tag at first; behind its ">" at the end. */
  at = 0
  nameStart = 0
  nameEnd = 0
  valueStart = 0
  valueEnd = 0
  /** The tag is an empty element; known at its end. */
  isEmptyTag = false

  constructor(xml: string) {
    this.#xml = xml
  }

  /** Moves to the next attribute; false: the tag ends. */
  next(): boolean {
    const xml = this.#xml
    let at = this.at
    let code = xml.charCodeAt(at)
    while (code <= 32 || code === 47) code = xml.charCodeAt((at += 1))
    this.nameStart = at
    while (code !== 61 && code !== 62 && code > 32) code = xml.charCodeAt((at += 1))
    this.nameEnd = at
    while (code !== 34 && code !== 39 && code !== 62 && at < xml.length) code = xml.charCodeAt((at += 1))
    this.valueStart = at + 1
    this.valueEnd = code === 62 ? -1 : xml.indexOf(code === 34 ? '"' : "'", at + 1)
    if (this.valueEnd < 0) {
      this.isEmptyTag = xml.charCodeAt(at - 1) === 47
      this.at = code === 62 ? at + 1 : xml.length
      return false
    }
    this.at = this.valueEnd + 1
    return true
  }
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 45 ||
    code === 46 ||
    code === 95
  )
}
