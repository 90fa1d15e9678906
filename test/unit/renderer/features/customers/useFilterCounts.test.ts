import { expect, it } from 'vitest'
import type { CustomerFacts } from '../../../../../src/contract/customer-facts.ts'
import { withCounts } from '../../../../../src/renderer/features/customers/useFilterCounts.ts'

const facts: CustomerFacts = {
  states: [
    { state: 'VIC', count: 5 },
    { state: 'SA', count: 3 },
  ],
  uploads: [{ id: 'u1', name: 'March', count: 8 }],
  fields: [{ name: 'Email', count: 4 }],
  missingVin: 2,
  missing: { mobileNumber: 1, clientName: 0, rego: 0, saleDate: 0 },
  doNotContact: 0,
  outcomes: [{ outcome: 'voicemail', count: 2 }],
  makes: [
    { make: 'Kia', count: 5, models: [{ model: 'Rio', count: 5 }] },
    { make: 'Mazda', count: 3, models: [{ model: 'CX-5', count: 3 }] },
  ],
}

it('keeps the values to choose from in their order, with the counts of what the other filters leave', () => {
  const counted: CustomerFacts = {
    ...facts,
    states: [{ state: 'SA', count: 1 }],
    uploads: [],
    fields: [{ name: 'Email', count: 1 }],
    missingVin: 1,
    outcomes: [{ outcome: 'new', count: 1 }],
    makes: [{ make: 'Mazda', count: 1, models: [{ model: 'CX-5', count: 1 }] }],
  }
  expect(withCounts(facts, counted)).toEqual({
    ...facts,
    states: [
      { state: 'VIC', count: 0 },
      { state: 'SA', count: 1 },
    ],
    uploads: [{ id: 'u1', name: 'March', count: 0 }],
    fields: [{ name: 'Email', count: 1 }],
    missingVin: 1,
    outcomes: [
      { outcome: 'voicemail', count: 0 },
      { outcome: 'new', count: 1 },
    ],
    makes: [
      { make: 'Kia', count: 0, models: [{ model: 'Rio', count: 0 }] },
      { make: 'Mazda', count: 1, models: [{ model: 'CX-5', count: 1 }] },
    ],
  })
})

it('shows the counts of all customers until the others are known', () => {
  expect(withCounts(facts, null)).toBe(facts)
  expect(withCounts(null, facts)).toBeNull()
})
