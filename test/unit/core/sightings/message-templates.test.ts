import { beforeEach, describe, expect, it } from 'vitest'
import { mergeFields } from '../../../../src/contract/merge-fields.ts'
import { openDatabase } from '../../../../src/core/database/database.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { defaultTemplates } from '../../../../src/core/sightings/messages-text.ts'
import {
  createMessageTemplates,
  type MessageTemplateRepository,
} from '../../../../src/core/sightings/message-templates.ts'

let templates: MessageTemplateRepository
let open: () => MessageTemplateRepository
beforeEach(() => {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error('No database')
  const { database } = opened
  open = () => createMessageTemplates(database)
  templates = open()
})

const names = (): string[] => templates.get().templates.map(({ name }) => name)
const own = { id: null, channel: 'sms', name: 'Own', subject: 'x', text: 'Hi {First Name}' } as const
function refusal(input: Parameters<MessageTemplateRepository['save']>[0]): string {
  try {
    templates.save(input)
  } catch (error) {
    if (error instanceof FailureError) return error.failure.message
    throw error
  }
  return ''
}

describe('the templates of the program', () => {
  it('say who writes and how to opt out, and have known fields only', () => {
    for (const { text, subject } of defaultTemplates) {
      expect(text).toContain('{dealership}')
      expect(text).toMatch(/Reply STOP to opt out|reply "unsubscribe"/)
      const fields = [...`${subject} ${text}`.matchAll(/\{([^}]*)\}/g)].map(([, field]) => field)
      expect(mergeFields).toEqual(expect.arrayContaining(fields))
    }
  })

  it('can be changed, deleted and restored', () => {
    const [first, second] = defaultTemplates
    if (!first || !second) throw new Error('There are two')
    expect(templates.get().canRestore).toBe(false)
    templates.save({ ...first, text: 'Other text' })
    templates.remove(second.id)
    templates.save(own)
    expect(templates.get().templates.find(({ id }) => id === first.id)).toMatchObject({
      text: 'Other text',
      isDefault: false,
    })
    expect(templates.get().templates.map(({ id }) => id)).not.toContain(second.id)
    expect(templates.get().canRestore).toBe(true)
    templates.restore()
    expect(names()).toEqual([...defaultTemplates.map(({ name }) => name), 'Own'])
    expect(templates.get().canRestore).toBe(false)
  })
})

describe('own templates', () => {
  it('are saved, changed in their place and deleted', () => {
    const id = templates.save(own)
    templates.save({ ...own, name: 'Second' })
    templates.save({ ...own, id, name: 'Renamed' })
    templates = open()
    expect(names().slice(-2)).toEqual(['Renamed', 'Second'])
    expect(templates.get().templates.at(-1)?.subject).toBe('')
    templates.remove(id)
    expect(names().slice(-1)).toEqual(['Second'])
    expect(templates.get().templates).toHaveLength(defaultTemplates.length + 1)
  })

  it.each([
    [{ ...own, name: ' ' }, 'The template has no name.'],
    [{ ...own, text: ' ' }, 'The template has no text.'],
    [{ ...own, channel: 'email' as const, subject: '' }, 'The email template has no subject.'],
    [{ ...own, text: 'Hi {nickname}' }, '“{nickname}” isn’t a field.'],
    [{ ...own, channel: 'email' as const, subject: '{}' }, '“{}” isn’t a field.'],
  ])('are not saved when they cannot be sent: %j', (input, message) => {
    expect(refusal(input)).toBe(message)
    expect(names()).toHaveLength(defaultTemplates.length)
  })
})
