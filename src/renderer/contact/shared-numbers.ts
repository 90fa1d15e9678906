import type { MethodInput, MethodOutput } from '../../contract/methods.ts'
import { useClient } from '../bridge/program-client.ts'
import { plural } from '../ui/format.ts'
import type { Confirmation } from '../ui/useConfirm.ts'
import { useToasts } from '../ui/useToasts.ts'

export type SharedNumbers = MethodOutput<'sightings.sharedNumbers'>

/** The most names that the program gives. A number on so many names is seldom that of one person. */
const mostNames = 10

/** Who else has the numbers: a Do Not Contact mark, or its removal, reaches them too. Null: that is not known, and a notice says why. */
export function useSharedNumbers() {
  const client = useClient()
  const toasts = useToasts()
  return async (cars: MethodInput<'sightings.sharedNumbers'>['cars']): Promise<SharedNumbers | null> => {
    const answer = await client.read('sightings.sharedNumbers', { cars })
    if (answer.ok) return answer.value
    toasts.failure(answer.error)
    return null
  }
}

const customersAndCalls = ({ customers, calls }: SharedNumbers): string =>
  `${plural(customers, 'other customer')} (${calls === 0 ? 'no calls' : plural(calls, 'call')})`

/** ": Ann Lee, Bob Ray and others"; "" when none of them has a name. */
const listedNames = ({ customers, names }: SharedNumbers): string => {
  if (names.length === 0) return ''
  return `: ${names.join(', ')}${names.length === mostNames && customers > mostNames ? ' and others' : ''}`
}

/** The sentences for the question; "" when nobody else has the number. */
export function sharedNumbersText(shared: SharedNumbers, marked: number): string {
  const { customers, names } = shared
  if (customers === 0) return ''
  const number = marked === 1 ? 'This number is' : 'Their numbers are'
  const sentence = `${number} also on ${customersAndCalls(shared)}, who ${customers === 1 ? 'is' : 'are'} marked as well${listedNames(shared)}.`
  return names.length < mostNames
    ? sentence
    : `${sentence} So many names seldom share a phone: check whether it is the number of a person.`
}

/** The question before contact is allowed again. */
export function allowQuestion(name: string, shared: SharedNumbers): Confirmation {
  const others =
    shared.customers === 0
      ? ''
      : ` The number is also on ${customersAndCalls(shared)}, who can be contacted again too${listedNames(shared)}.`
  return {
    title: `Allow contact with ${name}?`,
    text: `The number is shown again, and calls that were closed for this reason return to the call list.${others} In a team, marks of your colleagues are removed too, on all PCs.`,
    confirmLabel: 'Allow contact',
  }
}

/** For the notice after contact was allowed; "" when nobody else has the number, or that is not known. */
export const alsoAllowedText = (shared: SharedNumbers | null): string =>
  !shared || shared.customers === 0 ? '' : ` Also ${customersAndCalls(shared)} with the same number.`

export const contactAllowedText = (name: string, shared: SharedNumbers | null): string =>
  `${name} can be contacted again.${alsoAllowedText(shared)}`

/** For the notice after the mark; "" when nobody else has the number. */
export const alsoMarkedText = (shared: SharedNumbers): string =>
  shared.customers === 0 ? '' : ` Also marked: ${customersAndCalls(shared)} with the same number.`
