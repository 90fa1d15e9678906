import type { Region } from '../../contract/region.ts'
import { personDigits, type DoNotContact } from '../customers/contact/do-not-contact.ts'
import { isPhoneField, withoutNumbers } from '../customers/contact/hidden-numbers.ts'
import { customerMessages } from '../customers/customer-messages.ts'
import { additionalFieldText } from '../customers/record/search-text.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { parseBody } from './event-body.ts'

/** Who is marked Do Not Contact in the connection and region of an event. */
type ForbiddenPeople = ReturnType<DoNotContact['people']>

/**
 * The text of a received event without the numbers of Do Not Contact people, wherever in it they are. JSON stays JSON; a text without such
 * numbers is returned as it is.
 */
export function hideEventNumbers(text: string, { ids, numbers }: ForbiddenPeople, region: Region): string {
  if (ids.size === 0 && numbers.size === 0) return text
  const parsed = parseBody(text)
  if (!parsed.ok) return String(withoutNumbers(text, numbers, region))
  const before = JSON.stringify(parsed.value)
  const isForbidden = ({ id, mobile_number: mobile }: RawRecord): boolean =>
    ids.has(String(id)) || (typeof mobile === 'string' && numbers.has(personDigits(mobile, region) ?? ''))
  const after = JSON.stringify(withoutNumbers(withoutPhones(parsed.value, isForbidden, false), numbers, region))
  return after === before ? text : after
}

/** Also the other phone numbers of a forbidden record, which the list of people does not have. */
function withoutPhones(value: unknown, isForbidden: (record: RawRecord) => boolean, isInside: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPhones(each, isForbidden, isInside))
  if (!isRecord(value)) return value
  const isOfPerson = isInside || isForbidden(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]): [string, unknown] => [
      name,
      isOfPerson && isPhoneField(name, additionalFieldText(each))
        ? customerMessages.hiddenNumber
        : withoutPhones(each, isForbidden, isOfPerson),
    ]),
  )
}
