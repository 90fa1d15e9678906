import { randomUUID } from 'node:crypto'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createUploadWriter, packLists } from '../../../../src/core/uploads/upload-writer.ts'
import { draftOf, makeBench, openWithConnection } from './upload-bench.ts'

/** Enters and removes long uploads until it is killed. Says a line for each pack. */
const [path = '', key = ''] = process.argv.slice(2)
const { database, storage, clock } = makeBench(draftOf(0), { database: openWithConnection(path, key) })
const writer = createUploadWriter(storage, createJournal(database, clock), null)
const options = { name: 'March', lookUpMissingVins: false, listCheckedAt: null, listAgeConfirmed: false }

function* said<T>(packs: Iterable<T>): Generator<T> {
  for (const pack of packs) {
    process.stdout.write('pack\n')
    yield pack
  }
}

for (let number = 1; ; number += 1) {
  const id = randomUUID()
  const { packs, ...draft } = packLists(draftOf(200), writer.formFor(id, true))
  const upload = { ...draft, packs: said(packs) }
  await writer.write(upload, { ...options, userName: null, personId: null }, () => undefined)
  if (number % 3 === 0) database.run('DELETE FROM upload WHERE id = ?', [id])
}
