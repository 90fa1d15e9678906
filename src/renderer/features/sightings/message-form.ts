import { type MergeField, mergeFields, type MessageChannel } from '../../../contract/merge-fields.ts'

/** Text for each field by its name; an empty text counts as missing. */
export type FieldTexts = Readonly<Record<string, string | null | undefined>>

const token = /\{([^{}]*)\}/g
const nameOf = (inBraces: string): string => inBraces.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Replaces each {field} that has a text. A field without one stays, so that it is seen and can be filled in. */
export function fillFields(text: string, values: FieldTexts): string {
  return text.replaceAll(token, (found, inBraces: string) => {
    const value = Object.hasOwn(values, nameOf(inBraces)) ? values[nameOf(inBraces)]?.trim() : ''
    return value || found
  })
}

/** The names in braces of a text, each once, in their order. */
export const fieldsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(token)].map(([, inBraces]) => nameOf(inBraces ?? ''))),
]

export const isMergeField = (name: string): name is MergeField => (mergeFields as readonly string[]).includes(name)

/** The characters of GSM 03.38. A message with any other has room for fewer characters. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
const extended = new Set('^{}\\[~]|€')

export interface SmsLength {
  readonly characters: number
  /** How many characters the number of parts has room for. */
  readonly room: number
  /** Text messages that are charged. */
  readonly parts: number
  /** The characters that make the message longer, each once: not in the alphabet of text messages. */
  readonly special: readonly string[]
}

/** The length of a text message as networks count it (GSM 03.38 and 03.40): 160 characters, or 153 in each part of a longer one. */
export function smsLength(text: string): SmsLength {
  const characters = [...text]
  const special = [...new Set(characters.filter((each) => !basic.has(each) && !extended.has(each)))]
  const isPlain = special.length === 0
  const length = isPlain ? characters.reduce((sum, each) => sum + (extended.has(each) ? 2 : 1), 0) : text.length
  const [single, part] = isPlain ? [160, 153] : [70, 67]
  const parts = length <= single ? 1 : Math.ceil(length / part)
  return { characters: length, room: parts === 1 ? single : parts * part, parts, special }
}

/** Control characters that no link may have; line breaks are left. */
const controls = /[^\P{Cc}\r\n]|[\p{Zl}\p{Zp}]/gu

/** The link that opens the message in the program of this PC. A text message is one line. `number`: as in a `tel:` link. */
export function messageLink(
  channel: MessageChannel,
  recipient: string,
  { subject, body }: { readonly subject: string; readonly body: string },
): string {
  const clean = body.replaceAll(controls, ' ').trim()
  if (channel === 'sms') return `sms:${recipient}?body=${encodeURIComponent(oneLine(clean))}`
  const lines = clean.replaceAll(/\r\n|\r/g, '\n')
  const parameters = `subject=${encodeURIComponent(oneLine(subject.replaceAll(controls, ' ')))}&body=${encodeURIComponent(lines)}`
  return `mailto:${encodeURIComponent(recipient).replace('%40', '@')}?${parameters}`
}

/** The longest link that Windows passes on to another program, with some room. */
export const maxLinkLength = 2_000

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Whether a message tells how to stop further ones, as the law demands. */
export const hasOptOut = (text: string): boolean => /\bstop\b|\bopt[ -]?out\b|\bunsubscribe\b/i.test(text)
