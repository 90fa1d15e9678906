export type InlinePart =
  | { readonly kind: 'text' | 'label' | 'keys'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly page: string; readonly section?: string }

const marks = /\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\(([\w-]+)(?:#([\p{L}\p{N}-]+))?\)/gu

/** Divides a line into text, **labels**, `keys` and [links](page#section). */
export function partsOfLine(line: string): readonly InlinePart[] {
  const parts: InlinePart[] = []
  let from = 0
  for (const match of line.matchAll(marks)) {
    if (match.index > from) parts.push({ kind: 'text', text: line.slice(from, match.index) })
    from = match.index + match[0].length
    const [, label, keys, text = '', page = '', section] = match
    if (label !== undefined) parts.push({ kind: 'label', text: label })
    else if (keys !== undefined) parts.push({ kind: 'keys', text: keys })
    else parts.push({ kind: 'link', text, page, ...(section === undefined ? {} : { section }) })
  }
  if (from < line.length) parts.push({ kind: 'text', text: line.slice(from) })
  return parts
}

/** A line without its marks. */
export const plainText = (line: string): string =>
  partsOfLine(line)
    .map(({ text }) => text)
    .join('')
