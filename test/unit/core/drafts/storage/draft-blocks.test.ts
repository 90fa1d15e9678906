import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isPlace } from '../../../../../src/core/database/block-file.ts'
import { copyDatabase } from '../../../../../src/core/database/copy-database.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { createDraftRepository } from '../../../../../src/core/drafts/storage/draft-repository.ts'
import { packRows } from '../../../../../src/core/drafts/storage/row-blocks.ts'
import { eraseFromDrafts } from '../../../../../src/core/privacy/erase-drafts.ts'
import { createIsPerson } from '../../../../../src/core/privacy/person.ts'
import { keysOfCells } from '../../../../../src/core/privacy/person-keys.ts'
import { readDraftBlock } from '../../../../../src/core/privacy/traces.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'
import { createBench, signal, type DraftsBench } from '../drafts-bench.ts'

const key = randomBytes(32).toString('hex')

function openIn(folder: string, withKey = key): Database {
  const opened = openDatabase(join(folder, 'forecourt.db'), withKey)
  if (opened.state !== 'ready') throw new Error(opened.state)
  onTestFinished(() => opened.database.close())
  return opened.database
}

/** A database on disk with one connection. */
function onDisk(): { readonly folder: string; readonly database: Database } {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = openIn(folder)
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c1', 'Practice', 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '2026-11-21T00:00:00.000Z')`,
  )
  return { folder, database }
}

const filesOf = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.blocks'))

/** So many rows that six blocks are needed. */
const rowCount = 24_000
const rowText = (row: number): string => `Row ${row} ${'note '.repeat(45)}`
const longList = (): string =>
  [
    'Name,Rego,State,Notes',
    ...Array.from({ length: rowCount }, (_, at) => `Ann Lee,AB${10_000 + at},VIC,${rowText(at)}`),
  ].join('\n')

const lastRego = `AB${10_000 + rowCount - 1}`

const storedBlocks = (database: Database, id: string): Uint8Array[] =>
  database
    .all<{ rows: Uint8Array }>('SELECT rows FROM draft_block WHERE draft_id = ? ORDER BY sheet, block', [id])
    .map(({ rows }) => new Uint8Array(rows))

const lastRow = async (bench: DraftsBench, id: string): Promise<unknown> => {
  const { rows } = await bench.drafts.rowsByNumber({ id, rows: [rowCount + 1] }, signal)
  return JSON.stringify(rows[0])
}

describe('the rows of a long draft', () => {
  it('are in a file of their own behind the first four blocks, and the same after a restart', async () => {
    const { folder, database } = onDisk()
    const bench = createBench({ database })
    const { id, counts } = await bench.open('long.csv', longList())
    expect(counts.rows).toBe(rowCount)
    const stored = storedBlocks(database, id)
    expect(stored.length).toBeGreaterThan(5)
    expect(stored.map(isPlace)).toEqual(stored.map((_, at) => at >= 4))
    expect(filesOf(folder)).toHaveLength(1)
    const before = await lastRow(bench, id)
    expect(before).toContain(lastRego)
    const next = bench.restart()
    expect(await lastRow(next, id)).toBe(before)
    expect((await next.open('short.csv', 'Name,Rego,State\nAnn,ABC123,VIC\n')).counts.rows).toBe(1)
    expect(filesOf(folder)).toHaveLength(1)
  })

  it('leave the disk with their draft', async () => {
    const { folder, database } = onDisk()
    const bench = createBench({ database })
    const { id } = await bench.open('long.csv', longList())
    await bench.drafts.remove({ id }, signal)
    expect(filesOf(folder)).toEqual([])
    expect(database.all('SELECT * FROM unused_block_file')).toEqual([])
  })

  it('are copied, and a copy does not need the original', async () => {
    const { folder, database } = onDisk()
    const bench = createBench({ database })
    const { id } = await bench.open('long.csv', longList())
    const copy = await bench.drafts.duplicate({ id }, signal)
    expect(filesOf(folder)).toHaveLength(2)
    await bench.drafts.remove({ id }, signal)
    expect(filesOf(folder)).toHaveLength(1)
    expect(await lastRow(bench.restart(), copy.id)).toContain(lastRego)
  })

  it('that cannot be read stop that draft alone, which can be deleted', async () => {
    const { folder, database } = onDisk()
    const bench = createBench({ database })
    const { id } = await bench.open('long.csv', longList())
    const other = await bench.open('short.csv', 'Name,Rego,State\nAnn,ABC123,VIC\n')
    for (const name of filesOf(folder)) rmSync(join(folder, name))
    const next = bench.restart()
    // Not `not-found`: a watched folder takes that for a draft that was sent or removed.
    await expect(lastRow(next, id)).rejects.toMatchObject({ failure: { kind: 'storage-damaged' } })
    expect((await next.drafts.get({ id: other.id }, signal)).counts.rows).toBe(1)
    await next.drafts.remove({ id }, signal)
    expect((await next.drafts.list({}, signal)).drafts.map((draft) => draft.id)).toEqual([other.id])
  })
})

/** A draft that is written block by block, as a reading does; `finished`: as one that was read to its end. */
async function writeDraft(database: Database, id: string, texts: readonly string[], finished = true): Promise<void> {
  const repository = createDraftRepository(database)
  repository.begin({ id, connectionId: 'c1', region: 'au', fileName: 'a.csv', createdAt: '2026-11-21T00:00:00.000Z' })
  for (const [block, text] of texts.entries()) {
    const [packed] = packRows(0, [{ row: block + 1, cells: [text] }])
    if (packed) await repository.addBlock(id, { ...packed, block })
  }
  if (finished) database.run(`UPDATE draft SET source = '{}' WHERE id = ?`, [id])
}

const people = ['Ann Lee', 'Bob Tan', 'Cy Wu', 'Di Poe', 'Jane Citizen', 'Eva Moss']
const textsOf = (database: Database, id: string): unknown[] =>
  people.flatMap((_, block) => readDraftBlock(database, id, 0, block).flatMap(({ cells }) => cells))

describe('a file with rows', () => {
  it('of a draft that was never read to its end is deleted at the next start', async () => {
    const { folder, database } = onDisk()
    await writeDraft(database, 'a', people, false)
    await writeDraft(database, 'b', people)
    expect(filesOf(folder)).toHaveLength(2)
    createDraftRepository(database).removeUnfinished()
    expect(filesOf(folder)).toHaveLength(1)
    expect(textsOf(database, 'b')).toEqual(people)
  })

  it('is deleted at the next start when its draft went with its connection', async () => {
    const { folder, database } = onDisk()
    await writeDraft(database, 'a', people)
    database.run('DELETE FROM connection')
    expect(filesOf(folder)).toHaveLength(1)
    createDraftRepository(database).removeUnfinished()
    expect(filesOf(folder)).toEqual([])
  })

  it('of a reading that begins again gets no row twice', async () => {
    const { database } = onDisk()
    await writeDraft(database, 'a', people, false)
    const repository = createDraftRepository(database)
    while (repository.removeSomeBlocks('a'));
    expect(storedBlocks(database, 'a')).toEqual([])
    for (let block = 0; block < 6; block += 1) {
      const [packed] = packRows(0, [{ row: block + 1, cells: [`again ${block}`] }])
      if (packed) await repository.addBlock('a', { ...packed, block })
    }
    expect(textsOf(database, 'a')).toEqual(people.map((_, block) => `again ${block}`))
  })

  it('is part of a backup, which needs no file beside it', async () => {
    const { folder, database } = onDisk()
    await writeDraft(database, 'a', people)
    await writeDraft(database, 'broken', people)
    rmSync(join(folder, `forecourt.rows-${fileOf(database, 'broken')}.blocks`))
    const [elsewhere, otherKey] = [join(folder, 'elsewhere'), randomBytes(32).toString('hex')]
    mkdirSync(elsewhere)
    const copy = { path: join(elsewhere, 'forecourt.db'), key: otherKey }
    copyDatabase({ path: join(folder, 'forecourt.db'), key }, copy, [])
    const restored = openIn(elsewhere, otherKey)
    expect(textsOf(restored, 'a')).toEqual(people)
    expect(storedBlocks(restored, 'a').some(isPlace)).toBe(false)
    expect(filesOf(elsewhere)).toEqual([])
    // The backup of all other work does not fail for a draft that cannot be read.
    expect(() => textsOf(restored, 'broken')).toThrow(/can’t be read/)
    // Removing the draft there must not delete the file of the original.
    createDraftRepository(restored).remove('a')
    expect(textsOf(database, 'a')).toEqual(people)
  })

  it('has nothing of a person any more who was deleted, because the key of the block is gone', async () => {
    const { database } = onDisk()
    await writeDraft(database, 'a', people)
    const [, , , , block] = storedBlocks(database, 'a')
    const keys = keysOfCells(['Jane Citizen'], 'au')
    const isPerson = createIsPerson({ alone: keys, shared: [] })
    expect(runAtOnce(eraseFromDrafts(database, { isPerson, keys: new Set(keys), pattern: null }))).toBe(1)
    expect(textsOf(database, 'a')).toEqual(people.map((name) => (name === 'Jane Citizen' ? null : name)))
    const after = storedBlocks(database, 'a')
    expect(after.map(isPlace)).toEqual([false, false, false, false, false, true])
    expect(after[4]).not.toEqual(block)
  })
})

const fileOf = (database: Database, id: string): string | undefined =>
  database.get<{ file: string }>('SELECT file FROM draft_block_file WHERE draft_id = ?', [id])?.file
