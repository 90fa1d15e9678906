/** The customers of a request's body that contain a text, as they are written there; the whole body without one. */
export function linesWith(body: string, search: string): { readonly text: string; readonly hits: number } {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return { text: body, hits: 0 }
  // Each customer is a block of lines indented by four blanks.
  const customers = body.split(/^(?= {4}\{$)/m).slice(1)
  const found = customers
    .map((block) => block.slice(0, block.search(/^ {4}\}/m) + 5))
    .filter((block) => block.toLowerCase().includes(wanted))
  return { text: found.join(',\n'), hits: found.length }
}
