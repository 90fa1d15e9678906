import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { isDeeperThan } from '../service/json-depth.ts'
import { isRecord } from '../service/open-body.ts'
import { merged, without } from '../service/record-fields.ts'
import { webhookMessages } from './webhook-messages.ts'

const texts = webhookMessages.events

/** A body as it was posted, with what its headers say about it. */
export interface PostedBody {
  readonly bytes: Buffer
  /** `Content-Encoding`. */
  readonly encoding: string | null
  /** `Content-Type`. */
  readonly type: string | null
}

/** The events of a body, each as JSON; or why its bytes are no text, and what can be shown of them. */
export type BodyTexts =
  | { readonly ok: true; readonly events: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly shown: string }

/** Each event of a batch is a row of its own: more would take too long at once. */
const mostEvents = 1_000

/**
 * Reads a body: compressed or not, in UTF-8 or UTF-16, with or without a byte order mark. A list of events, also under
 * `events`, is read as single events. `mostBytes`: of the body when it is not compressed.
 */
export function readEventBody(body: PostedBody, mostBytes: number): BodyTexts {
  const plain = decompress(body, mostBytes)
  if (typeof plain === 'string') return { ok: false, problem: plain, shown: body.bytes.toString('utf8') }
  const text = decode(plain, body.type)?.replace(/^\ufeff+/, '') ?? null
  if (text === null) return { ok: false, problem: texts.notUtf8, shown: plain.toString('utf8') }
  const events = eventsIn(text)
  if (events.length > mostEvents) return { ok: false, problem: texts.tooMany(mostEvents), shown: text }
  return { ok: true, events: events.length > 0 ? events : [text] }
}

/** Some senders leave out the header of zlib (RFC 9110, 8.4.1.2), whose low bits say 8. */
const inflate: typeof inflateSync = (bytes, options) =>
  ((bytes as Buffer)[0] ?? 0) % 16 === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options)

const decompressors: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
}

const isGzip = ({ bytes }: PostedBody): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

export const isCompressed = (body: PostedBody): boolean => body.encoding !== null || isGzip(body)

/** The bytes without compression, or the problem. The header can be missing, or left over where a proxy decompressed. */
function decompress(body: PostedBody, mostBytes: number): Buffer | string {
  const { bytes, encoding } = body
  const isJson = /^[\s\0\xef\xbb\xbf\xfe\xff]*[[{"]/.test(bytes.toString('latin1', 0, 16))
  const named = isJson ? undefined : decompressors[encoding?.trim().toLowerCase() ?? '']
  const run = isGzip(body) ? gunzipSync : named
  if (!run) return bytes
  try {
    return run(bytes, { maxOutputLength: mostBytes })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    return isTooLarge ? texts.unpackedTooLarge(Math.floor(mostBytes / 1024)) : texts.notUnpacked
  }
}

/** The text of the bytes; null when they are not in the encoding that they, or their headers, show. */
function decode(bytes: Buffer, type: string | null): string | null {
  const wide = utf16Of(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes)
  const charset = /charset\s*=\s*"?(iso-8859-1|windows-1252|latin1)\b/i.exec(type ?? '')?.[1]
  return charset === undefined ? null : new TextDecoder(charset.toLowerCase()).decode(bytes)
}

/** By its byte order mark, or by the zeros beside the ASCII characters with which JSON begins (RFC 4627, 3). */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = bytes
  if (first === undefined || second === undefined || bytes.length % 2 !== 0) return null
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  return null
}

/** The events of a batch, with what stands beside its list; empty when the body is no batch. */
function eventsIn(text: string): readonly string[] {
  if (!/^\s*\[/.test(text) && !text.includes('"events"')) return []
  const parsed = parseBody(text)
  if (!parsed.ok) return []
  const { value } = parsed
  if (Array.isArray(value)) return value.map((event) => JSON.stringify(event))
  if (!isRecord(value) || 'event' in value || !Array.isArray(value['events'])) return []
  const batch = without(value, ['events'])
  const hasMore = Object.keys(batch).length > 0
  return value['events'].map((event: unknown) =>
    JSON.stringify(hasMore && isRecord(event) ? merged({ batch }, event) : event),
  )
}

export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/** Real events have a few levels. Reading up to this depth cannot exhaust the stack. */
const deepestLevel = 64

/** Never throws, whatever it is given. */
export function parseBody(text: string): ParsedBody {
  if (text.trim() === '') return { ok: false, problem: texts.empty }
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(value, deepestLevel) ? { ok: false, problem: texts.tooDeep(deepestLevel) } : { ok: true, value }
  } catch {
    // Only a SyntaxError is possible here.
    return { ok: false, problem: texts.notJson }
  }
}
