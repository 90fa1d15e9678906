import { expect, it } from 'vitest'
import { base64Parts, createLongFile, textParts } from '../../../../src/core/export/file-parts.ts'

const partLength = 393_216

async function* each<T>(pieces: readonly T[]): AsyncGenerator<T> {
  yield* pieces
}

it('divides a text into parts that are together the text', async () => {
  const pieces = Array.from({ length: 900 }, (_, at) => `${at},José 😀\r\n`.repeat(50))
  const parts = await textParts(each(pieces))
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.join('')).toBe(pieces.join(''))
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(partLength * 1.1)
})

it('divides bytes into parts of base64 that can be decoded one by one', async () => {
  const pieces = Array.from({ length: 70 }, (_, at) => Uint8Array.from({ length: 10_001 }, (_each, byte) => at + byte))
  const parts = await base64Parts(each(pieces))
  expect(parts.length).toBe(3)
  expect(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))).equals(Buffer.concat(pieces))).toBe(true)
})

it('makes one part of an empty file', async () => {
  expect([await textParts(each([])), await base64Parts(each([]))]).toEqual([[''], ['']])
})

it('hands over the first part, and the others until the last one', () => {
  const file = createLongFile()
  expect(file.start(['whole'])).toEqual({ content: 'whole' })
  const { content, rest } = file.start(['a', 'b', 'c'])
  const id = rest?.file ?? ''
  expect([content, rest?.parts]).toEqual(['a', 2])
  expect([file.part('another', 0), file.part(id, 2), file.part(id, 0), file.part(id, 1)]).toEqual([
    null,
    null,
    'b',
    'c',
  ])
  expect(file.part(id, 0)).toBeNull()
})

it('forgets a file when the next one is made', () => {
  const file = createLongFile()
  const first = file.start(['a', 'b']).rest?.file ?? ''
  file.start(['c', 'd'])
  expect(file.part(first, 0)).toBeNull()
})
