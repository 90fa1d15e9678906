/** The same JSON on lines of its own; null when the text is no JSON. Numbers and the order of the fields stay as they came. */
export function prettyJson(text: string): string | null {
  try {
    JSON.parse(text)
  } catch {
    // A malformed event is shown as it is.
    return null
  }
  return indented(text)
}

/** Works on the text: reading a number and writing it again could change its last digits. */
function indented(text: string): string {
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
