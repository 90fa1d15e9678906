import { expect, it } from 'vitest'
import { onlyLong } from '../../../runs.ts'
import { compressBlock, decompressBlock } from '../../../../src/core/database/block-codec.ts'

it.each([true, ...onlyLong(false)])('a block that would fill the memory is refused (Zstandard: %s)', (useZstd) => {
  const block = Buffer.alloc(2 ** 27 + 1)
  const stored = compressBlock(block, useZstd)
  expect(stored.length).toBeLessThan(1_000_000)
  expect(() => decompressBlock(stored)).toThrow(expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }))
  expect(decompressBlock(compressBlock(block.subarray(0, 2_000_000), useZstd))).toHaveLength(2_000_000)
})
