/** A whole body as its parts arrived, or the fact that it is larger than allowed. */
export type BodyRead =
  | { readonly state: 'read'; readonly parts: readonly Uint8Array[] }
  | { readonly state: 'too-large' }

/** Reads a body of at most `maxBytes`, whatever its header states. Its parts are not joined: a file may be large. */
export async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyRead> {
  if (!body) return { state: 'read', parts: [] }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) return { state: 'too-large' }
    parts.push(chunk)
  }
  return { state: 'read', parts }
}
