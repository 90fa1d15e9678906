import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { createDataFolder } from '../../../../twins/data-folder-twin.ts'
import { editsOf, rules, scope } from './group-kill-parts.ts'

it('moves the log while the parts of a long change arrive', async () => {
  const opened = openDatabase(join(createDataFolder(), 'x.db'), '7b'.repeat(32))
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at) VALUES ('c', 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
  )
  let moves = 0
  const counted: Database = { ...database, moveLog: () => void (moves += 1) }
  const { group } = editsOf(counted)
  const movesAfter: number[] = []
  for (let part = 0; part < 20; part += 1) {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      id: `customer-${part}-${at}`,
      lastUpdated: '',
      texts: { clientName: 'Pasted' },
    }))
    await group.cells(scope, rules, 'paste', rows, { changeId: 'large', isLast: false })
    movesAfter.push(moves)
  }
  expect([movesAfter[8], movesAfter[9], movesAfter[18], movesAfter[19]]).toEqual([0, 1, 1, 2])
  database.close()
})
