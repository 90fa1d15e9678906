import { describe, expect, it } from 'vitest'
import { uploadDetailsText, uploadFacts } from '../../../../../src/renderer/features/uploads/upload-details-text.ts'
import { headline, stateSentence } from '../../../../../src/renderer/features/uploads/uploads-text.ts'
import { undoneLabel, undoneSentence } from '../../../../../src/renderer/features/uploads/result-text.ts'
import { sampleUpload } from './sample-upload.ts'

describe('the details of an upload', () => {
  const upload = sampleUpload({
    lookUpMissingVins: true,
    paidLookups: 12,
    origin: {
      fileHash: 'ab12',
      userName: 'jcitizen',
      connectionName: 'Practice',
      referenceKey: null,
      knownCustomers: 'send',
      options: {
        sheet: 'Sales',
        headerRow: 3,
        defaultState: 'VIC',
        mobileForm: 'international',
        columns: [{ header: 'Sold on', target: 'sale_date', dateOrder: 'dmy' }],
      },
    },
  })

  it('name the file, the user, the connection and every option', () => {
    const facts = Object.fromEntries(uploadFacts(upload).map(({ name, value }) => [name, value]))
    expect(facts).toMatchObject({
      File: 'sold.csv',
      'SHA-256 of the file': 'ab12',
      Sheet: 'Sales',
      'Header row': '3',
      'Sent by': 'jcitizen',
      Connection: 'Practice',
      Region: 'Australia',
      'Look up missing VINs': 'Yes, 12 paid look-ups at most',
      'Row references': 'No',
      'Existing customers': 'Add again',
      'Default state': 'Victoria',
      'Mobile number format': 'International (+61 491 570 006)',
    })
    expect(upload.origin.options?.columns.map(uploadDetailsText.column)).toEqual([
      'Sold on: Sale date (day/month/year)',
    ])
  })

  it('name the watched folder that sent it', () => {
    const { origin } = upload
    const facts = uploadFacts({ ...upload, origin: { ...origin, userName: null, folderName: 'Nightly exports' } })
    expect(facts.find(({ name }) => name === 'Sent by')?.value).toBe('folder “Nightly exports”')
  })

  it('leave out what an older version did not store', () => {
    const names = uploadFacts(sampleUpload()).map(({ name }) => name)
    expect(names).not.toContain('Sent by')
    expect(names).not.toContain('SHA-256 of the file')
    expect(names).toContain('Row references')
  })
})

describe('an undone upload', () => {
  const at = '2026-11-21T01:00:00.000Z'

  it.each([
    [{ at, left: 0, deleting: 0 }, 'Undone', 'Its customers were deleted.'],
    [{ at, left: 5, deleting: 5 }, 'Undoing', '5 customers are still being deleted.'],
    [{ at, left: 1, deleting: 0 }, 'Partly undone', '1 customer is still in the list.'],
  ])('says whether all of its customers are gone: %o', (undone, label, sentence) => {
    expect(undoneLabel(undone).text).toBe(label)
    expect(undoneSentence(undone)).toContain(sentence)
    const upload = sampleUpload({ state: 'complete', undone })
    expect(headline(upload).title).toBe(label)
    expect(stateSentence(upload)).toContain(sentence)
  })
})
