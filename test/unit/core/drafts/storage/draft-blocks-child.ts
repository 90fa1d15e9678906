import { randomBytes, randomUUID } from 'node:crypto'
import { compressBlock } from '../../../../../src/core/database/block-codec.ts'
import { openDatabase } from '../../../../../src/core/database/database.ts'
import { createDraftRepository } from '../../../../../src/core/drafts/storage/draft-repository.ts'

/** Saves and removes drafts until it is killed. Says a line after each block and each removal. */
const [path = '', key = ''] = process.argv.slice(2)
const opened = openDatabase(path, key)
if (opened.state !== 'ready') throw new Error(opened.state)
const { database } = opened
const repository = createDraftRepository(database)
for (let number = 1; ; number += 1) {
  const id = randomUUID()
  repository.begin({ id, connectionId: 'c1', region: 'au', fileName: 'a.csv', createdAt: '2026-11-21T00:00:00.000Z' })
  for (let block = 0; block < 8; block += 1) {
    const rows = compressBlock(Buffer.concat([Buffer.from(`${id} ${block}`), randomBytes(50_000)]))
    await repository.addBlock(id, { sheet: 0, block, rows })
    process.stdout.write('saved\n')
  }
  database.run(`UPDATE draft SET whole = 1 WHERE id = ?`, [id])
  if (number % 3 > 0) continue
  repository.hide(id)
  while (repository.removeSomeBlocks(id)) process.stdout.write('removed\n')
  repository.remove(id)
}
