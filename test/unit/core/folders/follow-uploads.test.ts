import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ImportReport } from '../../../../src/contract/import-report.ts'
import { startFolders } from './folders-harness.ts'

it('says in the report of a sent file that customers exist twice, until that is answered', async () => {
  const run = startFolders()
  await run.watch()
  writeFileSync(join(run.folder, 'first.csv'), 'Rego,State\n1AA000,VIC\n')
  await run.until(async () => (await run.files()).some(({ endedAt }) => endedAt !== null))
  run.sendDraft((await run.files())[0]?.draftId ?? '')
  writeFileSync(join(run.folder, 'second.csv'), 'Rego,State\n1AA002,VIC\n')
  const message = (): string | null => {
    if (!run.list('done').includes('second.csv.report.json')) return ''
    return ImportReport.parse(JSON.parse(readFileSync(join(run.folder, 'done', 'second.csv.report.json'), 'utf8')))
      .message
  }
  await run.until(() => message() === '1 customer accepted.')
  run.behaviour.duplicates = new Map([['upload-2', 1]])
  await run.until(() => message()?.includes('1 customer of the upload exists twice at the service.') === true)
  expect((await run.files()).find(({ name }) => name === 'second.csv')?.message).toBe(message())
  run.behaviour.duplicates = new Map()
  await run.until(() => message() === '1 customer accepted.')
})
