import type { Levers } from './control/levers.ts'

export interface TurnParts {
  readonly levers: Levers
  /** What is done each turn; each tells how much it did. */
  readonly often: readonly (() => number)[]
  /** What is done every twentieth turn: about once a second. */
  readonly seldom: readonly (() => unknown)[]
  /** What follows from the rest: events on their way. */
  readonly last: () => void
  readonly log: (line: string) => void
}

export interface Turns {
  start(): void
  /** One turn of everything now, whenever it would have been due. */
  takeAll(): void
  stop(): void
}

const turnMs = 50
const turnsPerSeldom = 20

/** All that goes on by itself, in short turns, so that calls are answered in between. */
export function turnsOf({ levers, often, seldom, last, log }: TurnParts): Turns {
  let taken = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const take = (): number => {
    const done = often.reduce((sum, work) => sum + work(), 0)
    if (taken % turnsPerSeldom === 0) for (const work of seldom) work()
    last()
    taken += 1
    return done
  }

  const round = (): void => {
    if (stopped) return
    let more = false
    try {
      more = take() > 0 && levers.customersPerSecond === Number.POSITIVE_INFINITY
    } catch (error) {
      log(`A turn failed: ${error instanceof Error ? error.message : 'unknown'}`)
    }
    timer = setTimeout(round, more ? 0 : turnMs)
  }

  return {
    start: round,
    takeAll: () => {
      taken = 0
      take()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
