import { expect, it } from 'vitest'
import { type CallGoal, noGoal } from '../../../../src/contract/call-figures.ts'
import { createCallGoals } from '../../../../src/core/sightings/call-goals.ts'
import { type Database, openDatabase } from '../../../../src/core/database/database.ts'

const goal = (calls: number): CallGoal => ({ calls, appraisals: null, per: 'dealership' })
const sydney = { connectionId: 'sydney', region: 'au' } as const
const auckland = { connectionId: 'auckland', region: 'nz' } as const

function openTestDatabase(): Database {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error('No database')
  return opened.database
}

it('keeps a goal for each connection and one for all together, and gives the goal from before', () => {
  const database = openTestDatabase()
  const goals = createCallGoals(database)
  expect(goals.set([sydney], goal(60))).toEqual(noGoal)
  expect(goals.set([sydney], goal(70))).toEqual(goal(60))
  goals.set([sydney, auckland], goal(90))
  const again = createCallGoals(database)
  expect([[sydney], [auckland], [sydney, auckland]].map((scopes) => again.get(scopes).calls)).toEqual([70, null, 90])
})

it('forgets the goals of a connection that was removed', () => {
  const goals = createCallGoals(openTestDatabase())
  goals.set([sydney], goal(60))
  goals.set([auckland], goal(20))
  goals.forgetConnection('sydney')
  expect([goals.get([sydney]), goals.get([auckland])]).toEqual([noGoal, goal(20)])
})
