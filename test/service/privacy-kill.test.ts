import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { deletionReceipts } from '../../src/core/privacy/person-deletions.ts'
import { isLong } from '../runs.ts'
import { textsInFolder } from '../twins/stored-pages.ts'
import { dataKey, openData } from '../unit/core/privacy/plant-person.ts'
import { jane, omar, plantedFolder, textsOf } from '../unit/core/privacy/privacy-harness.ts'
import type { PrivacyLife } from './privacy-child.ts'

/** What one life wrote; '' when it was killed. */
const live = (life: PrivacyLife): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = new URL('privacy-child.ts', import.meta.url).pathname
    execFile(process.execPath, ['--no-warnings', child, JSON.stringify(life)], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr))
      else resolve(stdout)
    })
  })

describe('a program that is killed while it deletes a person', () => {
  it('leaves nothing of the person after the next starts, and keeps everybody else', async () => {
    const folder = await plantedFolder()
    const life = { folder, key: dataKey, text: jane.name }
    // Each life goes a little further than the one before, so every part of the work is cut somewhere.
    let said = ''
    let lives = 0
    for (let dieAt = 6; said === '' && lives < 14; dieAt = Math.ceil(dieAt * (isLong ? 1.5 : 4))) {
      said = await live({ ...life, dieAt })
      lives += 1
    }
    expect(said).toMatch(/^done/)
    expect(lives).toBeGreaterThan(2)
    const database = openData(folder)
    expect(deletionReceipts(database)).toMatchObject([{ state: 'done' }])
    expect(database.all('SELECT customer_id FROM bin WHERE erased_by IS NOT NULL')).toEqual([{ customer_id: jane.id }])
    database.run('DELETE FROM bin WHERE erased_by IS NOT NULL')
    database.close()
    expect(textsInFolder(folder, dataKey, textsOf(jane))).toEqual([])
    expect(textsInFolder(folder, dataKey, textsOf(omar))).toEqual(textsOf(omar))
  })
})
