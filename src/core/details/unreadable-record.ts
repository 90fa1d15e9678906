import type { UnreadableRecord } from '../../contract/unreadable-record.ts'

/** A longer record is cut: it is shown to be recognised and reported, not to be worked with. */
const maxLength = 20_000

/** Formats a record that cannot be read, as the service sent it. */
export function unreadableRecord(raw: unknown): UnreadableRecord {
  const text = JSON.stringify(raw, null, 2) ?? 'undefined'
  return { raw: text.length > maxLength ? `${text.slice(0, maxLength)}…` : text }
}
