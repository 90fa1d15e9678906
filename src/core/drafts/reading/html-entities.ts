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

/** Characters that would become markup. The library replaces these itself. */
const markup: ReadonlySet<string> = new Set(['<', '>', '&', '"'])

/** Replaces the characters of a web page that are written by name or number, except those that are markup. */
export function decodeHtmlEntities(html: string): string {
  return html.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,7}));/gi, (whole, hex, decimal, name) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const character =
      name === undefined ? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole) : named.get(name)
    return character === undefined || markup.has(character) ? whole : character
  })
}
