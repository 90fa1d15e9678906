import type { CustomerFacts } from '../../../contract/customer-facts.ts'

type Makes = CustomerFacts['makes']

/** All values that the list can be filtered by, each with its count in `counted`: what the other filters leave. Null: not known yet. */
export function withCounts(facts: CustomerFacts | null, counted: CustomerFacts | null): CustomerFacts | null {
  if (!facts || !counted) return facts
  const countsOf = <T extends { readonly count: number }>(list: readonly T[], key: (value: T) => string) => {
    const counts = new Map(list.map((value) => [key(value), value.count]))
    return (value: T): T => ({ ...value, count: counts.get(key(value)) ?? 0 })
  }
  const outcomes = new Set(facts.outcomes.map(({ outcome }) => outcome))
  return {
    ...facts,
    states: facts.states.map(countsOf(counted.states, ({ state }) => state)),
    uploads: facts.uploads.map(countsOf(counted.uploads, ({ id }) => id)),
    fields: facts.fields.map(countsOf(counted.fields, ({ name }) => name)),
    missingVin: counted.missingVin,
    missing: counted.missing,
    outcomes: [
      ...facts.outcomes.map(countsOf(counted.outcomes, ({ outcome }) => outcome)),
      ...counted.outcomes.filter(({ outcome }) => !outcomes.has(outcome)),
    ],
    makes: countedMakes(facts.makes, counted.makes),
  }
}

function countedMakes(makes: Makes, counted: Makes): Makes {
  const byMake = new Map(counted.map((make) => [make.make, make]))
  return makes.map((make) => {
    const now = byMake.get(make.make)
    const models = new Map(now?.models.map(({ model, count }) => [model, count]))
    return {
      make: make.make,
      count: now?.count ?? 0,
      models: make.models.map(({ model }) => ({ model, count: models.get(model) ?? 0 })),
    }
  })
}
