import { computed, type ComputedRef, ref, type Ref } from 'vue'
import type { MergeValues, MessageTemplate } from '../../../contract/message-templates.ts'
import type { MessageChannel } from '../../../contract/merge-fields.ts'
import {
  fieldsIn,
  fillFields,
  isMergeField,
  maxLinkLength,
  messageLink,
  oneLine,
  smsLength,
  type SmsLength,
} from './message-form.ts'
import { messagesText as text } from './messages-text.ts'

/** A field of a message about which nothing is known. */
export interface MissingField {
  readonly field: string
  readonly label: string
}

export interface MessageForm {
  readonly template: Ref<MessageTemplate | null>
  /** With all known fields filled in. What the user writes replaces the template. */
  readonly subject: Ref<string>
  readonly body: Ref<string>
  /** What the user filled in for missing fields. */
  readonly filled: Ref<Record<string, string>>
  readonly missing: ComputedRef<readonly MissingField[]>
  readonly length: ComputedRef<SmsLength>
  /** Why the message cannot be sent; null when it can. */
  readonly problem: ComputedRef<{ readonly field: string; readonly text: string } | null>
  readonly link: ComputedRef<string>
  /** Whether the user wrote what another template would replace. */
  readonly isTextTyped: ComputedRef<boolean>
  /** Whether the user wrote what closing the form would lose. */
  readonly isTyped: ComputedRef<boolean>
  /** Begins a message from a template, or an empty one. */
  use(template: MessageTemplate | null): void
}

/** A message that is written before it is opened in another program. `recipient`: digits with a plus, or an email address. */
export function useMessage(
  channel: () => MessageChannel,
  values: () => MergeValues | null,
  recipient: () => string,
): MessageForm {
  const template: MessageForm['template'] = ref(null)
  const filled = ref<Record<string, string>>({})
  const rawSubject = ref('')
  const rawBody = ref('')
  const fromTemplate = ref({ subject: '', body: '' })
  const withFilled = (raw: Ref<string>): Ref<string> =>
    computed({ get: () => fillFields(raw.value, filled.value), set: (typed) => void (raw.value = typed) })
  const subject = withFilled(rawSubject)
  const body = withFilled(rawBody)

  const missing = computed(() =>
    fieldsIn(channel() === 'email' ? `${rawSubject.value} ${rawBody.value}` : rawBody.value).map((field) => ({
      field,
      label: isMergeField(field) ? text.fields[field] : field,
    })),
  )
  const link = computed(() => messageLink(channel(), recipient(), { subject: subject.value, body: body.value }))
  const problem = computed(() => {
    const open = missing.value.find(({ field }) => !filled.value[field]?.trim())
    if (open) return { field: open.field, text: text.needsField(open.label) }
    if (channel() === 'email' && subject.value.trim() === '') return { field: 'subject', text: text.noSubject }
    if (body.value.trim() === '') return { field: 'message', text: text.empty }
    return link.value.length > maxLinkLength ? { field: 'message', text: text.tooLong } : null
  })

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
    isTyped: computed(() => isTextTyped.value || Object.values(filled.value).some((text) => text.trim() !== '')),
    use(chosen) {
      const known = values() ?? {}
      template.value = chosen
      rawSubject.value = fillFields(chosen?.subject ?? '', known)
      rawBody.value = fillFields(chosen?.text ?? '', known)
      fromTemplate.value = { subject: rawSubject.value, body: rawBody.value }
    },
  }
}
