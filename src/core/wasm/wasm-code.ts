/** What is used of the global object; Node's types do not have it. */
declare const WebAssembly: {
  validate(code: Uint8Array): boolean
  readonly Module: new (code: Uint8Array) => object
  readonly Memory: new (pages: { initial: number }) => WasmMemory
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

interface WasmMemory {
  /** Another one after `grow`. */
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const pageBytes = 65_536

const createMemory = (bytes: number): WasmMemory => new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })

/** Whether there may be addresses left for `mappedBytes`. */
let hasAddresses = true

/**
 * Zeros in memory that the system gives and takes back as a whole: what comes from the C library and goes again leaves holes between what stays, and
 * glibc keeps them. The collector frees it. For long arrays that stay for some time: each reserves 10 GiB of addresses, and V8's sandbox in
 * Electron has room for about a hundred. Where none are left, it is ordinary memory.
 */
export function mappedBytes(length: number): ArrayBuffer {
  if (hasAddresses && length >= pageBytes) {
    try {
      return createMemory(length).buffer
    } catch {
      // V8 has collected all objects to find some, and would do so again.
      hasAddresses = false
    }
  }
  return new ArrayBuffer(length)
}

/** Whether this processor has the instructions of compiled code (SSE 4.1 is from 2008). */
export const canRunWasm = (code: Uint8Array): boolean => WebAssembly.validate(code)

/** Compiled code that is ready, with its memory. `exports`: what its source exports. */
export interface StartedWasm {
  readonly buffer: ArrayBuffer
  readonly exports: object
  /** Makes the memory at least so long. The buffer is another one then. */
  reserve(bytes: number): void
}

/** Makes compiled code ready, with a memory of at least so many bytes. `imports`: functions by the module that declares them. */
export function startWasm(code: Uint8Array, bytes: number, imports: object = {}): StartedWasm {
  const memory = createMemory(bytes)
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { ...imports, env: { memory } })
  return {
    get buffer() {
      return memory.buffer
    },
    exports,
    reserve(needed) {
      const missing = Math.ceil((needed - memory.buffer.byteLength) / pageBytes)
      if (missing > 0) memory.grow(missing)
    },
  }
}
