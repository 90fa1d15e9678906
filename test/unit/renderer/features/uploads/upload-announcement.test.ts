import { expect, it } from 'vitest'
import { announcement } from '../../../../../src/renderer/features/uploads/upload-announcement.ts'
import { sampleUpload } from './sample-upload.ts'

const at = (done: number) => sampleUpload({ progress: { ...sampleUpload().progress, done } })

it('announces each state and each quarter of the progress, and nothing between', () => {
  expect(announcement(null, at(1))).toMatch(/^Sending/)
  expect(announcement(at(1), at(2))).toBeNull()
  expect(announcement(at(90), at(101))).toBe('25 percent processed, 0 errors.')
  expect(announcement(at(101), at(150))).toBeNull()
  expect(announcement(at(390), sampleUpload({ state: 'complete' }))).toMatch(/tracked/)
  expect(announcement(sampleUpload({ state: 'complete' }), sampleUpload({ state: 'complete' }))).toBeNull()
})
