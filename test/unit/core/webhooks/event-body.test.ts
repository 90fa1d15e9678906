import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readEventBody } from '../../../../src/core/webhooks/event-body.ts'

const event = { event: 'ping', data: { webhook_id: 'w1', at: '2026-11-20T01:00:00Z', who: 'Zoë' } }
const json = JSON.stringify(event)
const mostBytes = 64 * 1024

const read = (bytes: Uint8Array, headers: { encoding?: string; type?: string } = {}) =>
  readEventBody({ bytes: Buffer.from(bytes), encoding: null, type: null, ...headers }, mostBytes)
const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

describe('a posted body', () => {
  it.each<readonly [string, Uint8Array, { encoding?: string; type?: string }]>([
    ['UTF-8', Buffer.from(json), {}],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${json}`), {}],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${json}`, 'utf16le'), {}],
    ['UTF-16, big-endian, with a byte order mark', bigEndian(`\ufeff${json}`), {}],
    ['UTF-16 without a mark', Buffer.from(json, 'utf16le'), {}],
    ['UTF-16, big-endian, without a mark', bigEndian(json), {}],
    ['Latin-1 as its header says', Buffer.from(json, 'latin1'), { type: 'application/json; charset=ISO-8859-1' }],
    ['gzip', gzipSync(json), { encoding: 'gzip' }],
    ['gzip without a header', gzipSync(json), {}],
    ['gzip of UTF-16', gzipSync(Buffer.from(`\ufeff${json}`, 'utf16le')), { encoding: 'GZIP' }],
    ['deflate', deflateSync(json), { encoding: 'deflate' }],
    ['deflate without the header of zlib', deflateRawSync(json), { encoding: 'deflate' }],
    ['UTF-8 with two byte order marks, compressed', gzipSync(`\ufeff\ufeff${json}`), { encoding: 'gzip' }],
    ['brotli', brotliCompressSync(json), { encoding: 'br' }],
    ['plain, with a header of gzip that is left over', Buffer.from(json), { encoding: 'gzip' }],
  ])('in %s is read', (_what, bytes, headers) => {
    const body = read(bytes, headers)
    expect(body.ok && body.events.map((text): unknown => JSON.parse(text))).toEqual([event])
  })

  it.each<readonly [string, Uint8Array, string]>([
    ['cut off gzip', gzipSync(json).subarray(0, 30), 'The body is compressed and damaged.'],
    [
      'gzip of too much',
      gzipSync('x'.repeat(mostBytes + 1)),
      'The body is compressed, and more than 64 KB long when unpacked.',
    ],
    ['other bytes', Buffer.from([0x7b, 0xe9, 0x7d]), 'The body isn’t text in UTF-8 or UTF-16.'],
    [
      'more events than can be shown',
      Buffer.from(JSON.stringify(Array.from({ length: 1_001 }, () => 0))),
      'The body has more than 1,000 events.',
    ],
  ])('of %s is not read, with the reason', (_what, bytes, problem) => {
    expect(read(bytes)).toMatchObject({ ok: false, problem })
  })

  it.each<readonly [string, unknown]>([
    ['a list', [event, null, event]],
    ['a list with a name', { events: [event, null, event] }],
  ])('with %s has each event by itself', (_what, batch) => {
    const body = read(Buffer.from(JSON.stringify(batch)))
    expect(body.ok && body.events.map((text): unknown => JSON.parse(text))).toEqual([event, null, event])
  })

  it('keeps what stands beside its events', () => {
    const body = read(Buffer.from(JSON.stringify({ batch_id: 7, events: [event] })))
    expect(body.ok && JSON.parse(body.events[0] ?? '')).toEqual({ ...event, batch: { batch_id: 7 } })
  })

  it.each(['[]', '{"events":[]}', '{"event":"x","events":[1],"data":{}}', 'not json', ''])(
    '%j is one event',
    (text) => {
      expect(read(Buffer.from(text))).toEqual({ ok: true, events: [text] })
    },
  )
})
