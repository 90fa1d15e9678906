import { FailureError } from '../../failures/failure-error.ts'
import type { TeamServer } from '../team-server.ts'
import type { Outbox } from './local-side.ts'
import { firstBytes } from './sync-plan.ts'

/** What the server has of the entries of this PC. */
export type OwnPush = ReturnType<typeof createOwnPush>

const pushedEntries = 500
const pushedBytes = 1_000_000

export function createOwnPush(server: TeamServer, outbox: Outbox) {
  let pushed: number | null = null
  /** The last entry that was pushed for the first time since the start. */
  let furthest = { device: '', n: 0 }
  /** The device whose entries here are known to be those of the server. */
  let comparedDevice: string | null = null

  const setPushed = (n: number): void => {
    pushed = n
    if (outbox.pushed() !== n) outbox.setPushed(n)
  }

  /** One comparison is enough: bodies are unique, and each PC only adds to those that it has. */
  const hasOtherEntries = async (device: string, there: number): Promise<boolean> => {
    const common = Math.min(there, outbox.head())
    if (common === 0) return false
    const [stored] = await server.pull(device, common - 1, 1)
    const [own] = await outbox.read(common - 1, 1)
    // An answer about other entries says nothing. An empty body was erased, here or at the server.
    if (!stored || !own || stored.device !== device || stored.n !== common) return false
    if (stored.body.length === 0 || own.body.length === 0) return false
    return !Buffer.from(own.body).equals(stored.body)
  }

  return {
    /** The greatest n; null: the server has to be asked. */
    pushed: (): number | null => pushed,
    /** The next poll looks up what the server has. */
    forget(): void {
      pushed = null
    },
    /**
     * Takes what the server says that it has. `lost`: less than was pushed, because it was restored from a backup. `other`: other entries
     * under the numbers of this PC, because its data was: what is here gets other numbers.
     */
    async compare(there: number): Promise<'same' | 'lost' | 'other'> {
      const device = outbox.device()
      if (comparedDevice !== device && (await hasOtherEntries(device, there))) {
        await outbox.startNewDevice()
        pushed = null
        return 'other'
      }
      comparedDevice = device
      const hasLost = pushed !== null && there < pushed
      setPushed(there)
      return hasLost ? 'lost' : 'same'
    },
    /** Pushes the next entries. False: nothing new could be pushed; null: they were pushed again. */
    async push(): Promise<boolean | null> {
      const after = pushed ?? 0
      const entries = firstBytes(await outbox.read(after, pushedEntries), pushedBytes)
      const last = entries.at(-1)
      if (!last) return false
      try {
        await server.push(entries)
        setPushed(last.n)
        const isFirstTime = last.device !== furthest.device || last.n > furthest.n
        if (isFirstTime) furthest = { device: last.device, n: last.n }
        return isFirstTime ? true : null
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.kind !== 'conflict') throw error
        const there = (await server.heads()).get(last.device) ?? 0
        if (there === after) throw error
        if (there > after) await outbox.startNewDevice()
        // A server that lost entries meanwhile gets them again.
        pushed = null
        return false
      }
    },
  }
}
