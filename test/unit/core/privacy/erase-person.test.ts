import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedPersonTables } from '../../../../src/core/database/person-tables.ts'
import { deletionReceipts } from '../../../../src/core/privacy/person-deletions.ts'
import { tablesWithout, textsInFolder } from '../../../twins/stored-pages.ts'
import { dataKey, openData, type Planted } from './plant-person.ts'
import { jane, omar, plantedFolder, startPrivacy, textsOf } from './privacy-harness.ts'
import { runs } from '../../../runs.ts'

const word = fc.string({ unit: fc.constantFrom(...'bcdfghklmnprstvz'), minLength: 4, maxLength: 8 })
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const vinLetters = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789')

/** People whose values are in no other text of the program. */
const person: fc.Arbitrary<Planted> = fc.record({
  id: fc.uuid({ version: 4 }),
  name: fc.tuple(word, word).map(([first, last]) => `${capital(first)} ${capital(`${last}q`)}`),
  mobile: fc.integer({ min: 0, max: 149 }).map((number) => `0491570${String(number).padStart(3, '0')}`),
  rego: fc
    .tuple(fc.constantFrom('QXJ', 'ZKW', 'XQV'), fc.integer({ min: 100, max: 999 }))
    .map(([letters, number]) => `${letters}${number}`),
  vin: fc.array(vinLetters, { minLength: 14, maxLength: 14 }).map((letters) => `WVW${letters.join('')}`),
})

/** Connections, colleagues, counts, times, keyed hashes, and names of files. */
const withoutCustomers = [
  'connection',
  'customer_step',
  'customer_sync',
  'deletion_mark',
  'paid_lookup',
  'person',
  'person_deletion',
  'sqlite_sequence',
  'team_device',
  'team_mark',
  'webhook_ping',
]

describe('deleting a person everywhere', () => {
  it('is tested with the person in each table that can have something of a customer, and those are the listed ones', async () => {
    const folder = await plantedFolder()
    const database = openData(folder)
    const tables = database.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    database.close()
    expect(tablesWithout(join(folder, 'forecourt.db'), dataKey, textsOf(jane))).toEqual(withoutCustomers)
    const listed = listedPersonTables.map(({ table }) => table)
    expect([...listed, ...withoutCustomers].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it('leaves nothing in decrypted pages, inflated blocks and files, where the same search finds it before', async () => {
    const by = fc.constantFrom('name', 'mobile', 'rego', 'vin')
    await fc.assert(
      fc.asyncProperty(person, by, async (planted, typed) => {
        const folder = await plantedFolder(planted)
        expect(textsInFolder(folder, dataKey, textsOf(planted))).toEqual(textsOf(planted))
        const run = await startPrivacy(folder)
        const receipt = await run.erase(planted[typed])
        const rest = { state: 'done', withdrawnRows: 1, waitingRows: 0, unreadableFiles: [] }
        expect(receipt).toMatchObject({ ...rest, atService: { asked: 1, deleted: 0, refused: 0 } })
        // The service still has to delete its record: its id alone remains until then.
        const waiting = run.database().all('SELECT customer_id, record, pending FROM bin WHERE erased_by IS NOT NULL')
        expect(waiting).toEqual([{ customer_id: planted.id, record: '', pending: 1 }])
        run.database().run('DELETE FROM bin WHERE erased_by IS NOT NULL')
        run.database().checkpoint()
        expect(textsInFolder(folder, dataKey, textsOf(planted))).toEqual([])
        expect(JSON.stringify(deletionReceipts(run.database()))).not.toContain(planted.name)
        expect(textsInFolder(folder, dataKey, textsOf(omar))).toEqual(textsOf(omar))
      }),
      { numRuns: runs(3), endOnFailure: true },
    )
  })
})
