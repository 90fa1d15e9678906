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
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
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
