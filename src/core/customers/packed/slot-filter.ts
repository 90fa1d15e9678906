import type { FilterDate } from '../../../contract/customer-filter.ts'

/** The people who are marked Do Not Contact, by record ID and by the number of their mobile. */
export interface People {
  readonly ids: Iterable<string>
  readonly numbers: ReadonlySet<number>
}

/** What a record must meet; see `CustomerFilter` of the contract. */
export interface SlotFilter {
  /** Terms as `searchTerms` makes them: each is found in one of the record's texts. */
  readonly terms: readonly string[]
  readonly states: readonly string[]
  readonly sighting: 'any' | 'seen' | 'never'
  /** YYYY-MM-DD; null: any expiry date, or none. */
  readonly expiresUntil: string | null
  readonly missingVin: boolean
  /** The record has the reference of one of these uploads, or its id is one of these. */
  readonly upload: { readonly ids: ReadonlySet<string>; readonly customerIds: Iterable<string> } | null
  /** The record has the additional field, and its normalised text contains this one. */
  readonly fields: readonly { readonly name: string; readonly contains: string }[]
  /** The record's id is one of these; null: any. */
  readonly ids: Iterable<string> | null
  /** From and to, YYYY-MM-DD, both included; null: no limit. A record without the date does not meet it. */
  readonly dates: readonly { readonly date: FilterDate; readonly from: string | null; readonly to: string | null }[]
  readonly missing: readonly ('mobileNumber' | 'clientName' | 'rego' | 'saleDate' | 'expiryDate')[]
  /** Additional fields that the record lacks, or whose text is empty. */
  readonly missingFields: readonly string[]
  /** Null: any person. */
  readonly contact: { readonly wanted: 'forbidden' | 'allowed'; readonly people: People } | null
  /** The record's id is one of these, or it has a sighting and is not one of `withOutcome`. Null: any. */
  readonly outcomes: { readonly ids: Iterable<string>; readonly withOutcome: Iterable<string> | null } | null
  /** One of these makes, or models of a make. Empty: any. */
  readonly cars: readonly { readonly make: string; readonly model: string | null }[]
}

export const anyRecord: SlotFilter = {
  terms: [],
  states: [],
  sighting: 'any',
  expiresUntil: null,
  missingVin: false,
  upload: null,
  fields: [],
  ids: null,
  dates: [],
  missing: [],
  missingFields: [],
  contact: null,
  outcomes: null,
  cars: [],
}
