import { computed, ref, type Ref } from 'vue'
import type { MergeValues, MessageTemplate } from '../../../contract/message-templates.ts'
import type { MessageChannel } from '../../../contract/merge-fields.ts'
import { fieldsIn, fillFields, isMergeField, maxLinkLength, messageLink, oneLine, smsLength } from './message-form.ts'
import { messagesText as text } from './messages-text.ts'

/** A field of a message about which nothing is known. */
export interface MissingField {
  readonly field: string
  readonly label: string
}

/** A message that is written before it is opened in another program. `recipient`: digits with a plus, or an email address. */
export function useMessage(channel: () => MessageChannel, values: () => MergeValues | null, recipient: () => string) {
  const template = ref<MessageTemplate | null>(null)
  /** What the user filled in for missing fields. */
  const filled = ref<Record<string, string>>({})
  const rawSubject = ref('')
  const rawBody = ref('')
  const fromTemplate = ref({ subject: '', body: '' })
  const withFilled = (raw: Ref<string>): Ref<string> =>
    computed({ get: () => fillFields(raw.value, filled.value), set: (typed) => void (raw.value = typed) })
  /** With all known fields filled in. What the user writes replaces the template. */
  const subject = withFilled(rawSubject)
  const body = withFilled(rawBody)

  const missing = computed<readonly MissingField[]>(() =>
    fieldsIn(channel() === 'email' ? `${rawSubject.value} ${rawBody.value}` : rawBody.value).map((field) => ({
      field,
      label: isMergeField(field) ? text.fields[field] : field,
    })),
  )
  const link = computed(() => messageLink(channel(), recipient(), { subject: subject.value, body: body.value }))
  /** Why the message cannot be sent; null when it can. */
  const problem = computed(() => {
    const open = missing.value.find(({ field }) => !filled.value[field]?.trim())
    if (open) return { field: open.field, text: text.needsField(open.label) }
    if (channel() === 'email' && subject.value.trim() === '') return { field: 'subject', text: text.noSubject }
    if (body.value.trim() === '') return { field: 'message', text: text.empty }
    return link.value.length > maxLinkLength ? { field: 'message', text: text.tooLong } : null
  })

  /** Whether the user wrote what another template would replace. */
  const isTextTyped = computed(
    () => rawSubject.value !== fromTemplate.value.subject || rawBody.value !== fromTemplate.value.body,
  )

  return {
    template,
    subject,
    body,
    filled,
    missing,
    length: computed(() => smsLength(oneLine(body.value))),
    problem,
    link,
    isTextTyped,
    /** Whether the user wrote what closing the form would lose. */
    isTyped: computed(() => isTextTyped.value || Object.values(filled.value).some((text) => text.trim() !== '')),
    /** Begins a message from a template, or an empty one. */
    use(chosen: MessageTemplate | null): void {
      const known = values() ?? {}
      template.value = chosen
      rawSubject.value = fillFields(chosen?.subject ?? '', known)
      rawBody.value = fillFields(chosen?.text ?? '', known)
      fromTemplate.value = { subject: rawSubject.value, body: rawBody.value }
    },
  }
}
