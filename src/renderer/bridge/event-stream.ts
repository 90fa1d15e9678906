/** How long to wait before a stream that the browser gave up on is opened again, in milliseconds. */
const reopenMs = 3_000

export interface EventStream {
  /** Hears every event until the returned function is called. */
  subscribe(listener: (event: unknown) => void): () => void
  /** Hears when the stream comes up and goes down; a new listener first hears of the next change. */
  watchLink(listener: (up: boolean) => void): () => void
}

/**
 * The browser host's events, for as long as the page lives. `EventSource` reopens a broken stream by itself but gives up on a
 * refused one (a program that was started again answers 403 until its address is opened): that one is tried again here.
 */
export function createEventStream(address: string): EventStream {
  const listeners = new Set<(event: unknown) => void>()
  const watchers = new Set<(up: boolean) => void>()
  let up = true

  const tell = (nowUp: boolean): void => {
    if (nowUp === up) return
    up = nowUp
    for (const watcher of watchers) watcher(up)
  }

  const open = (): void => {
    const source = new EventSource(address)
    source.addEventListener('open', () => tell(true))
    source.addEventListener('message', (message: MessageEvent<string>) => {
      const event: unknown = JSON.parse(message.data)
      for (const listener of listeners) listener(event)
    })
    source.addEventListener('error', () => {
      tell(false)
      if (source.readyState === EventSource.CLOSED) setTimeout(open, reopenMs)
    })
  }
  open()

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watchLink(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}
