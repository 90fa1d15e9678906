import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataFormat } from '../../src/core/database/schema.ts'
import { contentOf } from '../data-folder/content.ts'
import { copyAsKilled, openCopy, saveFixture } from '../data-folder/data-folder.ts'
import { startFilledProgram } from '../data-folder/filled-program.ts'
import { startPostgres, type PostgresHere } from './postgres-here.ts'

let postgres: PostgresHere

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

// With FORECOURT_WRITE_DATA_FOLDER=1 it becomes the fixture of this format.
it('shows the same work of every kind each time that a killed program starts', { timeout: 600_000 }, async () => {
  const pc = await startFilledProgram(await postgres.createDatabase())
  const { folder, stored } = copyAsKilled(pc, dataFormat)
  await pc.program.close()
  const content = await contentOf(await openCopy(stored, folder))
  if (process.env['FORECOURT_WRITE_DATA_FOLDER'] === '1') saveFixture(folder, stored, content)
  expect(await contentOf(await openCopy(stored, folder))).toEqual(content)
})
