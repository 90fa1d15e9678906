import { describe, expect, it } from 'vitest'
import type { Upload } from '../../../../../src/contract/uploads.ts'
import { showNotice } from '../../../../../src/renderer/features/uploads/noticed-upload.ts'
import { rowsWith, sampleUpload } from './sample-upload.ts'

async function noticeOf(upload: Upload): Promise<{ shown: string[]; opened: string[] }> {
  const shown: string[] = []
  const opened: string[] = []
  const read = (): Promise<unknown> => Promise.resolve({ ok: true, value: upload })
  const toasts = {
    success(text: string, action?: { run(): void }) {
      shown.push(`success: ${text}`)
      action?.run()
      return 1
    },
    failure(failure: { message: string } | string) {
      shown.push(`failure: ${typeof failure === 'string' ? failure : failure.message}`)
      return 1
    },
  }
  await showNotice({ read: read as never }, toasts, upload.id, (id) => opened.push(id))
  return { shown, opened }
}

describe('the notice of an upload', () => {
  it('names the upload and its result, and opens it', async () => {
    const rows = rowsWith({ inFile: 3, sent: 3, accepted: 3 })
    expect(await noticeOf(sampleUpload({ state: 'complete', rows }))).toEqual({
      shown: ['success: Sold cars: 3 customers are tracked.'],
      opened: ['upload-1'],
    })
  })

  it('shows why an upload stopped', async () => {
    const failure = { kind: 'no-licence', message: 'Your licence has ended.' } as const
    expect((await noticeOf(sampleUpload({ state: 'stopped', failure }))).shown).toEqual([
      'failure: Your licence has ended.',
    ])
  })
})
