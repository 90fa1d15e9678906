import { ref } from 'vue'
import { describe, expect, it } from 'vitest'
import type { MergeValues, MessageTemplate } from '../../../../../src/contract/message-templates.ts'
import { useMessage } from '../../../../../src/renderer/features/sightings/useMessage.ts'
import { withinScope } from '../../within-scope.ts'

const values: MergeValues = {
  'first name': null,
  name: null,
  car: 'RAV4',
  rego: null,
  price: null,
  'years owned': null,
  dealership: 'Harbour Motors',
  salesperson: null,
}
const template: MessageTemplate = {
  id: 't',
  channel: 'sms',
  name: 'Listed',
  subject: '',
  text: 'Hi {first name}, your {car}. {salesperson}, {dealership}',
  isDefault: false,
}
const write = (channel: 'sms' | 'email' = 'sms') =>
  withinScope(() =>
    useMessage(
      () => channel,
      () => ref(values).value,
      () => (channel === 'sms' ? '+61491570006' : 'kim@dealer.example'),
    ),
  )

describe('a message', () => {
  it('cannot be sent before each missing field is filled in', () => {
    const form = write()
    form.use(template)
    expect(form.body.value).toBe('Hi {first name}, your RAV4. {salesperson}, Harbour Motors')
    expect(form.missing.value.map(({ label }) => label)).toEqual(['First name', 'Your name'])
    expect(form.problem.value).toEqual({ field: 'first name', text: 'Enter: first name.' })
    form.filled.value = { 'first name': 'Priya', salesperson: ' ' }
    expect(form.problem.value?.field).toBe('salesperson')
    form.filled.value = { 'first name': 'Priya', salesperson: 'Kim' }
    expect(form.problem.value).toBeNull()
    expect(form.body.value).toBe('Hi Priya, your RAV4. Kim, Harbour Motors')
    expect(decodeURIComponent(form.link.value)).toBe('sms:+61491570006?body=Hi Priya, your RAV4. Kim, Harbour Motors')
    expect(form.missing.value).toHaveLength(2)
  })

  it('is the text that the user wrote, without the fields that were removed', () => {
    const form = write()
    form.use(template)
    form.filled.value = { 'first name': 'Priya' }
    form.body.value = `${form.body.value.replace('{salesperson}, ', '')}!`
    expect(form.problem.value).toBeNull()
    expect(form.body.value).toBe('Hi Priya, your RAV4. Harbour Motors!')
    form.body.value = 'Hi {nickname}'
    expect(form.problem.value).toEqual({ field: 'nickname', text: 'Enter: nickname.' })
  })

  it('needs a text, and an email a subject; a long one cannot be opened', () => {
    const form = write('email')
    form.use(null)
    expect(form.problem.value?.field).toBe('subject')
    form.subject.value = 'Your car'
    expect(form.problem.value?.field).toBe('message')
    form.body.value = 'Hi Kim'
    expect(form.problem.value).toBeNull()
    form.body.value = 'é '.repeat(500)
    expect(form.problem.value?.text).toMatch(/too long/)
  })
})
