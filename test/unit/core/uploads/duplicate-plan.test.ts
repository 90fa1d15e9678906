import { describe, expect, it } from 'vitest'
import type { Customer } from '../../../../src/contract/customer-record.ts'
import { mostWithoutQuestion, planDuplicates, type DuplicatedRow } from '../../../../src/core/uploads/account-check.ts'

const input = {
  rego: 'ABC123',
  state: 'VIC',
  client_name: 'Ann',
  additional_fields: { forecourt_ref: 'fc-1-2', Tags: ['a'] },
}
const customer = (id: string, minute: number, more: Partial<Customer> = {}): Customer => ({
  id,
  lastUpdated: `2026-11-20T00:0${minute}:00Z`,
  rego: 'ABC123',
  state: 'VIC',
  vin: null,
  clientName: 'Ann',
  mobileNumber: null,
  saleDate: null,
  expiryDate: null,
  vehicleTitle: null,
  sightings: [],
  additionalFields: { forecourt_ref: 'fc-1-2', Tags: ['a'] },
  edits: [],
  deleting: null,
  doNotContact: false,
  hiddenNumbers: [],
  vehicle: null,
  savedLookup: null,
  ...more,
})
const sighting = {
  at: '2026-11-20T00:00:00Z',
  listingId: 'l',
  listingUrl: 'https://cars.example/1',
  listingTitle: 'Car',
  listingPrice: null,
}
const row = (...customers: readonly Customer[]): DuplicatedRow => ({
  row: 2,
  input,
  customers: customers.map((one) => ({ customer: one, hasUnsentEdits: false })),
})
const resultOf = (...rows: readonly DuplicatedRow[]) => {
  const { kept, deleted, mustAsk } = planDuplicates(rows)
  return [kept.map(({ customerId }) => customerId).join(), deleted.map(({ customerId }) => customerId).join(), mustAsk]
}

describe('of several customers of a row', () => {
  it('the older one is kept', () => {
    expect(resultOf(row(customer('late', 5), customer('early', 1)))).toEqual(['early', 'late', false])
    expect(resultOf(row(customer('b', 5), customer('c', 6), customer('a', 1)))).toEqual(['a', 'b,c', false])
  })

  it('the one with sightings is kept, also if it is newer', () => {
    const seen = customer('late', 5, { sightings: [sighting] })
    expect(resultOf(row(customer('early', 1), seen))).toEqual(['late', 'early', false])
  })

  it('one whose VIN the service looked up counts as it was sent', () => {
    const found = customer('late', 5, { vin: '6G1FA8E5AZ4033922', vehicleTitle: 'Commodore' })
    expect(resultOf(row(customer('early', 1), found))).toEqual(['early', 'late', false])
  })

  it('a single one stays', () => {
    expect(resultOf(row(customer('only', 1)))).toEqual(['', '', false])
  })
})

describe('the user is asked first', () => {
  it.each([
    ['name', { clientName: 'Anna' }],
    ['mobile that was not sent', { mobileNumber: '0491570006' }],
    ['state', { state: 'NSW' }],
    ['additional field', { additionalFields: { forecourt_ref: 'fc-1-2', Tags: ['b'] } }],
  ])('when one has another %s, and that one is kept', (_, more) => {
    expect(resultOf(row(customer('early', 1), customer('late', 5, more)))).toEqual(['late', 'early', true])
  })

  it('when an edit of one is not sent yet', () => {
    const rows = {
      row: 2,
      input,
      customers: [customer('a', 1), customer('b', 2)].map((one) => ({ customer: one, hasUnsentEdits: one.id === 'b' })),
    }
    expect(resultOf(rows)).toEqual(['b', 'a', true])
  })

  it('when both have sightings', () => {
    const seen = (id: string, minute: number) => customer(id, minute, { sightings: [sighting] })
    expect(resultOf(row(seen('early', 1), seen('late', 5)))).toEqual(['early', 'late', true])
  })

  it('when there are many', () => {
    const many = (count: number) =>
      planDuplicates(Array.from({ length: count }, (_, at) => row(customer(`a${at}`, 1), customer(`b${at}`, 2))))
        .mustAsk
    expect([many(mostWithoutQuestion), many(mostWithoutQuestion + 1)]).toEqual([false, true])
  })
})
