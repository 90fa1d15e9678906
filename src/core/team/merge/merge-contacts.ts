import type { EntryRef, LogEntry } from '../log/entry.ts'
import { orderEntries } from './order-entries.ts'

/** A mark that nobody has removed. */
export interface ContactMark {
  readonly ref: EntryRef
  readonly customerId: string | null
  readonly mobiles: readonly string[]
  readonly by: string | null
  readonly atMs: number
}

/**
 * Merges the marks of one account, oldest first. A removal removes the marks that it names, which its PC has seen; a mark that was made at
 * the same time on another PC stays in force.
 */
export function mergeContacts(entries: readonly LogEntry[]): readonly ContactMark[] {
  const ordered = orderEntries(entries)
  const removed = new Set(ordered.flatMap(({ entry }) => (entry.kind === 'contact-allowed' ? entry.data.marks : [])))
  return ordered.flatMap(({ entry, ref, time }): ContactMark[] => {
    if (entry.kind !== 'do-not-contact' || removed.has(ref)) return []
    const { customerId, mobiles } = entry.data
    return [{ ref, customerId, mobiles, by: entry.by?.name ?? null, atMs: time[0] }]
  })
}
