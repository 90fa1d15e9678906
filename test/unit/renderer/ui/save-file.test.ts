import { expect, test } from 'vitest'
import { bytesOf } from '../../../../src/renderer/ui/save-file.ts'

test('a text keeps its byte order mark, and bytes come back as they were', () => {
  expect([...bytesOf({ encoding: 'utf8', content: '\uFEFFé' })]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9])
  expect([...bytesOf({ encoding: 'base64', content: 'AP+A' })]).toEqual([0, 255, 128])
})
