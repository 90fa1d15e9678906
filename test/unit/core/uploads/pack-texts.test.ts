import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPlace } from '../../../../src/core/database/block-file.ts'
import { copyDatabase } from '../../../../src/core/database/copy-database.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { eraseFromUploads } from '../../../../src/core/privacy/erase-uploads.ts'
import { createIsPerson } from '../../../../src/core/privacy/person.ts'
import { keysOfCells } from '../../../../src/core/privacy/person-keys.ts'
import { emptyOldUploads } from '../../../../src/core/retention/old-uploads.ts'
import { runAtOnce } from '../../../../src/core/scheduling/in-slices.ts'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import {
  brokenSums,
  connectionId,
  create,
  draftOf,
  expectOneCustomerPerRow,
  get,
  inState,
  makeBench,
  openWithConnection,
  type Bench,
} from './upload-bench.ts'

const key = randomBytes(32).toString('hex')
const signal = new AbortController().signal
/** Twenty batches of ten, and two packs of excluded rows. */
const [rows, excluded] = [200, 501]

interface OnDisk extends Bench {
  readonly folder: string
}

/** The bench with its database on disk, and a draft that makes a long upload. */
function onDisk(draft = draftOf(rows, excluded)): OnDisk {
  const folder = createDataFolder()
  const bench = makeBench(draft, { database: openWithConnection(join(folder, 'forecourt.db'), key) })
  onTestFinished(() => bench.close())
  return { ...bench, folder }
}

const filesOf = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.blocks'))

const fileOf = ({ folder, database }: OnDisk, id: string): string => {
  const named = database.get<{ file: string }>('SELECT file FROM upload_block_file WHERE upload_id = ?', [id])?.file
  return join(folder, `forecourt.rows-${named}.blocks`)
}

const arePlaces = (database: Database, id: string): boolean[] =>
  database
    .all<{ bodies: Uint8Array | null; originals: Uint8Array }>(
      'SELECT bodies, originals FROM upload_pack WHERE upload_id = ? ORDER BY number',
      [id],
    )
    .map(({ bodies, originals }) => isPlace(originals) && (bodies === null || isPlace(bodies)))

const lastRow = async ({ uploads }: Bench, id: string): Promise<unknown> =>
  (await uploads().rows({ id, outcome: null, offset: rows - 1, limit: 1 }, signal)).rows[0]

/** The bench's draft again, as one that was not sent. */
async function createAnother({ database, uploads }: Bench): Promise<string> {
  database.run(
    `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
     VALUES ('draft-2', ?, 'au', 'march.csv', '', '', 'send', '{}', '{}')`,
    [connectionId],
  )
  const given = { draftId: 'draft-2', name: 'Other', lookUpMissingVins: false, references: true }
  return (await uploads().create(given, signal)).id
}

describe('the texts of a long upload', () => {
  it('are in a file of their own behind the first packs, and each row is received once', async () => {
    const bench = onDisk()
    const id = await create(bench)
    const packs = arePlaces(bench.database, id)
    expect(packs).toHaveLength(22)
    expect(packs).toEqual(packs.map((_, at) => at >= 8))
    expect(readFileSync(fileOf(bench, id)).includes('Client 199')).toBe(false)
    const before = await lastRow(bench, id)
    expect(before).toMatchObject({ row: rows + 1, rego: 'ABC199', clientName: 'Client 199' })
    await bench.restart()
    expect(await lastRow(bench, id)).toEqual(before)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, rows)
    expect(brokenSums((await get(bench, id)).rows)).toEqual([])
    const left = createJournal(bench.database, bench.clock).remainder(id, 'excluded')
    expect(left).toHaveLength(excluded)
    expect(left.every(({ original }) => original[1] === `=HYPERLINK("x")`)).toBe(true)
  })

  it('of a short one are in the database, which makes no file', async () => {
    const bench = onDisk(draftOf(20))
    const id = await create(bench)
    expect(arePlaces(bench.database, id)).toEqual([false, false])
    expect(filesOf(bench.folder)).toEqual([])
  })

  it('leave the disk when the upload cannot be entered', async () => {
    const bench = onDisk({ ...draftOf(rows), rowsInFile: rows + 1 })
    await expect(create(bench)).rejects.toThrow(/add up/)
    expect(filesOf(bench.folder)).toEqual([])
    expect(bench.database.all('SELECT * FROM unused_block_file')).toEqual([])
  })

  it('leave the disk at the next start when the program ended before the upload was entered', async () => {
    const bench = onDisk()
    const id = await create(bench)
    await bench.restart((database) => void database.run(`UPDATE upload SET state = 'preparing' WHERE id = ?`, [id]))
    expect(filesOf(bench.folder)).toEqual([])
  })

  it('that are missing stop that upload alone; it goes on when they are back', async () => {
    const bench = onDisk()
    bench.service.faults = () => ({ kind: 'unavailable' })
    const id = await create(bench)
    const other = await createAnother(bench)
    const [file, away] = [fileOf(bench, id), join(bench.folder, 'away')]
    renameSync(file, away)
    bench.service.faults = () => ({ kind: 'none' })
    await bench.until(inState(bench, id, 'stopped'))
    expect(await get(bench, id)).toMatchObject({ failure: { kind: 'storage-damaged', message: /rows can’t be read/ } })
    await bench.until(inState(bench, other, 'complete'))
    await expect(lastRow(bench, id)).rejects.toMatchObject({ failure: { kind: 'storage-damaged' } })
    renameSync(away, file)
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    const references = bench.service.customers().map(({ additionalFields }) => additionalFields['forecourt_ref'])
    expect(new Set(references).size).toBe(2 * rows)
    expect(references).toHaveLength(2 * rows)
  })

  it('that are damaged do not keep the user from cancelling the rest', async () => {
    const bench = onDisk()
    const id = await create(bench)
    writeFileSync(fileOf(bench, id), randomBytes(100))
    await bench.until(inState(bench, id, 'stopped'))
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    const { rows: sums } = await get(bench, id)
    expect(sums).toMatchObject({ sent: 80, notSent: 120, excluded })
    expect(brokenSums(sums)).toEqual([])
  })

  it('are part of a backup, which needs no file beside it', async () => {
    const bench = onDisk()
    const id = await create(bench)
    const broken = await createAnother(bench)
    rmSync(fileOf(bench, broken))
    const [elsewhere, otherKey] = [join(bench.folder, 'elsewhere'), randomBytes(32).toString('hex')]
    mkdirSync(elsewhere)
    const copy = { path: join(elsewhere, 'forecourt.db'), key: otherKey }
    copyDatabase({ path: join(bench.folder, 'forecourt.db'), key }, copy, [])
    const opened = openDatabase(copy.path, otherKey)
    if (opened.state !== 'ready') throw new Error(opened.state)
    onTestFinished(() => opened.database.close())
    const restored = opened.database
    expect(arePlaces(restored, id)).not.toContain(true)
    // The backup of everything else does not fail for rows that cannot be read.
    expect(arePlaces(restored, broken)).toContain(true)
    const [ours, theirs] = [bench.database, restored].map((each) => [...createJournal(each, bench.clock).rowTexts(id)])
    expect(theirs).toEqual(ours)
    expect(filesOf(elsewhere)).toEqual([])
  })

  it('leave the disk when the rows of old uploads are deleted', async () => {
    const bench = onDisk()
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const [before, at] = ['2100-01-01T00:00:00.000Z', '2100-01-02T00:00:00.000Z']
    await emptyOldUploads(bench.database, { before, at }, { signal, onDeleted: () => undefined })
    expect(filesOf(bench.folder)).toEqual([])
    expect(arePlaces(bench.database, id)).not.toContain(true)
    expect(await lastRow(bench, id)).toMatchObject({ row: rows + 1, outcome: 'accepted', rego: null })
  })

  it('of a person who was deleted cannot be read any more, because their key is gone', async () => {
    const bench = onDisk()
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const packs = arePlaces(bench.database, id)
    const keys = keysOfCells(['Client 199'], 'au')
    const isPerson = createIsPerson({ alone: keys, shared: [] })
    const erased = runAtOnce(eraseFromUploads(bench.database, { isPerson, keys: new Set(keys), pattern: null }))
    expect(erased).toMatchObject({ erased: 1, waiting: 0 })
    const after = arePlaces(bench.database, id)
    // A pack without the person keeps its place; that of the person is stored again, at the end.
    expect(packs.filter(Boolean)).toHaveLength(14)
    expect(after.filter(Boolean)).toHaveLength(13)
    expect(await lastRow(bench, id)).toMatchObject({ row: rows + 1, rego: null, clientName: null })
  })

  it('that are missing do not keep a person from being deleted, once nothing of the upload can be sent', async () => {
    const bench = onDisk()
    const id = await create(bench)
    const keys = keysOfCells(['Client 1'], 'au')
    const erasing = { isPerson: createIsPerson({ alone: keys, shared: [] }), keys: new Set(keys), pattern: null }
    rmSync(fileOf(bench, id))
    expect(() => runAtOnce(eraseFromUploads(bench.database, erasing))).toThrow(/rows can’t be read/)
    await bench.until(inState(bench, id, 'stopped'))
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    const { rows: before } = await get(bench, id)
    expect(runAtOnce(eraseFromUploads(bench.database, erasing))).toMatchObject({ erased: 1, waiting: 0 })
    expect(arePlaces(bench.database, id)).not.toContain(true)
    expect(await lastRow(bench, id)).toMatchObject({ row: rows + 1, outcome: 'not-sent', clientName: null })
    expect((await get(bench, id)).rows).toEqual(before)
  })
})
