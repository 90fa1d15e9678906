import { createHash } from 'node:crypto'
import type { ProxyAnswer } from './holding-proxy.ts'

/** Ways in which a service may list a customer that its counters include like any other. */
export const oddKinds = [
  'fields-as-list',
  'fields-as-null',
  'sightings-as-map',
  'sightings-as-null',
  'sighting-as-text',
  'null-among-sightings',
  'price-as-text',
  'mobile-as-number',
  'unknown-fields',
  'null',
  'without-id',
] as const
export type OddKind = (typeof oddKinds)[number]

/** Kinds that hide the reference of a row. */
export const withoutReference: readonly OddKind[] = ['fields-as-list', 'fields-as-null']
/** Kinds that no client can read. */
export const unreadable: readonly OddKind[] = ['null', 'without-id']

export type ListShape = 'customers' | 'data' | 'results' | 'bare'

export interface OddRecords {
  /** How this customer is listed; null: as the interface says. Always the same for a rego. */
  kindOf(rego: string | null): OddKind | null
  /** The answer of the service with its odd records. */
  reshape(path: string, answer: ProxyAnswer): ProxyAnswer
}

export interface OddRecordsOptions {
  readonly seed: number
  /** The share of customers that are odd, 0 to 1. */
  readonly share: number
  /** The kinds for a customer. */
  kindsFor(rego: string): readonly OddKind[]
  readonly listShape: ListShape
}

type Row = Readonly<Record<string, unknown>>

export function createOddRecords({ seed, share, kindsFor, listShape }: OddRecordsOptions): OddRecords {
  const kindOf = (rego: string | null): OddKind | null => {
    if (rego === null) return null
    const digest = createHash('sha256').update(`${seed} ${rego}`).digest()
    if (digest.readUInt32BE(0) / 4_294_967_296 >= share) return null
    const kinds = kindsFor(rego)
    return kinds[digest.readUInt32BE(4) % kinds.length] ?? null
  }
  const alter = (row: Row): unknown => {
    const kind = kindOf(typeof row['rego'] === 'string' ? row['rego'] : null)
    return kind === null ? row : alterations[kind](row)
  }
  return {
    kindOf,
    reshape(path, answer) {
      if (answer.status !== 200 || !path.startsWith('/v2/recapture/customers')) return answer
      const { customers, customer, ...others } = JSON.parse(answer.body.toString()) as Row & {
        readonly customers?: readonly Row[]
        readonly customer?: Row
      }
      if (customers) return json(answer, shaped(listShape, customers.map(alter), others))
      // One record by its id is never null here: a client could not tell it from a service that forgot it.
      const altered = customer && (alter(customer) ?? customer)
      return json(answer, { ...others, customer: altered })
    },
  }
}

function shaped(shape: ListShape, customers: readonly unknown[], others: Row): unknown {
  return shape === 'bare' ? customers : { ...others, [shape]: customers }
}

function json(answer: ProxyAnswer, value: unknown): ProxyAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(value)) }
}

const sighting = {
  at: '2026-11-20T21:00:00.000Z',
  lead_id: 'odd-1',
  listing_url: 'https://listing.example/1',
  listing_title: '2019 ute',
  listing_price: 12_000,
}

const alterations: Readonly<Record<OddKind, (row: Row) => unknown>> = {
  'fields-as-list': (row) => ({ ...row, additional_fields: [] }),
  'fields-as-null': (row) => ({ ...row, additional_fields: null }),
  'sightings-as-map': (row) => ({ ...row, sightings: {} }),
  'sightings-as-null': (row) => ({ ...row, sightings: null }),
  'sighting-as-text': (row) => ({ ...row, sightings: ['https://listing.example/1'] }),
  'null-among-sightings': (row) => ({ ...row, sightings: [null, sighting] }),
  'price-as-text': (row) => ({ ...row, sightings: [{ ...sighting, listing_price: '$12,000' }] }),
  'mobile-as-number': (row) => ({
    ...row,
    mobile_number: typeof row['mobile_number'] === 'string' ? Number(row['mobile_number']) : row['mobile_number'],
  }),
  'unknown-fields': (row) => ({ ...row, created_at: '2026-11-20T21:00:00.000Z', dealer: { branch: 7, tags: [null] } }),
  null: () => null,
  'without-id': ({ id: _id, ...row }) => row,
}
