import type { Region } from '../../contract/region.ts'
import { personDigits } from '../customers/contact/do-not-contact.ts'
import { dataExportText } from './data-export-text.ts'

/** A text that may be a phone number: digits with the usual separators. */
const phoneText = /\+?\d[\d\s().-]{4,}\d/g
const dayText = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[-.]\d{1,2}[-.]\d{4})$/
/** A number with fewer digits is no phone number: an odometer, or the end of a VIN. */
const minDigits = 8

const isPhone = (text: string): boolean => text.replaceAll(/\D/g, '').length >= minDigits && !dayText.test(text)
const emailText = /[^\s@<>"',;:]+@[^\s@<>"',;:]+\.[^\s@<>"',;:]+/g

/** Removes phone numbers and e-mail addresses of Do Not Contact people from free texts of an export. */
export type HiddenContact = ReturnType<typeof createHiddenContact>

/** `people`: the numbers of Do Not Contact people, as `personDigits` gives them. */
export function createHiddenContact(people: ReadonlySet<string>, region: Region) {
  const isHidden = (text: string): boolean => people.has(personDigits(text, region) ?? '')
  return {
    /** A text about such a person: without anything that can be dialled, and without e-mail addresses. */
    ofPerson: (text: string): string =>
      withoutEmails(text).replaceAll(phoneText, (found) => (isPhone(found) ? dataExportText.hidden : found)),
    /** Any other text: without the numbers of such people. */
    inText: (text: string): string =>
      people.size === 0
        ? text
        : text.replaceAll(phoneText, (found) => (isHidden(found) ? dataExportText.hidden : found)),
  }
}

export const withoutEmails = (text: string): string => text.replaceAll(emailText, dataExportText.hidden)
