import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { MessageTemplate, MessageTemplates } from '../../contract/message-templates.ts'
import { MessageChannel, mergeFields } from '../../contract/merge-fields.ts'
import type { Database } from '../database/database.ts'
import { noteTeamWork } from '../database/team-outbox.ts'
import { readJsonSetting, writeSetting } from '../database/settings.ts'
import { fail } from '../failures/failure-error.ts'
import { defaultTemplates } from './messages-text.ts'
import { sightingFailures } from './sightings-text.ts'

const settingName = 'sightings.templates'
const maxTemplates = 200

/** The user's own templates, and what was changed about those of the program: a changed one is stored with its id, a deleted one by id. */
const Stored = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      channel: MessageChannel,
      name: z.string(),
      subject: z.string(),
      text: z.string(),
    }),
  ),
  deleted: z.array(z.string()),
})
type Stored = z.infer<typeof Stored>

export type TemplateInput = Omit<MessageTemplate, 'id' | 'isDefault'> & { readonly id: string | null }

export type MessageTemplateRepository = ReturnType<typeof createMessageTemplates>

const isDefaultId = (id: string): boolean => defaultTemplates.some((template) => template.id === id)

export function createMessageTemplates(database: Database) {
  const read = (): Stored => readJsonSetting(database, settingName, Stored) ?? { templates: [], deleted: [] }
  const write = (stored: Stored, changed: readonly string[]): void =>
    database.transaction(() => {
      writeSetting(database, settingName, JSON.stringify(stored))
      noteTeamWork(database, 'template', changed)
    })

  return {
    get(): MessageTemplates {
      const { templates, deleted } = read()
      const changed = new Map(templates.map((template) => [template.id, template]))
      const fromProgram = defaultTemplates.flatMap((template): MessageTemplate[] => {
        if (deleted.includes(template.id)) return []
        const own = changed.get(template.id)
        return [own ? { ...own, isDefault: false } : { ...template, isDefault: true }]
      })
      const own = templates.filter(({ id }) => !isDefaultId(id)).map((template) => ({ ...template, isDefault: false }))
      return {
        templates: [...fromProgram, ...own],
        canRestore: deleted.length > 0 || templates.some(({ id }) => isDefaultId(id)),
      }
    },
    /** Returns the id of the template. Fails with `invalid-input` for a text that cannot be sent. */
    save({ id, channel, name, subject, text }: TemplateInput): string {
      const template = {
        id: id ?? randomUUID(),
        channel,
        name: name.trim(),
        subject: channel === 'email' ? subject.trim() : '',
        text: text.trim(),
      }
      validate(template)
      const { templates, deleted } = read()
      const others = templates.filter((each) => each.id !== template.id)
      if (others.length >= maxTemplates) fail('invalid-input', ...sightingFailures.tooManyTemplates)
      const position = templates.findIndex((each) => each.id === template.id)
      const saved = position < 0 ? [...others, template] : others.toSpliced(position, 0, template)
      write({ templates: saved, deleted: deleted.filter((each) => each !== template.id) }, [template.id])
      return template.id
    },
    remove(id: string): void {
      const { templates, deleted } = read()
      const others = templates.filter((each) => each.id !== id)
      write({ templates: others, deleted: isDefaultId(id) && !deleted.includes(id) ? [...deleted, id] : deleted }, [id])
    },
    restore(): void {
      const { templates, deleted } = read()
      const own = templates.filter(({ id }) => !isDefaultId(id))
      const restored = [...templates.map(({ id }) => id).filter(isDefaultId), ...deleted]
      write({ templates: own, deleted: [] }, restored)
    },
    /** Saves what another PC of the team saved; null: it was deleted. Returns whether it changed. */
    saveShared(id: string, content: Omit<MessageTemplate, 'id' | 'isDefault'> | null): boolean {
      const { templates, deleted } = read()
      const template = content && { id, ...content }
      const original = defaultTemplates.find((each) => each.id === id)
      const isOriginal =
        template !== null &&
        original !== undefined &&
        textsOf(template).every((text, at) => text === textsOf(original)[at])
      const position = templates.findIndex((each) => each.id === id)
      const rest = templates.filter((each) => each.id !== id)
      const isStored = template !== null && !isOriginal
      const changed: Stored = {
        templates: isStored ? rest.toSpliced(position < 0 ? rest.length : position, 0, template) : rest,
        deleted: [...deleted.filter((each) => each !== id), ...(template === null && original ? [id] : [])],
      }
      if (JSON.stringify(changed) === JSON.stringify({ templates, deleted })) return false
      writeSetting(database, settingName, JSON.stringify(changed))
      return true
    },
  }
}

const textsOf = ({ channel, name, subject, text }: Omit<MessageTemplate, 'id' | 'isDefault'>): readonly string[] => [
  channel,
  name,
  subject,
  text,
]

function validate({ name, channel, subject, text }: Omit<MessageTemplate, 'id' | 'isDefault'>): void {
  if (name === '') fail('invalid-input', ...sightingFailures.templateWithoutName)
  if (text === '') fail('invalid-input', ...sightingFailures.templateWithoutText)
  if (channel === 'email' && subject === '') fail('invalid-input', ...sightingFailures.templateWithoutSubject)
  const known: ReadonlySet<string> = new Set(mergeFields)
  for (const [, field = ''] of `${subject} ${text}`.matchAll(/\{([^{}]*)\}/g)) {
    if (!known.has(field.trim().toLowerCase())) fail('invalid-input', ...sightingFailures.unknownField(field))
  }
}
