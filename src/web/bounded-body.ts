/** A whole body, or the fact that it is larger than allowed. */
export type BodyRead = { readonly state: 'read'; readonly bytes: Uint8Array } | { readonly state: 'too-large' }

/** Reads a body of at most `maxBytes`, whatever its header states. */
export async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyRead> {
  if (!body) return { state: 'read', bytes: new Uint8Array() }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) return { state: 'too-large' }
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return { state: 'read', bytes }
}
