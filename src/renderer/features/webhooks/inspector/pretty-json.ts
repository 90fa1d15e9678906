/** Indented JSON; null when the text is not JSON. Numbers and the order of fields stay unchanged. */
export function prettyJson(text: string): string | null {
  try {
    JSON.parse(text)
  } catch {
    // A malformed event is shown as it is.
    return null
  }
  return indent(text)
}

/** Works on the text, because parsing and writing a number could change its last digits. */
function indent(text: string): string {
  let depth = 0
  let last = ''
  const parts: string[] = []
  const line = (): string => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isFirst = last === '{' || last === '[' || last === ','
    if (token === '}' || token === ']') {
      depth -= 1
      parts.push(last === '{' || last === '[' ? '' : line(), token)
    } else if (token === ',') parts.push(token)
    else if (token === ':') parts.push(': ')
    else {
      parts.push(isFirst ? line() : '', token)
      if (token === '{' || token === '[') depth += 1
    }
    last = token
  }
  return parts.join('')
}
