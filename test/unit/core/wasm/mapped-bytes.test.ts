import { afterEach, expect, it, vi } from 'vitest'

interface WasmMemory {
  readonly buffer: ArrayBuffer
}
const wasm = (globalThis as unknown as { WebAssembly: { Memory: new (pages: { initial: number }) => WasmMemory } })
  .WebAssembly

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

const loadMappedBytes = async () => (await import('../../../../src/core/wasm/wasm-code.ts')).mappedBytes

it('gives zeros in memory of its own from 64 KiB on', async () => {
  const made = vi.spyOn(wasm, 'Memory')
  const mappedBytes = await loadMappedBytes()
  expect(mappedBytes(65_535).byteLength).toBe(65_535)
  expect(made).not.toHaveBeenCalled()
  const long = new Uint8Array(mappedBytes(100_000))
  expect(made).toHaveBeenCalledTimes(1)
  expect([long.length >= 100_000, long.every((byte) => byte === 0)]).toEqual([true, true])
})

it('gives ordinary memory when no addresses are left, and asks for none again', async () => {
  const refused = vi.spyOn(wasm, 'Memory').mockImplementation(
    class {
      constructor() {
        throw new RangeError('WebAssembly.Memory(): could not allocate memory')
      }
    } as unknown as typeof wasm.Memory,
  )
  const mappedBytes = await loadMappedBytes()
  expect([mappedBytes(100_000).byteLength, mappedBytes(200_000).byteLength]).toEqual([100_000, 200_000])
  expect(refused).toHaveBeenCalledTimes(1)
})
