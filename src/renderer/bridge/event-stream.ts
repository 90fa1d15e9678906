/** Pause before a stream that the browser no longer reopens is opened again. */
const reopenMs = 3_000

/**
 * The events of the browser host, while the page is open. `EventSource` reopens a broken stream by itself, but not a refused one:
 * a restarted program answers 403 until its address is opened. That one is retried here.
 */
export function createEventStream(address: string) {
  const listeners = new Set<(event: unknown) => void>()
  const watchers = new Set<(up: boolean) => void>()
  let isUp = true

  const setUp = (up: boolean): void => {
    if (up === isUp) return
    isUp = up
    for (const watcher of watchers) watcher(up)
  }

  const open = (): void => {
    const source = new EventSource(address)
    source.addEventListener('open', () => setUp(true))
    source.addEventListener('message', (message: MessageEvent<string>) => {
      const event: unknown = JSON.parse(message.data)
      for (const listener of listeners) listener(event)
    })
    source.addEventListener('error', () => {
      setUp(false)
      if (source.readyState === EventSource.CLOSED) setTimeout(open, reopenMs)
    })
  }
  open()

  return {
    /** Calls the listener with every event, until the returned function is called. */
    subscribe(listener: (event: unknown) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Calls the listener when the stream connects or disconnects, from the next change on. */
    watchLink(listener: (up: boolean) => void) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}
