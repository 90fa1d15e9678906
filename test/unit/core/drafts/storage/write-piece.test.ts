import { describe, expect, it } from 'vitest'
import { writePiece } from '../../../../../src/core/drafts/storage/write-piece.ts'

describe('a piece of a draft', () => {
  it('is written and its log moved in two turns, so that other calls get theirs between', async () => {
    const events: string[] = []
    setImmediate(() => events.push('another call'))
    const written = writePiece({ moveLog: () => void events.push('log moved') }, () => events.push('written'))
    expect(events).toEqual(['written'])
    expect(await written).toBe(1)
    expect(events).toEqual(['written', 'another call', 'log moved'])
  })
})
