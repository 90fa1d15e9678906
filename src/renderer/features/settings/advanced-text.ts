import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'

interface SettingText {
  readonly label: string
  /** What the setting changes, and when. */
  readonly effect: string
}

const fields: Readonly<Record<keyof AdvancedSettings, SettingText>> = {
  firstBatchSize: {
    label: 'Rows in the first batch',
    effect: 'How many customers a new upload sends at once. A batch that is refused is halved and sent again.',
  },
  mobileForm: {
    label: 'Mobile number format',
    effect: 'How mobile numbers are written in uploads and edits.',
  },
  referenceKey: {
    label: 'Row reference field',
    effect: 'The extra field of new uploads that links each customer to its row, so that nothing is sent twice.',
  },
  chassisKey: {
    label: 'Chassis number field',
    effect: 'The extra field for chassis and frame numbers that are too short for a VIN.',
  },
  shortVins: {
    label: 'Numbers too short for a VIN',
    effect:
      'Where new uploads send chassis and frame numbers that are too short for a VIN. A VIN of 17 characters wins.',
  },
  secondMobileKey: {
    label: 'Second mobile field',
    effect: 'The extra field for the second number of a row.',
  },
  pageSize: {
    label: 'Customers per request',
    effect: 'How many customers are downloaded at once. Use a lower number if downloading fails.',
  },
  statusPath: {
    label: 'Registration status address',
    effect: 'Which of the two documented addresses is called for a registration status.',
  },
  facetParameter: {
    label: 'Catalogue filter parameter',
    effect: 'How a filter is sent in a catalogue search. {facet} stands for its name, such as make.',
  },
  malaysiaRegionCode: {
    label: 'Malaysia region code',
    effect: 'What is sent as the region while Malaysia is selected.',
  },
  tokenMarginSeconds: {
    label: 'Renew the sign-in early, in seconds',
    effect: 'How long before its end a sign-in is renewed. Only for connections with a client ID and secret.',
  },
  dates: {
    label: 'Dates of customers',
    effect: 'How sale and expiry dates from the service are read. Downloaded customers are read again after a change.',
  },
  lowConfidenceBelow: {
    label: 'Check matches below, in percent',
    effect: 'Look-ups with a lower confidence ask you to check the match. 0 turns this off for numbers.',
  },
  knownVinMaxAgeDays: {
    label: 'Use known VINs for, in days',
    effect: 'How long a VIN that was seen with a rego is filled in for free. Plates can move to another car.',
  },
  priceChangeEvent: {
    label: 'Name of the price change event',
    effect: 'What new webhook subscriptions to price changes are called. The service documents two names.',
  },
}

const mobileForm: Readonly<Record<AdvancedSettings['mobileForm'], string>> = {
  national: 'National: 0491 570 006',
  international: 'International: +61 491 570 006',
}
const shortVins: Readonly<Record<AdvancedSettings['shortVins'], string>> = {
  'extra-field': 'In the chassis number field',
  vin: 'As the VIN',
}
const statusPath: Readonly<Record<AdvancedSettings['statusPath'], string>> = {
  both: 'Try both',
  registrations: '/vehicles/registrations/ABC123/status',
  vehicles: '/vehicles/ABC123/status',
}
const dates: Readonly<Record<AdvancedSettings['dates'], string>> = {
  'as-written': 'As written, without a time zone',
  'local-time': 'In the time zone of this PC',
}
const priceChangeEvent: Readonly<Record<AdvancedSettings['priceChangeEvent'], string>> = {
  recapture_price_change: 'recapture_price_change',
  price_change: 'price_change',
}

export const advancedText = {
  title: 'Advanced',
  text: 'For behaviour your provider hasn’t documented. Applies to this connection from the next request on. Most people never change these.',
  groups: { uploads: 'Uploads', requests: 'Requests', answers: 'Answers and events' },
  fields,
  choices: { mobileForm, shortVins, statusPath, dates, priceChangeEvent },
  default: (value: string) => `Default: ${value}.`,
  reset: (label: string) => `Reset ${label} to its default`,
  resetAll: 'Reset all to defaults',
  allDefault: 'All settings have their defaults.',
  problems: {
    number: (min: number, max: number) => `Enter a whole number from ${min} to ${max.toLocaleString('en-AU')}.`,
    fieldKey: 'Use 2 to 40 lowercase letters, digits and underscores, starting with a letter.',
    sameKey: 'Another extra field has this name.',
    text: {
      facetParameter: 'Write {facet} once. Letters, digits and . _ - [ ] are allowed around it.',
      malaysiaRegionCode: 'Use 2 to 10 lowercase letters.',
    } as Readonly<Partial<Record<keyof AdvancedSettings, string>>>,
  },
  undo: 'Undo changes',
  save: 'Save',
  saved: 'Advanced settings saved.',
  wasReset: 'Advanced settings reset.',
} as const
