import { describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { ended, file, put, startUsed } from './folders-harness.ts'

describe('the same content in a watched folder', () => {
  it('sends nothing for the same content under another name, and says so', async () => {
    const run = await startUsed()
    put(run, 'again.csv', file('1AA000', '1AA001'))
    await run.until(async () => (await ended(run)) === 2)
    expect((await run.files())[0]).toMatchObject({
      outcome: 'same-file',
      message: '“first.csv” had the same content. Nothing was sent.',
    })
    expect(run.sent).toHaveLength(1)
    run.database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
         paid_lookups, batch_size, state, created_at) VALUES ('upload-1', ?, 'au', '', '', 0, '[]', 2, 0, 0, 1, 'cancelled', '')`,
      [(await run.only()).connectionId],
    )
    put(run, 'third.csv', file('1AA000', '1AA001'))
    await run.until(async () => (await ended(run)) === 3)
    expect((await run.files())[0]?.message).toBe(
      '“first.csv” had the same content. Its upload was cancelled. To send the rows, import this file yourself. Nothing was sent.',
    )
  })

  it('leaves a file to the user whose content was uploaded to another connection', async () => {
    const run = await startUsed()
    run.behaviour.sentElsewhere = file('1AA009')
    run.behaviour.sendFailure = new FailureError({ kind: 'conflict', message: 'This file was uploaded before.' })
    put(run, 'a.csv', file('1AA009'))
    await run.until(async () => (await ended(run)) === 2)
    expect((await run.files())[0]).toMatchObject({
      outcome: 'waiting',
      reasons: ['This file was uploaded before.'],
    })
  })
})
