import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { eraseTeamRows } from '../../privacy/team-rows.ts'
import type { IsPerson } from '../../privacy/person.ts'
import { runInSlicesWhile, type Steps } from '../../scheduling/in-slices.ts'
import { erasingSetting } from './leave-work.ts'
import type { LogRepository } from './log-repository.ts'

interface PendingChangesParts {
  readonly database: Database
  readonly repository: Pick<LogRepository, 'headOf' | 'countUpTo' | 'discountRange'>
  /** Null: nobody was deleted. */
  isMarked(): IsPerson | null
  /** Entries of persons were erased; false: there were none. */
  onErased(hasErased: boolean): void
  onError(error: unknown): void
}

/** Changes to many stored entries, in short transactions beside everything else. */
export interface PendingChanges {
  /** Notes in the transaction that stores marks of deleted persons that entries about them have to be erased. A kill postpones it only. */
  requestErasure(): void
  /** Whether entries about deleted persons may still have their content. */
  isErasing(): boolean
  /**
   * Sets that entries of a device count up to a number. The first ones are changed in the caller's transaction, the others later; after a
   * restart it has to be called again.
   */
  setLastCounted(device: string, last: number): void
  /** The last entry of a device that counts, while what is stored about its entries is not changed; null: what is stored is right. */
  lastCountedOf(device: string): number | null
  /** Resolves when nothing is left to do, or it has failed. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Entries of one transaction. */
const entriesAtOnce = 200
/** Some 300 pages of the write-ahead log. */
const piecesBetweenMoves = 4

export function createPendingChanges(parts: PendingChangesParts): PendingChanges {
  const { database, repository } = parts
  /** `at`: entries up to this number are done. */
  const counted = new Map<string, { readonly last: number; at: number }>()
  let isErasing = readSetting(database, erasingSetting) !== null
  let requests = 0
  let running: Promise<void> | null = null
  let isClosed = false

  /** The next entries of a device. Null: all are done. */
  const changeSome = (device: string, last: number, at: number): number | null => {
    const returned = repository.countUpTo(device, last, entriesAtOnce)
    const head = repository.headOf(device)
    const to = Math.min(head, at + entriesAtOnce)
    if (to > at) repository.discountRange(device, at, to)
    return to >= head && returned < entriesAtOnce ? null : Math.max(at, to)
  }
  function* changeCounted(): Steps<void> {
    let pieces = 0
    for (const [device, change] of counted) {
      for (let at: number | null = change.at; at !== null;) {
        const from: number = at
        at = database.transaction(() => changeSome(device, change.last, from), 'later')
        if (at !== null) change.at = at
        pieces += 1
        if (pieces % piecesBetweenMoves === 0) database.moveLog()
        yield
        // Another list of members came meanwhile.
        if (counted.get(device) !== change) break
      }
      if (counted.get(device) === change) counted.delete(device)
    }
  }
  function* erase(): Steps<void> {
    let hasErased = false
    for (let done = -1; done !== requests;) {
      const isMarked = parts.isMarked()
      done = requests
      if (isMarked && (yield* eraseTeamRows(database, isMarked)) > 0) hasErased = true
    }
    writeSetting(database, erasingSetting, null)
    isErasing = false
    parts.onErased(hasErased)
  }
  function* changeAll(): Steps<void> {
    while (counted.size > 0 || isErasing) {
      yield* changeCounted()
      if (isErasing) yield* erase()
    }
  }
  const start = (): void => {
    if (isClosed) return
    running ??= yieldToEventLoop()
      .then(() => runInSlicesWhile(changeAll(), () => !isClosed))
      .then(() => undefined)
      .catch(parts.onError)
      .finally(() => {
        running = null
      })
  }
  if (isErasing) database.afterCommit(start)

  return {
    requestErasure() {
      writeSetting(database, erasingSetting, '1')
      database.afterCommit(() => {
        isErasing = true
        requests += 1
        start()
      })
    },
    isErasing: () => isErasing,
    setLastCounted(device, last) {
      const at = changeSome(device, last, last)
      if (at === null) return void counted.delete(device)
      counted.set(device, { last, at })
      database.afterCommit(start)
    },
    lastCountedOf: (device) => counted.get(device)?.last ?? null,
    async settled() {
      while (running) await running
    },
    async close() {
      isClosed = true
      await running
    },
  }
}
