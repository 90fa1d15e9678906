import type { Fetch } from '../../src/core/ports/host.ts'

export type Wire = Readonly<Record<string, unknown>>

export interface ListCall {
  readonly offset: number
  readonly limit: number
  /** How many calls for the list there were before. */
  readonly before: number
  /** All that the service has. */
  readonly records: readonly Wire[]
}

/** In place of a page: the service answers with 400. */
const refusal: readonly unknown[] = ['refused']

/** The page that a call gets. */
export type Paging = (call: ListCall) => readonly unknown[]
/** The body around a page. */
export type Envelope = (page: readonly unknown[], call: ListCall) => unknown

const slice = ({ records }: ListCall, offset: number, limit: number): readonly Wire[] =>
  records.slice(offset, offset + limit)

const capped =
  (most: number): Paging =>
  (call) =>
    slice(call, call.offset, Math.min(call.limit, most))

/** Records that the service hides after it has cut the page. */
const hidden = (id: unknown): boolean => String(id).endsWith('3')

export const hidingPaging: Paging = (call) => slice(call, call.offset, call.limit).filter(({ id }) => !hidden(id))

export const visibleOf = (records: readonly Wire[]): readonly Wire[] => records.filter(({ id }) => !hidden(id))

/** A list to which each call adds so many records, at its end or its beginning. */
const growing =
  (each: number, at: 'end' | 'beginning'): Paging =>
  (call) => {
    const added = Array.from({ length: call.records.length > 2 ? each * call.before : 0 }, (_, n) =>
      wireCustomer(`grown-${n}`),
    )
    const records = at === 'end' ? [...call.records, ...added] : [...added.toReversed(), ...call.records]
    return slice({ ...call, records }, call.offset, call.limit)
  }

/** Always the same order for the same seed. */
const shuffled = <T>(values: readonly T[], seed: number): T[] =>
  values
    .map((value, at) => ({ value, key: Math.sin((at + 1) * (seed + 1) * 12.9898) * 43_758.5453 }))
    .map(({ value, key }) => ({ value, key: key - Math.floor(key) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)

/** The ordinary ones: the list is whole with no more calls than full pages need, and one more. */
export const ordinaryPagings: Readonly<Record<string, Paging>> = {
  'as asked': (call) => slice(call, call.offset, call.limit),
  'at most 20 in a page': capped(20),
  'at most 40 in a page': capped(40),
  'five in a page': capped(5),
}

/** Those that give the whole list, in an odd way. */
export const wholePagings: Readonly<Record<string, Paging>> = {
  'the last page again behind the end': (call) => {
    const last = Math.max(0, Math.ceil(call.records.length / call.limit) - 1) * call.limit
    return slice(call, call.offset < call.records.length ? call.offset : last, call.limit)
  },
  'the last records again behind the end': (call) =>
    slice(call, Math.min(call.offset, Math.max(0, call.records.length - call.limit)), call.limit),
  'from the beginning again behind the end': (call) =>
    slice(call, call.records.length === 0 ? 0 : call.offset % call.records.length, call.limit),
  'all in each answer': ({ records }) => records,
  'all from the offset on': (call) => slice(call, call.offset, Infinity),
  'a refusal behind the end': (call) =>
    call.records.length > 0 && call.offset >= call.records.length ? refusal : slice(call, call.offset, call.limit),
  'a short page in the middle': (call) => slice(call, call.offset, call.offset === 50 ? 49 : call.limit),
  'only short pages': (call) => slice(call, call.offset, [50, 40, 45, 32, 49][call.before % 5] ?? 1),
  'two short pages in a row': (call) => slice(call, call.offset, [50, 20, 5][call.before] ?? call.limit),
  'pages that become longer': (call) => slice(call, call.offset, Math.min(call.limit, 20 + call.before * 5)),
  'the last records of a page again on the next': (call) =>
    slice(call, call.offset < 5 ? call.offset : call.offset - 5, call.limit),
  'an empty page once': (call) => (call.before === 2 ? [] : slice(call, call.offset, call.limit)),
  'two records added at the beginning while it is read': growing(2, 'beginning'),
  'one record added at the end for each call': growing(1, 'end'),
  'seven records added at the end for each call': growing(7, 'end'),
  'each record twice': (call) =>
    slice({ ...call, records: call.records.flatMap((each) => [each, each]) }, call.offset, call.limit),
}

/** Those that cannot give the whole list, or not surely. */
export const brokenPagings: Readonly<Record<string, Paging>> = {
  'the first page for each offset': (call) => slice(call, 0, call.limit),
  'the first 30 for each offset': (call) => slice(call, 0, Math.min(call.limit, 30)),
  'an empty page in the middle': (call) =>
    call.offset === 50 && call.records.length > 100 ? [] : slice(call, call.offset, call.limit),
  'an empty page in the middle of capped ones': (call) =>
    call.offset === 40 && call.records.length > 60 ? [] : slice(call, call.offset, Math.min(call.limit, 20)),
  'each page twice': (call) => slice(call, Math.floor(call.offset / 100) * 50, call.limit),
  'pages in random order': (call) =>
    slice(call, ((call.before * 7 + 3) % Math.max(1, Math.ceil(call.records.length / 50))) * 50, call.limit),
  'records in another order in each answer': (call) =>
    slice({ ...call, records: shuffled(call.records, call.before) }, call.offset, call.limit),
  'two pages in turns': (call) => slice(call, (call.before % 2) * 50, call.limit),
  'other ids in each answer': (call) =>
    slice(call, call.offset % 100, call.limit).map((each) => ({ ...each, id: `${String(each['id'])}-${call.before}` })),
  'records without ids': (call) => slice(call, call.offset, call.limit).map(({ id: _id, ...rest }) => rest),
  'records without ids for each offset': (call) => slice(call, 0, call.limit).map(({ id: _id, ...rest }) => rest),
  'notices that differ in each answer': (call) => [{ text: `Call ${call.before}` }],
}

export const envelopes: Readonly<Record<string, Envelope>> = {
  'as in the interface': (customers) => ({ success: true, customers }),
  'with the total': (customers, { records }) => ({ success: true, customers, total: records.length }),
  'with the total as text, in a part of its own': (customers, { records }) => ({
    customers,
    meta: { total_count: String(records.length) },
  }),
  'with a total that is the number on the page': (customers) => ({ success: true, customers, total: customers.length }),
  'as a list alone': (customers) => customers,
  'in an envelope': (customers) => ({ success: true, data: { customers } }),
  'under another name': (rows) => ({ success: true, rows }),
  'with null in place of an empty list, beside warnings': (customers) => ({
    success: true,
    customers: customers.length === 0 ? null : customers,
    warnings: ['The service is old.'],
  }),
  'as a map': (customers) => ({
    success: true,
    customers: Object.fromEntries(customers.map((each, at) => [at, each])),
  }),
  'with ids as numbers': (customers) => ({
    success: true,
    customers: (customers as readonly Wire[]).map(({ id, ...each }) =>
      id === undefined ? each : { ...each, id: Number(String(id).replace(/\D/g, '9')) },
    ),
  }),
}

/** Bodies without the list, or with a wrong number. */
export const brokenEnvelopes: Readonly<Record<string, Envelope>> = {
  'with a total that is too high': (customers, { records }) => ({ customers, total: records.length * 2 + 1_000 }),
  'with only a list of notices': () => ({ success: true, notices: [{ text: 'Busy' }] }),
  'with only a list of notices at the end': (customers) =>
    customers.length > 0 ? { success: true, customers } : { success: true, notices: [{ text: 'No more' }] },
  'with notices in place of customers': () => ({ success: true, customers: ['Busy', 'Old'] }),
}

export const wireCustomer = (id: string, more: Wire = {}): Wire => ({
  id,
  last_updated: '2026-11-01T00:00:00Z',
  rego: `R${id}`,
  state: 'VIC',
  client_name: `Client ${id}`,
  sightings: [],
  additional_fields: {},
  ...more,
})

export interface OddService {
  readonly fetch: Fetch
  readonly records: Wire[]
  /** The answers to uploads are lost, and these have no effect. */
  losesPosts: boolean
  readonly posts: () => number
  /** The list calls so far: for one upload, or all. */
  readonly listCalls: () => number
  readonly resetCalls: () => void
}

/** A service in memory that lists its customers in this way. Uploads are processed at once. */
export function createOddService(paging: Paging, envelope: Envelope): OddService {
  const records: Wire[] = []
  const uploads = new Map<string, readonly Wire[]>()
  let calls = 0
  let posts = 0

  const uploadBody = (id: string): object => {
    const total = uploads.get(id)?.length ?? 0
    const counters = { total_uploaded_customers: total, total_processed_customers: total, total_errors: 0 }
    return { success: true, upload: { id, name: 'March', created_at: '2026-11-20T22:00:00Z', ...counters } }
  }

  const service: OddService = {
    records,
    losesPosts: false,
    posts: () => posts,
    listCalls: () => calls,
    resetCalls: () => void (calls = 0),
    async fetch(url, init) {
      const { pathname, searchParams } = new URL(url)
      const id = decodeURIComponent(pathname.split('/').at(-1) ?? '')
      if (init?.method === 'POST') {
        posts += 1
        if (service.losesPosts) return Response.json({}, { status: 502 })
        const sent = JSON.parse(Buffer.from(init.body as Uint8Array).toString()) as { customers: Wire[] }
        const made = sent.customers.map((each, at) => ({ ...wireCustomer(`made-${at}`), ...each }))
        uploads.set('upload-1', made)
        return Response.json(uploadBody('upload-1'))
      }
      if (pathname.includes('/upload/')) return Response.json(uploadBody(id))
      if (!pathname.endsWith('/recapture/customers')) {
        const customer = records.find((each) => each['id'] === id)
        return customer ? Response.json({ success: true, customer }) : Response.json({}, { status: 404 })
      }
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)))
      const ofUpload = uploads.get(searchParams.get('upload_id') ?? '')
      const call = { offset: offset ?? 0, limit: limit ?? 0, before: calls, records: ofUpload ?? records }
      calls += 1
      const page = paging(call)
      if (page === refusal) return Response.json({ message: 'offset is out of range' }, { status: 400 })
      return Response.json(envelope(page, call))
    },
  }
  return service
}
