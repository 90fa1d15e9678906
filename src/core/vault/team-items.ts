import { z } from 'zod'
import type { SecretName } from '../ports/vault.ts'

const Saved = z.object({
  teamId: z.string(),
  secretsName: z.string().optional(),
  secretParts: z.number().int().min(0).max(100),
})

/** The name of the secrets of a membership. Two data folders of one user can be in the same team: each has secrets of its own. */
export const secretsNameOf = ({ teamId, secretsName }: { teamId: string; secretsName?: string | undefined }): string =>
  secretsName ?? teamId

/** The name of one part of the secrets of a team: keychains limit the size of an item. */
export const teamItem = (secretsName: string, part: number): SecretName => `team/${secretsName}/${part}`

/** The items of the team whose membership is saved (JSON of `team.membership`); none for a text that is none. */
export function teamItems(savedMembership: string): readonly SecretName[] {
  const saved = Saved.safeParse(JSON.parse(savedMembership)).data
  return saved ? Array.from({ length: saved.secretParts }, (_, part) => teamItem(secretsNameOf(saved), part)) : []
}
