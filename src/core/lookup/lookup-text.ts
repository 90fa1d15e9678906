/** Every sentence that core writes about look-ups. */

export const lookupFailures = {
  mayBePaid: 'It may have been charged already. Trying again may be charged a second time.',
  nothingToSearch: ['There is nothing to search for.', { next: 'Enter keywords, or select a filter.' }],
  removed: ['This look-up is no longer on this PC.', { next: 'Look up the vehicle again.' }],
  emptyPlate: ['A rego has letters or digits.', { next: 'Enter the rego as it is on the car.' }],
  longPlate: (plate: string, max: number) =>
    [
      `${plate} is too long for a rego: the maximum is ${max} characters.`,
      { next: 'Check it, or look it up as a VIN or by keyword.' },
    ] as const,
  missingState: ['A rego in Australia is looked up by state.', { next: 'Select the state.' }],
  invalidVin: (length: number) =>
    [
      `A VIN has 17 letters and digits, never I, O or Q. This one has ${length}.`,
      { next: 'Check it against the car’s papers.' },
    ] as const,
} as const

/** What `whyUnavailable` of the contract says, followed by this. */
export const unavailableNext = 'Choose another region next to the look-up box.'

export const interpretText = {
  empty: 'Enter a rego, a VIN, or keywords such as “Mazda 3 2019”.',
  testPlate: (shows: string) => `Test rego: ${shows}.`,
  keywords: 'Searching by keyword.',
  vin: 'Has the 17 characters of a VIN.',
  vinLength: (length: number) => `Looks like a VIN, but has ${length} characters instead of 17.`,
  vinTooShort: (length: number) =>
    `Too short for a VIN: ${17 - length === 1 ? 'a character is' : `${17 - length} characters are`} missing.`,
  vinTooLong: (length: number) =>
    `Too long for a VIN: ${length - 17 === 1 ? 'a character is' : `${length - 17} characters are`} too many, probably typed twice.`,
  vinLetters: (typed: string, proposed: string) =>
    `A VIN never contains I, O or Q: ${typed} is looked up as ${proposed}.`,
  labelled: 'Labelled as a rego.',
  stateGiven: (state: string) => `Looked up as a rego because of the state ${state}.`,
  personalised: 'Could be a personalised plate.',
  looksLike: (issuers: string) => `Looks like ${issuers.startsWith('ACT') ? 'an' : 'a'} ${issuers} plate.`,
}

export const lookupTitles = {
  noMatch: 'No matching vehicle',
  vin: (vin: string) => `VIN ${vin}`,
  vinOnly: 'VIN only',
  nothing: 'No record found',
  withoutTitle: 'Vehicle without a title',
  vehicle: (id: string) => `Vehicle ${id}`,
}

export const matchWarnings = {
  difference: (field: string, authority: string, own: string) =>
    `The road authority has the ${field} ${authority}; this vehicle has ${own}.`,
  compare: 'Compare year, make, model and body with the road authority’s description and with the car.',
}
