import { inSlices } from '../scheduling/in-slices.ts'
import { publicKeyOf } from './crypto/device-keys.ts'
import { isSignedBy, keyIdOf, openEntry, sealedState, type EntryPlace } from './crypto/sealed-entry.ts'
import type { KeyRing } from './crypto/team-keys.ts'
import { parseEntry, type NewEntry } from './log/entry.ts'
import { maxBodyBytes, type SealedEntry } from './team-server.ts'

/** Why an entry is not accepted for good. */
export type Refusal =
  | 'too-large'
  | 'malformed'
  /** Not signed by the device for this team, device and number: forged, damaged, or moved from another place. */
  | 'forged'
  /** Signed by a member, but not encrypted with the key that it names. */
  | 'unreadable'

/** Why an entry cannot be accepted yet. It is kept, and tried again when members, keys or the version of Forecourt have changed. */
export type Obstacle = 'unknown-member' | 'unknown-key' | 'newer-format'

export type AcceptedEntry =
  /** Also of a member who was removed before: a later list can show that the removal does not count. */
  | { readonly state: 'accepted'; readonly text: string; readonly entry: NewEntry }
  /** Of a later version of Forecourt: kept, not merged. */
  | { readonly state: 'newer'; readonly text: string; readonly kind: string }
  /** Its content was erased at the server. */
  | { readonly state: 'erased' }
  | { readonly state: 'waiting'; readonly reason: Obstacle }
  | { readonly state: 'refused'; readonly reason: Refusal }

export interface EntryTrust {
  readonly teamId: string
  readonly keys: KeyRing
  readonly members: ReadonlyMap<string, { readonly signKey: string }>
}

const refused = (reason: Refusal): AcceptedEntry => ({ state: 'refused', reason })
const waiting = (reason: Obstacle): AcceptedEntry => ({ state: 'waiting', reason })
const deviceShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Decides about entries of the server, which may have been written by anyone. Each is decided alone, so none blocks another. Pauses, so
 * that other calls run in between.
 */
export async function acceptEntries(entries: readonly SealedEntry[], trust: EntryTrust): Promise<AcceptedEntry[]> {
  const accepted: AcceptedEntry[] = []
  for await (const entry of inSlices(entries)) accepted.push(await accept(entry, trust))
  return accepted
}

async function accept({ device, n, body }: SealedEntry, trust: EntryTrust): Promise<AcceptedEntry> {
  if (!deviceShape.test(device) || !Number.isSafeInteger(n) || n < 1) return refused('malformed')
  if (body.length > maxBodyBytes) return refused('too-large')
  if (body.length === 0) return { state: 'erased' }
  const state = sealedState(body)
  if (state === 'malformed') return refused('malformed')
  if (state === 'newer') return waiting('newer-format')
  const place = { teamId: trust.teamId, device, n }
  const member = trust.members.get(device)
  if (!member) return acceptJoin(body, place, trust)
  return (await isBy(member.signKey, body, place)) ? openSigned(body, place, trust) : refused('forged')
}

/** An entry that its member signed. */
function openSigned(body: Uint8Array, place: EntryPlace, { keys }: EntryTrust): AcceptedEntry {
  const key = keys.get(keyIdOf(body))
  if (!key) return waiting('unknown-key')
  const text = openEntry(body, place, key)
  if (text === null) return refused('unreadable')
  return readText(text)
}

async function isBy(signKey: string, body: Uint8Array, place: EntryPlace): Promise<boolean> {
  const key = publicKeyOf('Ed25519', signKey)
  return key !== null && isSignedBy(body, place, key)
}

/** A device that no list names can only say that it joins, signed by the key that it brings along. */
async function acceptJoin(body: Uint8Array, place: EntryPlace, { keys }: EntryTrust): Promise<AcceptedEntry> {
  const key = keys.get(keyIdOf(body))
  const text = key ? openEntry(body, place, key) : null
  const parsed = text === null ? null : parseEntry(text)
  if (text === null || parsed?.state !== 'known' || parsed.entry.kind !== 'join') return waiting('unknown-member')
  return (await isBy(parsed.entry.data.signKey, body, place)) ? readText(text) : refused('forged')
}

/** What is decided about the text of an entry that its member signed. */
function readText(text: string): AcceptedEntry {
  const parsed = parseEntry(text)
  switch (parsed.state) {
    case 'known':
      return { state: 'accepted', text, entry: parsed.entry }
    case 'newer':
      return { state: 'newer', text, kind: parsed.kind }
    case 'malformed':
      return refused('malformed')
  }
}
