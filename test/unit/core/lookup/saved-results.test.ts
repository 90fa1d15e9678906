import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { clearPractice } from '../../../../src/core/connections/remove-rows.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { plateQuery } from '../../../../src/core/lookup/queries.ts'
import { createSavedResults, type SavedResults } from '../../../../src/core/lookup/saved-results.ts'
import { connectionId, openMemory } from '../uploads/upload-bench.ts'

const scope = { connectionId, region: 'au' } as const
const query = plateQuery('ABC123', 'NSW')
const entry = { query: 'ABC123', state: 'NSW', title: '' } as const

let database: Database
let saved: SavedResults
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  saved = createSavedResults(database)
})
const save = () => saved.save(scope, query, entry, { nothing: null }, '2026-11-20T00:00:00.000Z')

it('finds the look-up of a car from the moment it is saved until it is removed', () => {
  expect(saved.findCar(scope, query)).toBeNull()
  const { id } = save()
  expect(saved.findCar(scope, query)?.id).toBe(id)
  expect(saved.findCar({ ...scope, region: 'nz' }, query)).toBeNull()
  expect(saved.findCar(scope, plateQuery('ABC123', null))).toBeNull()
  saved.remove(id)
  expect(saved.findCar(scope, query)).toBeNull()
  save()
  clearPractice(database, connectionId)
  saved.reread()
  expect(saved.findCar(scope, query)).toBeNull()
})

it('finds no look-up whose saving was rolled back', () => {
  expect(saved.findCar(scope, query)).toBeNull()
  expect(() =>
    database.transaction(() => {
      save()
      throw new Error('The disk is full')
    }),
  ).toThrow('The disk is full')
  expect(saved.findCar(scope, query)).toBeNull()
})

it('finds the look-ups of an earlier start', () => {
  const { id } = save()
  expect(createSavedResults(database).findCar(scope, query)?.id).toBe(id)
})
