import { z } from 'zod'
import { jsonOrNull } from '../../database/parse-json.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { Vault } from '../../ports/vault.ts'
import { teamItem } from '../../vault/team-items.ts'
import { privateKeyOf, privateKeyText, type DeviceKeys } from '../crypto/device-keys.ts'
import { keyRingOf, keyTexts, type KeyRing } from '../crypto/team-keys.ts'
import { teamMessages } from './team-messages.ts'

/** What must not be in the database: it opens the team's entries, and the team's database. */
export interface TeamSecrets {
  /** With user name and password. */
  readonly address: string
  readonly keys: DeviceKeys
  readonly keyRing: KeyRing
}

export type SecretsAnswer =
  | { readonly state: 'found'; readonly secrets: TeamSecrets }
  | { readonly state: 'missing' | 'unavailable' }

const Stored = z.object({
  address: z.string(),
  sign: z.string(),
  box: z.string(),
  ring: z.array(z.object({ id: z.string(), version: z.number().int(), key: z.string() })),
})

/** Keychains store at most 2,400 bytes in an item. */
const partLength = 2_000

/** Saves the secrets in the keychain under a name and gives the number of its items. Throws `vault-unreadable`; nothing is saved then. */
export async function storeSecrets(vault: Vault, name: string, secrets: TeamSecrets): Promise<number> {
  const { address, keys, keyRing } = secrets
  const stored: z.infer<typeof Stored> = {
    address,
    sign: privateKeyText(keys.sign),
    box: privateKeyText(keys.box),
    ring: keyTexts(keyRing),
  }
  const text = Buffer.from(JSON.stringify(stored)).toString('base64url')
  const count = Math.ceil(text.length / partLength)
  try {
    for (let part = 0; part < count; part += 1) {
      await vault.set(teamItem(name, part), text.slice(part * partLength, (part + 1) * partLength))
    }
  } catch (error) {
    await removeSecrets(vault, name, count)
    if (error instanceof FailureError && error.failure.kind === 'vault-unreadable') {
      throw new FailureError({ ...teamMessages.noKeychain, details: error.failure.message })
    }
    throw error
  }
  return count
}

export async function readSecrets(vault: Vault, name: string, count: number): Promise<SecretsAnswer> {
  let text = ''
  for (let part = 0; part < count; part += 1) {
    const answer = await vault.get(teamItem(name, part))
    if (answer.state !== 'found') return { state: answer.state === 'absent' ? 'missing' : 'unavailable' }
    text += answer.secret
  }
  const secrets = parseSecrets(Buffer.from(text, 'base64url').toString())
  return secrets ? { state: 'found', secrets } : { state: 'missing' }
}

function parseSecrets(json: string): TeamSecrets | null {
  // Another program may have changed the item.
  const read = Stored.safeParse(jsonOrNull(json))
  if (!read.success) return null
  const { address, ring } = read.data
  const [sign, box] = [privateKeyOf('Ed25519', read.data.sign), privateKeyOf('X25519', read.data.box)]
  if (!sign || !box) return null
  return { address, keys: { sign, box }, keyRing: keyRingOf(ring) }
}

/** Removes the secrets. False when the keychain refused for some: what is left opens nothing that the team writes later. */
export async function removeSecrets(vault: Vault, name: string, count: number): Promise<boolean> {
  let isDone = true
  for (let part = 0; part < count; part += 1) {
    try {
      await vault.delete(teamItem(name, part))
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      isDone = false
    }
  }
  return isDone
}
