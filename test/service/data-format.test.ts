import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase, type Database } from '../../src/core/database/database.ts'
import { dataFormat } from '../../src/core/database/schema.ts'
import { contentOf } from '../data-folder/content.ts'
import {
  copyOf,
  keyOf,
  openCopy,
  pathOf,
  saveContent,
  storedContent,
  storedFolders,
  type StoredFolder,
} from '../data-folder/data-folder.ts'

/** These have rows only while something runs, or after a batch was lost. */
const emptyTables = [
  'customer_unfinished',
  'customer_unfinished_items',
  'rego_vin',
  'team_changed',
  'team_outbox',
  'upload_batch_note',
  'upload_customer',
]

const folders = storedFolders()
const howTo = 'See “A change of a stored form” in CONTRIBUTING.md.'

function openStored(stored: StoredFolder): Database {
  const answer = openDatabase(join(copyOf(join(pathOf(stored), 'data')), 'forecourt.db'), keyOf(stored))
  if (answer.state === 'ready') return answer.database
  throw new Error(
    `Data of format ${stored.format} is ${answer.state} for format ${dataFormat}: a migration is missing. ${howTo}`,
  )
}

/** Everything that SQLite knows of the tables, without comments and line breaks. */
const schemaOf = (database: Database): string[] =>
  database
    .all<{ sql: string }>(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .map(({ sql }) => sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' '))

it('the fixtures have a data folder of the current format, which CONTRIBUTING.md says how to make', () => {
  expect(folders.map(({ format }) => format)).toContain(dataFormat)
})

// With FORECOURT_WRITE_DATA_CONTENT=1 what it shows becomes the reviewed content.
it.each(folders)('data of format $format opens to the content that it had', { timeout: 300_000 }, async (stored) => {
  openStored(stored).close()
  const pc = await openCopy(stored)
  const content = await contentOf(pc)
  if (process.env['FORECOURT_WRITE_DATA_CONTENT'] === '1') saveContent(stored, content)
  expect(JSON.parse(JSON.stringify(content))).toEqual(storedContent(stored))
  expect(pc.unexpected).toEqual([])
})

it.each(folders)('opened data of format $format has the tables of new data', (stored) => {
  const opened = openStored(stored)
  const created = openDatabase(':memory:', null)
  if (created.state !== 'ready') throw new Error('A new database cannot be opened')
  expect(schemaOf(opened), `The schema has changed and dataFormat has not. ${howTo}`).toEqual(
    schemaOf(created.database),
  )
  opened.close()
  created.database.close()
})

it('the data folder of the current format has something in each table', () => {
  const current = folders.find(({ format }) => format === dataFormat)
  const database = current ? openStored(current) : null
  const tables = database?.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
  const empty = tables?.filter(({ name }) => database?.get(`SELECT 1 FROM "${name}" LIMIT 1`) === undefined)
  expect(empty?.map(({ name }) => name)).toEqual(emptyTables)
  database?.close()
})
