import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKnownRecords, type KnownRecords } from '../../../../../src/core/customers/sync/known-records.ts'
import { runDigestOf } from './run-digest.ts'
import type { ListedReferences } from '../../../../../src/core/uploads/listed-references.ts'
import { createReferenceCollector } from '../../uploads/reference-collector.ts'
import { remote } from '../customers-bench.ts'

const uploads = ['0123456789abcdef', 'fedcba9876543210', 'aaaaaaaaaaaaaaaa']
const uuid = (number: number): string => `0f8fad5b-d9cb-469f-a165-${number.toString(16).padStart(12, '0')}`

/** Each record is a run and a page by itself. */
const listAll = (known: KnownRecords, ids: Iterable<number>, expected = 0): void => {
  known.start(expected)
  for (const id of ids) {
    const number = known.listParsed(remote(uuid(id)))
    const run = known.rememberRun(runDigestOf(`text ${id}`), 0, [number])
    known.confirm(number, run)
    known.rememberPage(`page ${id}`, Int32Array.of(run))
  }
}

const seen = (references: ListedReferences) =>
  uploads.map((upload) => {
    const rows = references.get(upload)
    return {
      first: Array.from({ length: 6 }, (_, row) => rows?.first.get(row) ?? null),
      several: new Map(rows?.several ?? []),
    }
  })

it('groups the references of the list as they are collected one by one', () => {
  const entry = fc.record({ id: fc.nat(30), upload: fc.constantFrom(...uploads, 'no upload'), row: fc.nat(5) })
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 30 }),
      fc.array(entry, { maxLength: 30 }),
      fc.nat(600),
      (before, entries, expected) => {
        const known = createKnownRecords()
        for (const pass of [before, entries]) {
          known.start(expected)
          for (const { id, upload, row } of pass) {
            known.listParsed(remote(`c${id}`, { additionalFields: { Make: 'Mazda', ref: `fc-${upload}-${row}` } }))
          }
          known.end()
        }
        const collector = createReferenceCollector()
        const listed = new Set<number>()
        for (const { id, upload, row } of entries) {
          if (!listed.has(id)) collector.add(`fc-${upload}-${row}`, `c${id}`)
          listed.add(id)
        }
        expect(seen(known.references())).toEqual(seen(collector.references))
      },
    ),
  )
})

it.each([0, 3_000, 9_000])('finds ids and texts of more or fewer records than were expected (%i)', (expected) => {
  const known = createKnownRecords()
  const ids = Array.from({ length: 5_000 }, (_, number) => number)
  // The first pass ended early, and what it listed is still known in the one that expects records.
  listAll(known, ids.slice(0, 200))
  listAll(known, ids, expected)
  expect(
    ids.every((id) => known.placeOf(uuid(id)) > 0 && known.findRun(runDigestOf(`text ${id}`), 0) === 200 + id),
  ).toBe(true)
  expect([known.placeOf(uuid(5_000)) > 0, known.placeOf('c1') > 0, known.findRun(runDigestOf('text 5000'), 0)]).toEqual(
    [false, false, -1],
  )
  expect([known.listed, known.countConfirmed()]).toEqual([5_000, 5_000])
})

it('forgets records that a whole list does not have any more', () => {
  const known = createKnownRecords()
  listAll(known, Array(4_000).keys())
  known.end()
  const kept = Array.from({ length: 1_500 }, (_, at) => at * 2 + 1)
  listAll(known, kept)
  known.end()
  expect([known.placeOf(uuid(0)) > 0, known.placeOf(uuid(1)) > 0, known.countConfirmed()]).toEqual([false, true, 1_500])
  // Their numbers have changed.
  expect([known.findRun(runDigestOf('text 1'), 0), known.findPage('page 1')]).toEqual([-1, null])
  listAll(known, kept)
  expect(kept.map((id) => known.findRun(runDigestOf(`text ${id}`), 0))).toEqual([...kept.keys()])
})

it('forgets runs that are on no page of the list any more, and still knows the others', () => {
  const known = createKnownRecords()
  const ids = [...Array(2_000).keys()]
  listAll(known, ids)
  known.end()
  for (let pass = 0; pass < 3; pass += 1) {
    known.start(0)
    for (const id of ids) {
      if (id % 2 === 0) {
        for (const run of known.findPage(`page ${id}`) ?? []) known.listRun(run)
        continue
      }
      const number = known.listParsed(remote(uuid(id)))
      const run = known.rememberRun(runDigestOf(`text ${id} of pass ${pass}`), 0, [number])
      known.confirm(number, run)
      known.rememberPage(`page ${id} of pass ${pass}`, Int32Array.of(run))
    }
    known.end()
  }
  expect([known.listed, known.countConfirmed()]).toEqual([2_000, 2_000])
  const run = known.findRun(runDigestOf('text 8'), 0)
  expect([...(known.findPage('page 8') ?? [])]).toEqual([run])
  expect(run).toBeGreaterThanOrEqual(0)
  expect(known.findRun(runDigestOf('text 9 of pass 2'), 0)).toBeGreaterThanOrEqual(0)
  expect([known.findRun(runDigestOf('text 9'), 0), known.findRun(runDigestOf('text 9 of pass 0'), 0)]).toEqual([-1, -1])
  expect(known.findPage('page 9')).toBeNull()
})

it('does not count a record as certain that was changed after it was listed', () => {
  const known = createKnownRecords()
  listAll(known, [1, 2, 3])
  known.forget([uuid(2), uuid(9)])
  expect([known.listed, known.countConfirmed()]).toEqual([3, 2])
})
