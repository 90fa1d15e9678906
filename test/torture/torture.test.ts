import { expect, it } from 'vitest'
import { faultKinds } from './faults.ts'
import { runRound } from './rounds.ts'

/** The short form: rounds with fixed seeds. `npm run torture` runs as many others as you like. */
const uploads = [400, 411, 417]
const customers = [12]

it.each(uploads)('creates each row of an upload once, and the account equals the service (seed %i)', async (seed) => {
  const { problems, story } = await runRound(seed, faultKinds, 'uploads')
  expect({ story, problems }).toEqual({ story, problems: [] })
})

it.each(customers)('makes each of 500 edits and deletions once (seed %i)', async (seed) => {
  const { problems, story } = await runRound(seed, faultKinds, 'customers')
  expect({ story, problems }).toEqual({ story, problems: [] })
})
