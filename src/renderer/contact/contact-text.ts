import { plural } from '../ui/format.ts'

/** The texts about people who are not to be contacted. */
export const contactText = {
  hidden: 'Hidden',
  show: 'Show',
  hide: 'Hide',
  showNumbers: 'Show numbers',
  showLabel: 'Show the hidden number',
  showTitle: 'Shows the number for 30 seconds. This is recorded in the history.',

  noNumber: 'This number can’t be dialled. Correct it, then call again.',

  outsideHours: {
    title: (name: string): string => `Call ${name} anyway?`,
    reason: 'Reason',
    reasonHint: 'Saved in the call history.',
    needsReason: 'Enter why you call now.',
    suggestions: 'Usual reasons',
    usual: ['They asked to be called now', 'They agreed to any time'],
    cancel: 'Cancel',
    call: 'Call anyway',
  },
}

/** That a new number makes customers Do Not Contact; "" when it makes nobody. */
export const becomeForbiddenText = (count: number): string =>
  count === 0
    ? ''
    : `${plural(count, 'customer')} ${count === 1 ? 'becomes' : 'become'} Do Not Contact: the new number is marked.`
