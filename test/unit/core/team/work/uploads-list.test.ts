import { expect, it } from 'vitest'
import { listTeamUploads } from '../../../../../src/core/team/work/team-work-handlers.ts'
import { openMemory } from '../../uploads/upload-bench.ts'

it('names the PC of an upload that arrived before its name, and keeps the name of a PC that is not known any more', () => {
  const database = openMemory()
  const stored = [
    ['pc-1', '', 'upload-1'],
    ['pc-2', 'Front desk', 'upload-2'],
    ['pc-3', 'PC 3', 'upload-3'],
  ] as const
  for (const [device, pcName, id] of stored) {
    database.run(
      `INSERT INTO team_upload (device, id, is_own, pc_name, at, account, region, name, file_name, file_hash, rows, created, finished)
       VALUES (?, ?, 0, ?, '2026-11-20T00:00:00.000Z', 'account 1', 'au', 'March', 'march.csv', ?, 5, 5, 1)`,
      [device, id, pcName, id],
    )
  }
  const known = new Map([
    ['pc-1', 'Back office'],
    ['pc-3', 'Workshop'],
  ])
  const parts = { database, accounts: { scopesOf: () => [] }, nameOfPc: (device: string) => known.get(device) ?? '' }
  const { uploads } = listTeamUploads(parts, { person: null, offset: 0, limit: 10 })
  expect(uploads.map(({ device, pcName }) => [device, pcName])).toEqual([
    ['pc-1', 'Back office'],
    ['pc-2', 'Front desk'],
    ['pc-3', 'Workshop'],
  ])
})
