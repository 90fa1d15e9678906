/** Sentences of core about personal data. */
export const privacyText = {
  /** Stands where a person was named in a text. */
  replacement: '[deleted]',
  rowDeleted: 'Personal data of this row was deleted',
  changed: 'What was found has changed since you searched.',
  searchAgain: 'Search again and check the list.',
  noReceipt: 'The receipt of the deletion was not found.',
  isSending: (name: string) => `“${name}” is being sent, so your data can’t be deleted now.`,
  isSendingNext: 'Pause or cancel it in the upload history, then try again.',
  personFile: {
    name: 'Personal data',
    title: 'Personal data stored by Forecourt on this PC',
    made: (at: string) => `Made on ${at}.`,
    none: 'Nothing is stored.',
  },
} as const
