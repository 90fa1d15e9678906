import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { jsonOrNull } from '../../database/parse-json.ts'
import { Recorder } from '../../../contract/call-note.ts'
import { lastMs, maxCounter, type HybridTime } from '../clock/hybrid-clock.ts'
import { entryKinds, type EntryKind, type TeamContent } from './entry-kinds.ts'

/** Names an entry for good: the device that wrote it, and an id that stays when the entry gets another number. */
export type EntryRef = string
export const refOf = (device: string, id: string): EntryRef => `${device}:${id}`

/** 72 random bits: each device needs its own ids to differ only. */
export const newEntryId = (): string => randomBytes(9).toString('base64url')

const EntryId = z.string().regex(/^[\w-]{1,22}$/)
const EntryRef = z.string().regex(/^[0-9a-f-]{36}:[\w-]{1,22}$/)

const Envelope = z.object({
  /** The version of the schema of this kind. */
  v: z.number().int().min(1),
  kind: z.string().max(40),
  id: EntryId,
  at: z.tuple([z.number().int().min(0).max(lastMs), z.number().int().min(0).max(maxCounter)]),
  /** The latest entries about the same subject that the writer had seen. */
  after: z.array(EntryRef).max(50),
  /** Who was working; null: not known. */
  by: Recorder.extend({ id: z.string().max(64), name: z.string().max(200) }).nullable(),
  data: z.unknown(),
})

export interface EntryHead {
  readonly id: string
  readonly at: HybridTime
  readonly after: readonly EntryRef[]
  readonly by: Recorder | null
}

/** An entry as it is written on this PC. */
export type NewEntry = EntryHead & TeamContent

/** An entry with its place in the log of the team. */
export type LogEntry = NewEntry & { readonly device: string; readonly n: number }

export type ParsedEntry =
  | { readonly state: 'known'; readonly entry: NewEntry }
  /** A kind or a version of a kind that only later versions of Forecourt know: kept, and read again after an update. */
  | { readonly state: 'newer'; readonly kind: string; readonly head: EntryHead }
  | { readonly state: 'malformed' }

export function entryText({ kind, data, id, at, after, by }: NewEntry): string {
  return JSON.stringify({ v: entryKinds[kind].version, kind, id, at, after, by, data })
}

/** Reads the text of an entry, which may have been written by anything. */
export function parseEntry(text: string): ParsedEntry {
  const envelope = Envelope.safeParse(jsonOrNull(text))
  if (!envelope.success) return { state: 'malformed' }
  const { v: version, kind, data, ...head } = envelope.data
  if (!isKnown(kind) || version > entryKinds[kind].version) return { state: 'newer', kind, head }
  const content = entryKinds[kind].schema.safeParse(data)
  return content.success
    ? { state: 'known', entry: { ...head, kind, data: content.data } as NewEntry }
    : { state: 'malformed' }
}

const isKnown = (kind: string): kind is EntryKind => Object.hasOwn(entryKinds, kind)
