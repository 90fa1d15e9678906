import { z } from 'zod'
import type { SecretName } from '../ports/vault.ts'

const Saved = z.object({
  secretsName: z.string(),
  secretParts: z.number().int().min(0).max(100),
})

/** The name of one part of the secrets of a team: keychains limit the size of an item. */
export const teamItem = (secretsName: string, part: number): SecretName => `team/${secretsName}/${part}`

/** The items of the team whose membership is saved (JSON of `team.membership`); none for a text that is none. */
export function teamItems(savedMembership: string): readonly SecretName[] {
  const saved = Saved.safeParse(JSON.parse(savedMembership)).data
  return saved ? Array.from({ length: saved.secretParts }, (_, part) => teamItem(saved.secretsName, part)) : []
}
