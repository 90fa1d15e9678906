import { errorFields, type Log } from '../ports/log.ts'
import type { BackgroundPart } from './background-parts.ts'

/** A part of the program whose code is loaded when it is first used: a start does not wait for it. */
export interface LatePart<P> {
  /** The same part for all callers. A load that failed is repeated by the next call. */
  load(): Promise<P>
  /** Calls `work` with the part: at once when it is loaded, or later. A load that fails is logged. */
  use(work: (part: P) => void): void
  /** Starts the part, now or when it is loaded. `isNeeded`: it is loaded now. */
  start(isNeeded?: boolean): void
  /** Null: not loaded so far. */
  loaded(): P | null
  /** Also ends a part that is being loaded. */
  close(): Promise<void>
}

/**
 * `create` imports the code and creates the part; `background` is what of it is started and closed. `failure`: the event that the log
 * gets.
 */
export function createLatePart<P>(
  create: () => Promise<P>,
  background: (part: P) => BackgroundPart,
  { log, failure }: { readonly log: Log; readonly failure: string },
): LatePart<P> {
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
  const loadOnce = (): Promise<P> => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
  const use = (work: (part: P) => void): void => {
    if (created !== null) work(created)
    else loadOnce().then(work, (error: unknown) => log.write('error', failure, errorFields(error)))
  }
  return {
    load: loadOnce,
    use,
    start(isNeeded = false) {
      isStarted = true
      if (created !== null) background(created).start()
      else if (isNeeded) use(() => undefined)
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
