/** What is used of the global object; Node's types do not have it. */
declare const WebAssembly: {
  validate(code: Uint8Array): boolean
  readonly Module: new (code: Uint8Array) => object
  readonly Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

const pageBytes = 65_536

/** Whether this processor has the instructions of compiled code (SSE 4.1 is from 2008). */
export const canRunWasm = (code: Uint8Array): boolean => WebAssembly.validate(code)

/** Makes compiled code ready, with a memory of at least so many bytes. `exports`: what its source exports. */
export function startWasm(code: Uint8Array, bytes: number): { readonly buffer: ArrayBuffer; readonly exports: object } {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { env: { memory } })
  return { buffer: memory.buffer, exports }
}
