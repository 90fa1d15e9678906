import type { BackgroundPart } from './background-parts.ts'

/** A part of the program whose code is loaded when it is first used: a start does not wait for it. */
export interface LatePart<P> {
  /** The same part for all callers. A load that failed is repeated by the next call. */
  load(): Promise<P>
  /** Starts the part, now or when it is loaded. */
  start(): void
  /** Null: not loaded so far. */
  loaded(): P | null
  /** Also ends a part that is being loaded. */
  close(): Promise<void>
}

/** `create` imports the code and creates the part; `background` is what of it is started and closed. */
export function createLatePart<P>(create: () => Promise<P>, background: (part: P) => BackgroundPart): LatePart<P> {
  let created: P | null = null
  let loading: Promise<P> | null = null
  let [isStarted, isClosed] = [false, false]

  const load = async (): Promise<P> => {
    const part = await create()
    if (isClosed) await background(part).close()
    else if (isStarted) background(part).start()
    created = part
    return part
  }
  return {
    load() {
      loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })
      return loading
    },
    start() {
      isStarted = true
      if (created !== null) background(created).start()
    },
    loaded: () => created,
    async close() {
      isClosed = true
      if (created !== null) await background(created).close()
      // Its own callers see a failure.
      else await loading?.then(undefined, () => undefined)
    },
  }
}
