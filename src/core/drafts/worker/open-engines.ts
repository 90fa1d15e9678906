import { randomUUID } from 'node:crypto'
import { ColumnTable } from '../columns/column-table.ts'
import type { DraftEngine } from '../engine/engine.ts'
import type { RowQuery } from '../engine/row-query.ts'

/** Orders kept of a draft: of its grid, and of one that is asked for meanwhile. */
const maxOrders = 4

/** The open drafts of a thread, and what is kept of each between calls. */
export class OpenEngines {
  readonly #engines = new Map<string, DraftEngine>()
  readonly #loading = new Map<string, ColumnTable[]>()
  /** The last exported file of each draft. */
  readonly exported = new Map<string, Uint8Array>()
  /** By draft and name: row numbers, in the orders that were asked for last. */
  readonly #orders = new Map<string, Map<string, Uint32Array>>()
  set(draftId: string, engine: DraftEngine): void {
    this.#engines.set(draftId, engine)
  }

  /** Throws when the draft is not loaded. */
  of(draftId: string): DraftEngine {
    const engine = this.#engines.get(draftId)
    if (!engine) throw new Error('The draft is not loaded')
    return engine
  }

  /** The sheets of a draft whose blocks are being handed over. */
  arriving(draftId: string): ColumnTable[] {
    const sheets = this.#loading.get(draftId) ?? []
    this.#loading.set(draftId, sheets)
    return sheets
  }

  /** The sheets of a draft whose blocks were handed over, by position. */
  arrived(draftId: string, positions: readonly number[]): ColumnTable[] {
    const sheets = this.#loading.get(draftId) ?? []
    this.#loading.delete(draftId)
    return positions.map((sheet) => sheets[sheet] ?? new ColumnTable())
  }

  /** An order that stays while rows are edited. `name`: of an earlier call; null: a new one. */
  keptOrder(
    draftId: string,
    query: RowQuery,
    name: string | null,
  ): { readonly name: string; readonly rows: Uint32Array } {
    const kept = this.#orders.get(draftId) ?? new Map<string, Uint32Array>()
    this.#orders.set(draftId, kept)
    const found = name !== null && kept.has(name) ? name : randomUUID()
    const rows = kept.get(found) ?? this.of(draftId).order(query)
    // The last one is kept longest.
    kept.delete(found)
    kept.set(found, rows)
    for (const oldest of [...kept.keys()].slice(0, -maxOrders)) kept.delete(oldest)
    return { name: found, rows }
  }

  forget(draftId: string): void {
    this.#engines.delete(draftId)
    this.#orders.delete(draftId)
    this.#loading.delete(draftId)
    this.exported.delete(draftId)
  }
}
