import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyDatabase } from '../../../../../src/core/database/copy-database.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { createDraftRepository } from '../../../../../src/core/drafts/storage/draft-repository.ts'
import { decompressBlock } from '../../../../../src/core/database/block-codec.ts'
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

/** So many rows that several blocks are needed. */
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
  it('are the same after a restart', async () => {
    const { database } = onDisk()
    const bench = createBench({ database })
    const { id, counts } = await bench.open('long.csv', longList())
    expect(counts.rows).toBe(rowCount)
    expect(storedBlocks(database, id).length).toBeGreaterThan(2)
    const before = await lastRow(bench, id)
    expect(before).toContain(lastRego)
    expect(await lastRow(bench.restart(), id)).toBe(before)
  })

  it('leave the database with their draft', async () => {
    const { database } = onDisk()
    const bench = createBench({ database })
    const { id } = await bench.open('long.csv', longList())
    await bench.drafts.remove({ id }, signal)
    expect(storedBlocks(database, id)).toEqual([])
  })

  it('are copied, and a copy does not need the original', async () => {
    const { database } = onDisk()
    const bench = createBench({ database })
    const { id } = await bench.open('long.csv', longList())
    const copy = await bench.drafts.duplicate({ id }, signal)
    await bench.drafts.remove({ id }, signal)
    expect(await lastRow(bench.restart(), copy.id)).toContain(lastRego)
  })

  it('that cannot be read stop that draft alone, which can be deleted', async () => {
    const { database } = onDisk()
    const bench = createBench({ database })
    const { id } = await bench.open('long.csv', longList())
    const other = await bench.open('short.csv', 'Name,Rego,State\nAnn,ABC123,VIC\n')
    database.run('UPDATE draft_block SET rows = ? WHERE draft_id = ? AND block = 1', [new Uint8Array(9), id])
    const next = bench.restart()
    await expect(lastRow(next, id)).rejects.toThrow('A block is stored in a way that this version does not know')
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
  if (finished) database.run(`UPDATE draft SET whole = 1 WHERE id = ?`, [id])
}

const people = ['Ann Lee', 'Bob Tan', 'Cy Wu', 'Di Poe', 'Jane Citizen', 'Eva Moss']
const textsOf = (database: Database, id: string): unknown[] =>
  people.flatMap((_, block) => readDraftBlock(database, id, 0, block).flatMap(({ cells }) => cells))

describe('the stored rows', () => {
  it('of a draft that was never read to its end are deleted at the next start', async () => {
    const { database } = onDisk()
    await writeDraft(database, 'a', people, false)
    await writeDraft(database, 'b', people)
    createDraftRepository(database).removeUnfinished()
    expect(storedBlocks(database, 'a')).toEqual([])
    expect(textsOf(database, 'b')).toEqual(people)
  })

  it('are deleted with the connection of their draft', async () => {
    const { database } = onDisk()
    await writeDraft(database, 'a', people)
    database.run('DELETE FROM connection')
    expect(storedBlocks(database, 'a')).toEqual([])
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

  it('are part of a backup', async () => {
    const { folder, database } = onDisk()
    await writeDraft(database, 'a', people)
    const [elsewhere, otherKey] = [join(folder, 'elsewhere'), randomBytes(32).toString('hex')]
    mkdirSync(elsewhere)
    const copy = { path: join(elsewhere, 'forecourt.db'), key: otherKey }
    copyDatabase({ path: join(folder, 'forecourt.db'), key }, copy, [])
    const restored = openIn(elsewhere, otherKey)
    expect(textsOf(restored, 'a')).toEqual(people)
    createDraftRepository(restored).remove('a')
    expect(textsOf(database, 'a')).toEqual(people)
  })

  it('have nothing of a person any more who was deleted, while others keep theirs', async () => {
    const { database } = onDisk()
    await writeDraft(database, 'a', people)
    const [, , , , ...blocks] = storedBlocks(database, 'a')
    const keys = keysOfCells(['Jane Citizen'], 'au')
    const isPerson = createIsPerson({ alone: keys, shared: [] })
    expect(runAtOnce(eraseFromDrafts(database, { isPerson, keys: new Set(keys), pattern: null }))).toBe(1)
    expect(textsOf(database, 'a')).toEqual(people.map((name) => (name === 'Jane Citizen' ? null : name)))
    const after = storedBlocks(database, 'a')
    expect(after.map((block) => decompressBlock(block)?.includes('Jane'))).toEqual(people.map(() => false))
    expect(after[5]).toEqual(blocks[1])
  })
})
