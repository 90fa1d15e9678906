/** Control characters and line separators. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** The same, percent-encoded once more: a program that decodes twice would find a second line. */
const encodedControls = /%(?:0[0-9a-f]|1[0-9a-f]|7f)/i
/** At most 15 digits by E.164; a few more for numbers with a dialling prefix. */
const phoneNumber = /^\+?\d{3,20}$/
/** One address. A comma, a semicolon or a space would begin another. */
const mailAddress = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/**
 * The address to open for a link of the window, rewritten from its checked parts; null when it must not be opened.
 * Accepted are https without a user name; tel with digits and +; sms with the same and a `body`; mailto with one
 * address, a `subject` and a `body`, which may have lines (RFC 6068, part 5). Everything else of a message (cc, bcc, attach) could send or attach more than the
 * user sees (RFC 6068, part 7).
 */
export function checkedLink(link: string): string | null {
  // URL drops tabs and line breaks without a word, so they are looked for first.
  if (controls.test(link) || link !== link.trim()) return null
  const [scheme, rest] = splitAt(link, ':')
  switch (scheme.toLowerCase()) {
    case 'https':
      return checkedWebAddress(link)
    case 'tel':
      return phoneNumber.test(rest ?? '') ? `tel:${rest}` : null
    case 'sms':
      return checkedMessage('sms', rest ?? '', phoneNumber, ['body'])
    case 'mailto':
      return checkedMessage('mailto', rest ?? '', mailAddress, ['subject', 'body'])
    default:
      return null
  }
}

function checkedWebAddress(link: string): string | null {
  const address = URL.parse(link)
  // Without the two slashes, or with backslashes, other programs read another host than this one.
  if (!address || !/^https:\/\/[^/\\]/i.test(link) || link.includes('\\')) return null
  return address.username === '' && address.password === '' ? address.href : null
}

function checkedMessage(
  scheme: string,
  rest: string,
  recipientPattern: RegExp,
  allowed: readonly string[],
): string | null {
  const [recipientText, query] = splitAt(rest, '?')
  const recipient = decoded(recipientText)
  if (recipient === null || !recipientPattern.test(recipient)) return null
  const fields: string[] = []
  for (const field of query === null ? [] : query.split('&')) {
    const [name, valueText] = splitAt(field, '=')
    const value = scheme === 'mailto' && name === 'body' ? decodedLines(valueText ?? '') : decoded(valueText ?? '')
    if (!allowed.includes(name) || value === null || fields.some((other) => other.startsWith(`${name}=`))) return null
    fields.push(`${name}=${encodeURIComponent(value)}`)
  }
  const target = encodeURIComponent(recipient).replace('%40', '@').replace('%2B', '+')
  return `${scheme}:${target}${fields.length === 0 ? '' : `?${fields.join('&')}`}`
}

/** The text before the first separator, and the text after it: null without a separator. */
function splitAt(text: string, separator: string): readonly [string, string | null] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** The same for a text with lines, whose line breaks become CR LF (RFC 6068, part 5). */
function decodedLines(text: string): string | null {
  const lines = text.split(/%0D%0A|%0A|%0D/i).map(decoded)
  return lines.includes(null) ? null : lines.join('\r\n')
}

/** The text without its percent-encoding; null when that is malformed or hides a control character. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text)
    return controls.test(plain) || encodedControls.test(plain) ? null : plain
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
