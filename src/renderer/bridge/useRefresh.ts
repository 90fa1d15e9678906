import { onScopeDispose } from 'vue'
import type { EventName, ProgramEvent } from '../../contract/events.ts'
import { useClient } from './program-client.ts'

/** Events after which data is fetched again: names, or names with a test of the event (its subject, usually). */
export type RefreshOn = readonly EventName[] | { readonly [N in EventName]?: (event: ProgramEvent) => boolean }

export interface RefreshOptions {
  readonly refreshOn?: RefreshOn
  /** Shortest time between the end of one fetch and the start of the next that an event causes. Default 0. */
  readonly minGapMs?: number
  /** Slow answers lengthen the gap, so that refreshing takes at most a tenth of the program's time. */
  readonly adaptiveGap?: boolean
}

const restPerWork = 9

/** Repeats a fetch on request and on events, for as long as the effect scope lives. */
export function useRefresh(
  fetch: () => Promise<unknown>,
  { refreshOn = [], minGapMs = 0, adaptiveGap = false }: RefreshOptions = {},
) {
  const client = useClient()
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let requested = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let restUntil = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    requested = false
    const startedMs = performance.now()
    await fetch()
    const endedMs = performance.now()
    restUntil = endedMs + Math.max(minGapMs, adaptiveGap ? (endedMs - startedMs) * restPerWork : 0)
    running = null
    if (requested) schedule()
  }

  function start(): Promise<void> {
    if (stopped) return Promise.resolve()
    running = run()
    return running
  }

  function schedule(): void {
    // A fetch that was requested with `now` starts as soon as the running one ends.
    if (stopped || running || next || timer !== undefined) return
    const waitMs = restUntil - performance.now()
    if (waitMs <= 0) void start()
    else timer = setTimeout(() => void start(), waitMs)
  }

  /** Fetches soon: never two fetches at a time, never sooner than the gap, and always one after the last request. */
  function request(): void {
    requested = true
    schedule()
  }

  /** Fetches now and ignores the gap. While a fetch runs, one more follows it. Resolves after a fetch that began later. */
  function now(): Promise<void> {
    if (!running) return next ?? start()
    next ??= running.then(() => {
      next = null
      return start()
    })
    return next
  }

  const events = Array.isArray(refreshOn)
    ? (refreshOn as readonly EventName[]).map((name) => [name, () => true] as const)
    : (Object.entries(refreshOn) as [EventName, (event: ProgramEvent) => boolean][])
  const stops = events.map(([name, isRelevant]) =>
    client.onEvent(name, (event) => {
      if (isRelevant(event)) request()
    }),
  )
  onScopeDispose(() => {
    stopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  })

  return { request, now }
}
