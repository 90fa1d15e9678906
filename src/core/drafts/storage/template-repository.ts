import { createHash } from 'node:crypto'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { RememberedChoices, type Template } from '../model/draft-source.ts'

export interface SavedTemplate extends Template {
  /** Of region and shape, so that it stays when the template is used again. */
  readonly id: string
  readonly region: Region
  readonly usedAt: string
}

/** Templates by region and header shape. Each method is durable when it returns. */
export type TemplateRepository = ReturnType<typeof createTemplateRepository>

const templateId = (region: Region, shape: string): string =>
  createHash('sha256').update(`${region}\n${shape}`).digest('hex').slice(0, 32)

export function createTemplateRepository(database: Database) {
  const list = (): SavedTemplate[] =>
    database
      .all<{ region: Region; shape: string; choices: string; used_at: string }>(
        'SELECT region, shape, choices, used_at FROM template ORDER BY used_at DESC, shape',
      )
      .map(({ region, shape, choices, used_at }) => ({
        id: templateId(region, shape),
        region,
        shape,
        choices: RememberedChoices.parse(JSON.parse(choices)),
        usedAt: used_at,
      }))
  return {
    /** Last used first. */
    list,
    find: (id: string): SavedTemplate | null => list().find((template) => template.id === id) ?? null,
    save: (region: Region, { shape, choices }: Template, at: string): SavedTemplate => {
      database.run('INSERT OR REPLACE INTO template (region, shape, choices, used_at) VALUES (?, ?, ?, ?)', [
        region,
        shape,
        JSON.stringify(choices),
        at,
      ])
      return { id: templateId(region, shape), region, shape, choices, usedAt: at }
    },
    remove: ({ region, shape }: Pick<SavedTemplate, 'region' | 'shape'>): void =>
      void database.run('DELETE FROM template WHERE region = ? AND shape = ?', [region, shape]),
  }
}
