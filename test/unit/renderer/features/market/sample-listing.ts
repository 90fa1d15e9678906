import type { Listing } from '../../../../../src/contract/market.ts'

/** A listing with all its fields, but for those given. */
export const listing = (fields: Partial<Listing> = {}): Listing => ({
  id: 'listing-1',
  vehicleId: 'v1',
  year: 2021,
  releaseYear: 2021,
  releaseMonth: 3,
  listedAt: '2026-10-20T02:00:00Z',
  removedAt: null,
  daysListed: 32,
  sellerType: 'dealer',
  colour: 'White',
  state: 'VIC',
  tags: ['one_owner'],
  price: 24_990,
  kms: 85_000,
  sources: ['Drive Yard', 'Motor Board'],
  link: 'https://listings.example/1',
  details: [],
  ...fields,
})

/** A listing of which the service said nothing but that it is there. */
export const bareListing = (id: string): Listing =>
  listing({
    id,
    vehicleId: null,
    year: null,
    releaseYear: null,
    releaseMonth: null,
    listedAt: null,
    daysListed: null,
    sellerType: null,
    colour: null,
    state: null,
    tags: [],
    price: null,
    kms: null,
    sources: [],
    link: null,
  })
