import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKnownRecords } from '../../../../../src/core/customers/sync/known-records.ts'
import { createPageReader } from '../../../../../src/core/customers/sync/page-reader.ts'
import { readBody, reportsFailure } from '../../../../../src/core/service/answer-body.ts'
import { CustomersAnswer } from '../../../../../src/core/service/remote-records.ts'
import type { CustomerPage } from '../../../../../src/core/service/service-client.ts'
import { customersOf } from './page-customers.ts'
import { runDigestOf } from './run-digest.ts'
import { runs } from '../../../../runs.ts'

const nothingKnown = { findPage: () => null, findRun: () => -1, countOf: () => 0 }

/** A reader that knows what it has read, as a sync does that saves each page. Returns the parsed records and the ids of all. */
function knowingReader() {
  const known = createKnownRecords()
  known.start(0)
  const read = createPageReader(known, 'au')
  return (body: Buffer) => {
    const page = read(body)
    if (!page) return null
    const { unreadable, reading } = page
    const customers = customersOf(page)
    const texts = (reading?.texts ?? []).values()
    let next = 0
    const runs = Int32Array.from(reading?.runs ?? [], (run) => {
      if (run >= 0) return run
      const text = texts.next().value
      const records = customers.slice(next, (next += text?.count ?? 0))
      const numbers = records.map((customer) => known.listParsed(customer))
      const isKnown = reading && text && text.digestAt >= 0
      const added = isKnown ? known.rememberRun(reading.digests, text.digestAt, numbers) : -1
      for (const number of numbers) known.confirm(number, added)
      return added
    })
    const parsed = customers.map(({ id }) => id)
    if (reading?.page && !runs.includes(-1)) known.rememberPage(reading.page, runs)
    return { parsed, unreadable, entries: reading?.entries, runs, known }
  }
}

type Entries = Pick<CustomerPage, 'customers' | 'unreadable' | 'total'>

/** The page as the ordinary way reads it; null: it is no success. */
function readOrdinarily(body: Buffer): Entries | null {
  const read = readBody(new TextDecoder().decode(body))
  if (read.kind !== 'json' || reportsFailure(read)) return null
  const parsed = CustomersAnswer.safeParse(read.value)
  return parsed.success ? parsed.data : null
}

const pagesOfReader = 200

/** Gives one reader to 200 pages, as a sync does, and then a new one: what one page leaves behind is read with the next. */
function sharedReader(known: Parameters<typeof createPageReader>[0] = nothingKnown) {
  let pages = 0
  let reader = createPageReader(known, 'au')
  return (body: Buffer) => {
    if (pages > 0 && pages % pagesOfReader === 0) reader = createPageReader(known, 'au')
    pages += 1
    return reader(body)
  }
}

/** The page by its texts, or as the ordinary way reads it when it was left to it. */
function readByTexts(page: CustomerPage | null, body: Buffer): Entries | null {
  if (!page) return readOrdinarily(body)
  const { unreadable, total } = page
  return { customers: customersOf(page), unreadable, ...(total === undefined ? {} : { total }) }
}

const record = (id: string, more: object = {}): object => ({ id, last_updated: '2026-11-01T00:00:00Z', ...more })
const bodyOf = (customers: readonly object[], more: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ success: true, customers, ...more }))

/** Texts that look like parts of JSON, and others. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('{"id":', '},{"id":"x"}', ']}', '\\"', '[{"id":', ',', 'José 😀', '\u2028'),
)
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('id', 'a', 'Make', '"', 'customers'), tie('any'), { maxKeys: 3 }),
  ),
})).any
const anyRecord = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: fc.uuid() }, value),
    fc.dictionary(fc.constantFrom('rego', 'additional_fields', 'sightings', 'client_name', 'id2'), value),
  )
  .map(([id, fields]) => ({ id, ...fields }))
const anyBody = fc
  .record({
    customers: fc.array(fc.oneof({ weight: 9, arbitrary: anyRecord }, value), { maxLength: 6 }),
    before: fc.dictionary(fc.constantFrom('success', 'total', 'error', 'notes'), value, { maxKeys: 2 }),
    after: fc.dictionary(fc.constantFrom('total', 'data', 'offset'), value, { maxKeys: 2 }),
    indent: fc.constantFrom(undefined, undefined, 1, 2, '\t'),
    envelope: fc.constantFrom('named', 'named', 'named', 'bare', 'data'),
  })
  .map(({ customers, before, after, indent, envelope }) => {
    const body =
      envelope === 'bare' ? customers : { ...before, [envelope === 'data' ? 'data' : 'customers']: customers, ...after }
    return Buffer.from(JSON.stringify(body, null, indent))
  })

describe('a page read by the texts of its records', () => {
  it.each<readonly [string, object]>([
    [
      'JSON:API',
      { data: ['a', 'b'].map((id) => ({ type: 'customers', id, attributes: { client_name: `Client ${id}` } })) },
    ],
    [
      'GraphQL',
      {
        data: {
          customers: { edges: ['a', 'b'].map((id) => ({ cursor: id, node: { id, client_name: `Client ${id}` } })) },
        },
      },
    ],
  ])('has the customers of %s', (_what, page) => {
    const body = Buffer.from(JSON.stringify(page))
    const read = readByTexts(createPageReader(nothingKnown, 'au')(Buffer.from(body)), body)
    expect(read).toMatchObject({
      customers: [
        { id: 'a', clientName: 'Client a' },
        { id: 'b', clientName: 'Client b' },
      ],
      unreadable: [],
    })
  })

  it('is the page that the ordinary way reads', () => {
    let read = 0
    const readPage = sharedReader()
    fc.assert(
      fc.property(anyBody, (body) => {
        const page = readPage(body)
        read += page ? customersOf(page).length : 0
        expect(readByTexts(page, body)).toEqual(readOrdinarily(body))
      }),
    )
    expect(read).toBeGreaterThan(runs() / 4)
  })

  it('is the page that the ordinary way reads, or is left to it, when bytes are damaged', () => {
    const damage = fc.array(fc.record({ at: fc.nat(), by: fc.constantFrom(...'{}[]",:\\ 0x', '\u00e9') }), {
      minLength: 1,
      maxLength: 3,
    })
    const readPage = sharedReader()
    const sound = fc.array(anyRecord, { minLength: 2, maxLength: 5 }).map((customers) => bodyOf(customers))
    fc.assert(
      fc.property(sound, damage, fc.boolean(), (body, changes, isCut) => {
        let damaged = body
        for (const { at, by } of changes) {
          const place = at % damaged.length
          damaged = Buffer.concat([
            damaged.subarray(0, place),
            Buffer.from(by),
            damaged.subarray(isCut ? place + 1 : place),
          ])
        }
        expect(readByTexts(readPage(damaged), damaged)).toEqual(readOrdinarily(damaged))
      }),
    )
  })

  it.each([
    ['a record within a record', bodyOf([record('a', { related: [record('x'), record('y')] }), record('b')])],
    ['another first field', Buffer.from('{"customers":[{"id":"a"},{"rego":"ABC123","id":"b"},{"id":"c"}]}')],
    ['an empty list', bodyOf([])],
    ['a reported failure', bodyOf([record('a')], { success: false })],
    ['two lists of the same name', Buffer.from('{"customers":[{"id":"a"}],"customers":[]}')],
    ['an end that is missing', bodyOf([record('a'), record('b')]).subarray(0, -4)],
    ['bytes that are no UTF-8', Buffer.from('{"customers":[{"id":"a","rego":"Jos\u00e9"}]}', 'latin1')],
  ])('is left to the ordinary way with %s', (_, body) => {
    expect(createPageReader(nothingKnown, 'au')(body)).toBeNull()
  })

  const many = Array.from({ length: 120 }, (_, at) => record(`client ${at}`, { rego: `R${at}` }))

  it('parses few records more than those whose texts are not known', () => {
    const read = knowingReader()
    expect(read(bodyOf(many))?.parsed).toHaveLength(120)
    // The list has moved by one place, and one record is new.
    const moved = [...many.slice(1, 60), record('new'), ...many.slice(60)]
    const second = read(bodyOf(moved))
    expect([second?.entries, second?.parsed.includes('new')]).toEqual([120, true])
    expect(second?.parsed.length).toBeLessThan(70)
    const edited = moved.with(80, record('client 80', { rego: 'XYZ987' }))
    const third = read(bodyOf(edited))
    expect(third?.parsed).toContain('client 80')
    expect(third?.parsed.length).toBeLessThan(35)
    expect(read(bodyOf(edited))?.parsed).toEqual([])
  })

  it('parses the run of a record again that was changed by something else', () => {
    const read = knowingReader()
    const first = read(bodyOf(many))
    expect(read(bodyOf(many))?.parsed).toEqual([])
    first?.known.forget(['client 7'])
    const again = read(bodyOf(many))
    expect(again?.parsed).toContain('client 7')
    expect(again?.parsed.length).toBeLessThan(35)
    expect(read(bodyOf(many))?.parsed).toEqual([])
  })

  it('reads a run again each time while one of its entries cannot be read', () => {
    const read = knowingReader()
    const body = bodyOf(many.with(50, record('', { rego: 'NOID' })))
    for (let pass = 0; pass < 2; pass += 1) expect(read(body)?.unreadable).toMatchObject([{ rego: 'NOID' }])
    expect(read(body)?.parsed.length).toBeLessThan(35)
    expect(read(body)?.entries).toBe(119)
  })

  it('reads what the ordinary way reads when parts of it are known', () => {
    let known = createKnownRecords()
    const now = {
      findPage: (page: string) => known.findPage(page),
      findRun: (digests: Uint32Array, at: number) => known.findRun(digests, at),
      countOf: (run: number) => known.countOf(run),
    }
    const readPage = sharedReader(now)
    fc.assert(
      fc.property(
        fc.array(anyRecord, { minLength: 4, maxLength: 30 }),
        fc.array(fc.record({ at: fc.nat(), entry: anyRecord }), { maxLength: 4 }),
        (entries, changes) => {
          known = createKnownRecords()
          known.start(0)
          const first = readPage(bodyOf(entries))
          if (!first?.reading) return
          let next = 0
          const listed = customersOf(first)
          const { digests } = first.reading
          for (const { count, digestAt } of first.reading.texts) {
            const numbers = listed.slice(next, (next += count)).map((customer) => known.listParsed(customer))
            const run = digestAt < 0 ? -1 : known.rememberRun(digests, digestAt, numbers)
            for (const number of numbers) known.confirm(number, run)
          }
          const changed = changes.reduce((list, { at, entry }) => list.with(at % list.length, entry), entries)
          const second = readPage(bodyOf(changed))
          const ordinary = readOrdinarily(bodyOf(changed))
          if (!second?.reading || !ordinary) return
          expect(second.reading.entries + second.unreadable.length).toBe(changed.length)
          const unchanged = new Set(readOrdinarily(bodyOf(entries))?.customers.map((each) => JSON.stringify(each)))
          const parsed = customersOf(second).map((each) => JSON.stringify(each))
          for (const customer of ordinary.customers.map((each) => JSON.stringify(each))) {
            expect(parsed.includes(customer) || unchanged.has(customer)).toBe(true)
          }
        },
      ),
    )
  })

  it('recognises a whole page until one of its records changes', () => {
    const known = createKnownRecords()
    known.start(0)
    const read = createPageReader(known, 'au')
    const body = bodyOf([record('a'), record('b')])
    const first = read(body)
    const numbers = (first?.customers ?? []).map((customer) => known.listParsed(customer))
    const { digests = new Uint32Array(0), page = null } = first?.reading ?? {}
    const runs = Int32Array.of(known.rememberRun(digests, 0, numbers))
    known.rememberPage(page ?? '', runs)
    expect(digests).toHaveLength(4)
    expect(known.findPage(page ?? '')).toBeNull()
    for (const number of numbers) known.confirm(number, runs[0] ?? -1)
    expect([...(known.findPage(page ?? '') ?? [])]).toEqual([0])
    known.confirm(1, known.rememberRun(runDigestOf('another text'), 0, [1]))
    expect(known.findPage(page ?? '')).toBeNull()
  })
})
