import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import type { SourceFacts } from '../../../../../src/core/drafts/model/draft-source.ts'
import { writePiece } from '../../../../../src/core/drafts/storage/write-piece.ts'
import {
  createDraftRepository,
  closeDraft,
  type DraftRepository,
} from '../../../../../src/core/drafts/storage/draft-repository.ts'

const start = '2026-11-21T01:00:00.000Z'
const later = '2026-11-21T02:00:00.000Z'
const counts = { rows: 2, ready: 2, warning: 0, error: 0, update: 0, excluded: 0, skipped: 0, paidLookups: 0 }
const template = {
  shape: 'name|rego',
  choices: {
    targets: { name: 'client_name' as const },
    dates: {},
    defaultState: null,
    contact: {},
    notes: {},
    header: ['Name'],
    sheet: null,
    headerRow: null,
    fixes: [],
  },
}
const facts: SourceFacts = {
  kind: 'csv',
  sizeBytes: 60,
  encoding: 'UTF-8',
  delimiter: 'commas',
  notes: [],
  sheets: [{ name: 'File', hidden: false, merges: [], notes: [], rowCount: 3 }],
  remembered: null,
}
const set = (name: string, after: string | null, before: string | null = null) => ({ name, before, after })

function bench(): { repository: DraftRepository; database: Database } {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  onTestFinished(() => database.close())
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c1', 'Practice', 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '${start}')`,
  )
  return { repository: createDraftRepository(database), database }
}
const begin = (repository: DraftRepository, id: string): void =>
  repository.begin({ id, connectionId: 'c1', region: 'au', fileName: `${id}.csv`, createdAt: start })

describe('saved drafts', () => {
  it('exist only when their file was read to its end', async () => {
    const { repository, database } = bench()
    begin(repository, 'a')
    await repository.addBlock('a', { sheet: 0, block: 0, rows: Uint8Array.of(1) })
    expect([repository.find('a'), repository.list('c1')]).toEqual([null, []])
    repository.removeUnfinished()
    expect(database.all('SELECT * FROM draft_block')).toEqual([])

    begin(repository, 'b')
    repository.finish('b', facts, [set('default-state', '"SA"')], counts)
    repository.removeUnfinished()
    expect(repository.find('b')).toMatchObject({ fileName: 'b.csv', step: 'columns', counts, changedAt: start })
    expect(repository.facts('b')).toEqual(facts)
    expect(repository.overrides('b')).toEqual([{ name: 'default-state', value: '"SA"' }])
    expect(repository.list('another connection')).toEqual([])
  })

  it('begin at the check when their columns are known', () => {
    const { repository } = bench()
    begin(repository, 'a')
    repository.finish('a', { ...facts, remembered: template }, [], counts)
    expect(repository.find('a')?.step).toBe('check')
  })

  it('give their blocks in order, a few at a time', async () => {
    const { repository } = bench()
    begin(repository, 'a')
    for (const [sheet, block] of [
      [1, 0],
      [0, 1],
      [0, 0],
      [1, 1],
    ] as const) {
      await repository.addBlock('a', { sheet, block, rows: Uint8Array.of(sheet, block) })
    }
    const first = repository.blocksAfter('a', -1, -1, 3)
    expect(first.map(({ rows }) => [...rows])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ])
    expect(repository.blocksAfter('a', 1, 0, 3).map(({ rows }) => [...rows])).toEqual([[1, 1]])
    expect(repository.blocksAfter('a', 1, 1, 3)).toEqual([])
  })

  it('are removed with everything that belongs to them', async () => {
    const { repository, database } = bench()
    begin(repository, 'a')
    await repository.addBlock('a', { sheet: 0, block: 0, rows: Uint8Array.of(1) })
    repository.finish('a', facts, [set('default-state', '"SA"')], counts)
    repository.addChange('a', 'One', [set('cell 2 rego', '"A"')], counts, later)
    repository.remove('a')
    for (const table of ['draft', 'draft_block', 'draft_choice', 'draft_change']) {
      expect({ table, rows: database.all(`SELECT * FROM ${table}`) }).toEqual({ table, rows: [] })
    }
  })
})

describe('changes', () => {
  const changed = (): DraftRepository => {
    const { repository } = bench()
    begin(repository, 'a')
    repository.finish('a', facts, [], counts)
    repository.addChange('a', 'One', [set('cell 2 rego', '"A"')], counts, later)
    repository.addChange('a', 'Two', [set('cell 2 rego', null, '"A"'), set('row 3', 'false')], counts, later)
    return repository
  }

  it('write and delete overrides, and are undone last first', () => {
    const repository = changed()
    expect(repository.overrides('a')).toEqual([{ name: 'row 3', value: 'false' }])
    expect(repository.labels('a')).toEqual({ undo: 'Two', redo: null })
    const two = repository.nextChange('a', false)!
    repository.markChange(
      'a',
      two.number,
      true,
      [set('cell 2 rego', '"A"'), set('row 3', null, 'false')],
      counts,
      later,
    )
    expect(repository.overrides('a')).toEqual([{ name: 'cell 2 rego', value: '"A"' }])
    expect(repository.labels('a')).toEqual({ undo: 'One', redo: 'Two' })
    expect(repository.nextChange('a', true)).toEqual(two)
    expect(repository.find('a')?.changedAt).toBe(later)
  })

  it('after an undo replace what could be redone', () => {
    const repository = changed()
    repository.markChange('a', repository.nextChange('a', false)!.number, true, [], counts, later)
    repository.addChange('a', 'Three', [], counts, later)
    expect(repository.labels('a')).toEqual({ undo: 'Three', redo: null })
    expect(repository.nextChange('a', true)).toBeNull()
  })
})

describe('remembered columns', () => {
  it('are those of the region, the newest first, one for each header shape', () => {
    const { repository } = bench()
    repository.remember('au', template, start)
    repository.remember('au', { ...template, shape: 'other' }, later)
    repository.remember('au', { ...template, choices: { ...template.choices, defaultState: 'SA' } }, '2026-11-22')
    repository.remember('nz', template, start)
    expect(repository.templates('au').map(({ shape, choices }) => [shape, choices.defaultState])).toEqual([
      ['name|rego', 'SA'],
      ['other', null],
    ])
  })

  it('are forgotten for one shape and in the draft that uses them', () => {
    const { repository } = bench()
    repository.remember('au', template, start)
    repository.remember('nz', template, start)
    begin(repository, 'a')
    repository.finish('a', { ...facts, remembered: template }, [], counts)
    repository.forgetColumns('a', 'au', template.shape, later)
    expect(repository.facts('a')).toEqual(facts)
    expect([repository.templates('au'), repository.templates('nz')]).toMatchObject([[], [template]])
  })

  it('are out of sight while they are an upload', () => {
    const { repository, database } = bench()
    begin(repository, 'a')
    repository.finish('a', facts, [], counts)
    database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
         paid_lookups, batch_size, state, created_at) VALUES ('u', 'c1', 'au', '', '', 0, '[]', 0, 0, 0, 0, 'open', '')`,
    )
    expect(closeDraft(database, 'a', 'u')).toBe(true)
    expect(closeDraft(database, 'a', 'u')).toBe(false)
    expect({ listed: repository.list('c1'), found: repository.find('a') }).toEqual({ listed: [], found: null })
  })
})

it('moves the log of a large file into the database bit by bit, when it is saved and when it is removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-drafts-'))
  const path = join(folder, 'forecourt.db')
  const opened = openDatabase(path, '5'.repeat(64))
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c1', 'Practice', 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '${start}')`,
  )
  const repository = createDraftRepository(database)
  begin(repository, 'a')
  for (let block = 0; block < 20; block += 1)
    // The first blocks of each sheet are in the database.
    await repository.addBlock('a', { sheet: block, block: 0, rows: new Uint8Array(randomBytes(400_000)) })
  expect(statSync(`${path}-wal`).size).toBeLessThan(2_000_000)
  repository.addFilePart('a', { part: 0, bytes: new Uint8Array(randomBytes(400_000)) })
  let steps = 0
  while (await writePiece(repository, () => repository.removeSomeBlocks('a'))) steps += 1
  expect(steps).toBe(20)
  expect(repository.blocksAfter('a', -1, -1, 1)).toEqual([])
  expect(statSync(`${path}-wal`).size).toBeLessThan(2_000_000)
})

it('shows a draft that is being removed no more, and removes it at the next start', () => {
  const { repository, database } = bench()
  begin(repository, 'a')
  repository.finish('a', facts, [], counts)
  expect(repository.list('c1')).toHaveLength(1)
  repository.hide('a')
  expect(repository.list('c1')).toEqual([])
  expect(repository.find('a')).toBeNull()
  repository.removeUnfinished()
  expect(database.all('SELECT id FROM draft')).toEqual([])
})
