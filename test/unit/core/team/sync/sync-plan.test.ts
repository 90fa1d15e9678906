import { expect, it } from 'vitest'
import { findBehind } from '../../../../../src/core/team/sync/sync-plan.ts'

it('pulls the entries of known members first, and of those the fewest first', () => {
  const server = new Map([
    ['unknown', 1],
    ['owner', 900],
    ['member', 20],
    ['complete', 5],
  ])
  const behind = findBehind(new Map([['complete', 5]]), server, (device) => device !== 'unknown')
  expect(behind.map(({ device }) => device)).toEqual(['member', 'owner', 'unknown'])
})
