/** Names of the characters 160 to 255 (HTML 4.01, 24.2.1). */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const others: Readonly<Record<string, string>> = {
  apos: "'",
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  euro: '€',
  trade: '™',
}

const named = new Map([
  ...latin1.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(160 + at)]),
  ...Object.entries(others),
])

/** Characters that are markup in a web page; their names may be in capitals. */
const markup: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const markupOf = (name: string): string | undefined => markup[name === name.toUpperCase() ? name.toLowerCase() : name]

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,7}));/gi

/** The character of an entity; undefined: there is none. */
function characterOf(
  hex: string | undefined,
  decimal: string | undefined,
  name: string | undefined,
): string | undefined {
  if (name !== undefined) return named.get(name) ?? markupOf(name)
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  // A line break or tab between words.
  if (code === 9 || code === 10 || code === 13) return ' '
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : undefined
}

/** Replaces the characters of a web page that are written by name or number, except markup, which the library replaces. */
export function decodeHtmlEntities(html: string): string {
  return html.replace(entity, (whole, hex, decimal, name) => {
    const character = characterOf(hex, decimal, name)
    return character === undefined || Object.values(markup).includes(character) ? whole : character
  })
}

/** An apostrophe as databases and programs write it inside of a text in quotes: O\'Brien, O''Brien. */
const escapedQuote = /\\(?=['"])|(?<=\p{L})'(?='\p{L})/gu

/** Whether a text may have codes that `decodeEntities` replaces. */
export const mayHaveCodes = (text: string): boolean => /[&\\]|''/.test(text)

/** The text of a cell without codes of web pages and databases: entities, also those that were written twice ("&amp;#39;"), and escaped quotes. */
export function decodeEntities(text: string): string {
  const once = (written: string): string =>
    written.replace(entity, (whole, hex, decimal, name) => characterOf(hex, decimal, name) ?? whole)
  const decoded = text.includes('&') ? once(once(text)) : text
  return decoded.replace(escapedQuote, '')
}

/** The begin of an entity at the end of a cell, whose semicolon was read as a delimiter. */
const openEntity = /&(?:amp;)?(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,7}))$/i

/** The cells of a record between semicolons, with those joined that the semicolon of an entity cut. */
export function joinEntities(cells: readonly string[]): readonly string[] {
  if (!cells.some((cell) => cell.includes('&'))) return cells
  const joined: string[] = []
  let isOpen = false
  for (const cell of cells) {
    if (isOpen) joined.push(`${joined.pop() ?? ''};${cell}`)
    else joined.push(cell)
    const [found, hex, decimal, name] = openEntity.exec(joined.at(-1) ?? '') ?? []
    isOpen = found !== undefined && characterOf(hex, decimal, name) !== undefined
  }
  return joined
}
