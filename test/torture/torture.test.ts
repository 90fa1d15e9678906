import { expect, it } from 'vitest'
import { isLong, onlyLong } from '../runs.ts'
import { runCustomersRound } from './customers-round.ts'
import { faultKinds } from './faults.ts'
import { runUploadRound } from './upload-round.ts'

/** The short form: rounds with fixed seeds. `npm run torture` runs as many others as you like. */
const uploads = [400, ...onlyLong(411, 417)]
const customers = [12]
const changes = isLong ? 500 : 80

it.each(uploads)('creates each row of an upload once, and the account equals the service (seed %i)', async (seed) => {
  const { problems, story } = await runUploadRound(seed, faultKinds)
  expect({ story, problems }).toEqual({ story, problems: [] })
})

it.each(customers)(`makes each of ${changes} edits and deletions once (seed %i)`, async (seed) => {
  const { problems, story } = await runCustomersRound(seed, faultKinds, changes)
  expect({ story, problems }).toEqual({ story, problems: [] })
})
