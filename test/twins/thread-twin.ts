import { EventEmitter } from 'node:events'
import type { Transferable, Worker } from 'node:worker_threads'

export type PostMessage = (message: unknown) => void

/**
 * Does the work of a thread in this one: a real thread needs a quarter of a second of CPU to start. As there, a message is
 * a clone and arrives later, an error ends the thread, and nothing arrives after its end.
 */
export class ThreadTwin extends EventEmitter {
  readonly #receive: ((message: never, post: PostMessage) => unknown) | null
  #hasEnded = false

  constructor({
    start,
    receive = null,
  }: {
    /** Work that ends the thread. */
    readonly start?: (post: PostMessage) => void
    readonly receive?: ((message: never, post: PostMessage) => unknown) | null
  }) {
    super()
    this.#receive = receive
    if (start) this.#later(async () => start(this.#post), true)
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    const sent = structuredClone(message, { transfer: [...transfer] }) as never
    this.#later(async () => this.#receive?.(sent, this.#post), false)
  }

  async terminate(): Promise<number> {
    this.#end(1)
    return 1
  }

  readonly #post: PostMessage = (message) => {
    const sent: unknown = structuredClone(message)
    setImmediate(() => void (this.#hasEnded || this.emit('message', sent)))
  }

  #later(work: () => Promise<unknown>, isLast: boolean): void {
    setImmediate(() => {
      if (this.#hasEnded) return
      work().then(
        () => isLast && setImmediate(() => this.#end(0)),
        (error: unknown) =>
          setImmediate(() => {
            if (!this.#hasEnded) this.emit('error', error)
            this.#end(1)
          }),
      )
    })
  }

  #end(code: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.emit('exit', code)
  }
}

/** The calls of a thread that the program makes. */
export const asWorker = (twin: ThreadTwin): Worker => twin as unknown as Worker
