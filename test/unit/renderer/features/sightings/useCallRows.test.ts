import { describe, expect, it } from 'vitest'
import { groupsToCall } from '../../../../../src/contract/call-group.ts'
import { type CallRow, callRows, nextStop } from '../../../../../src/renderer/features/sightings/useCallRows.ts'
import { groupsOf, sightedCar } from './sample-car.ts'

const cars = [
  sightedCar('a', { group: 'overdue' }),
  sightedCar('b', { group: 'new' }),
  sightedCar('c', { group: 'new' }),
  sightedCar('d', { group: 'later' }),
]
const shown = cars.slice(0, 3)
const rowsOf = (open = groupsToCall): readonly CallRow[] => callRows(shown, groupsOf(cars), open, ({ group }) => group)
const names = (rows: readonly CallRow[]): string[] =>
  rows.map((row) => (row.kind === 'group' ? `${row.group} ${row.count} ${row.isOpen}` : `car ${row.index}`))

describe('the lines of the call list', () => {
  it('have each group with cars, and the cars of open groups', () => {
    expect(names(rowsOf())).toEqual(['overdue 1 true', 'car 0', 'new 2 true', 'car 1', 'car 2', 'later 1 false'])
  })

  it('have the head of a group whose last car has moved away', () => {
    const rows = callRows([sightedCar('a', { group: 'later' })], groupsOf(cars), groupsToCall, () => 'today')
    expect(names(rows)).toContain('today 0 true')
  })

  it('are passed by arrows from car to car, with a stop at closed groups', () => {
    const rows = rowsOf()
    expect([nextStop(rows, -1, 1), nextStop(rows, 1, 1), nextStop(rows, 4, 1)]).toEqual([1, 3, 5])
    expect([nextStop(rows, 5, 1), nextStop(rows, 3, -1), nextStop(rows, 1, -1)]).toEqual([null, 1, null])
  })
})
