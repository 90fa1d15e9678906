import { expect, it } from 'vitest'
import { createTextArena, joinTexts } from '../../../../../src/core/customers/packed/text-arena.ts'

const texts = (text: string): Uint8Array => Buffer.from(`${text}\u00ff`, 'latin1')

it('keeps bytes that are held while the arena grows and is compacted, and frees all others', () => {
  const arena = createTextArena()
  arena.append(0, 2, joinTexts([texts('isla'), texts('noah')]))
  const [view, held] = [arena.view(), arena.hold()]
  const before = Buffer.from(view)
  arena.reserve(100_000, 0)
  expect(Buffer.from(held.bytes)).toEqual(before)
  arena.compact(Uint32Array.of(1))
  expect(Buffer.from(held.bytes)).toEqual(before)
  held.release()
  const last = arena.view()
  arena.reserve(200_000, 0)
  expect(last).toHaveLength(0)
  expect(Buffer.from(arena.textsAt(0)).toString('latin1')).toBe('noah\u00ff')
})
