import type { SealedEntry } from '../team-server.ts'
import type { Behind } from './sync-plan.ts'

type Part = readonly SealedEntry[]

export interface PullAhead {
  /** The part that the first of `behind` begins with. Those after it are pulled meanwhile. */
  next(behind: readonly [Behind, ...Behind[]]): Promise<Part>
  /** Forgets what was pulled ahead. */
  clear(): void
}

/** While a part is stored, the next ones are checked: storing can stop for longer than one check takes. Each has 2 MB at most. */
const partsAhead = 4

/** Pulls the parts of a long log one after another, before they are needed. `onPulled`: called with each of them, in order. */
export function createPullAhead(
  pull: (device: string, after: number) => Promise<Part>,
  onPulled: (entries: Part) => void,
): PullAhead {
  let queue: { readonly device: string; readonly after: number; readonly entries: Promise<Part> }[] = []
  let plan: readonly Behind[] = []
  /** Where the next part begins; null: nothing is left, or a part has failed. */
  let position: { readonly device: string; readonly after: number } | null = null
  let filling: symbol | null = null

  const placeAfter = (device: string, entries: Part): typeof position => {
    const at = plan.findIndex((each) => each.device === device)
    const [current, following] = [plan[at], plan[at + 1]]
    const last = entries.at(-1)
    if (!current || !last) return null
    if (last.n < current.to) return { device, after: last.n }
    return following ? { device: following.device, after: following.from } : null
  }
  const fill = async (): Promise<void> => {
    if (filling) return
    const own = Symbol('filling')
    filling = own
    try {
      while (position && queue.length < partsAhead) {
        const { device, after } = position
        const entries = pull(device, after)
        queue.push({ device, after, entries })
        const pulled = await entries
        if (filling !== own) return
        onPulled(pulled)
        position = placeAfter(device, pulled)
      }
    } catch {
      // Who needs the part gets the error.
      if (filling === own) position = null
    } finally {
      if (filling === own) filling = null
    }
  }
  const clear = (): void => {
    queue = []
    position = null
    filling = null
  }

  return {
    next(behind) {
      plan = behind
      const [{ device, from }] = behind
      const [first] = queue
      if (first?.device !== device || first.after !== from) {
        clear()
        position = { device, after: from }
      }
      void fill()
      const part = queue.shift()
      void fill()
      return part ? part.entries : Promise.resolve([])
    },
    clear,
  }
}
