import type { ColumnTarget } from '../../../contract/column-choices.ts'
import { regionNames } from '../../../contract/region-names.ts'
import type { Region } from '../../../contract/region.ts'
import { capitalised } from '../../fields/column-messages.ts'
import type { NameMatch } from '../headers/known-headers.ts'
import type { RegionEvidence } from './region-evidence.ts'
import type { StateOwner } from './state-column.ts'
import { formatNumber } from '../../../contract/regional-format.ts'

/** Why a column is matched to a field or not: one or two sentences for the columns screen. */

/** What each target is called inside a sentence. */
export const fieldNames: Readonly<Record<ColumnTarget, string>> = {
  rego: 'rego',
  state: 'state of registration',
  vin: 'VIN',
  client_name: 'customer’s name',
  mobile_number: 'mobile number',
  sale_date: 'sale date',
  expiry_date: 'expiry date',
  rego_and_state: 'rego and state',
  first_name: 'first name',
  middle_name: 'middle name',
  last_name: 'last name',
  title: 'title',
  company: 'company',
  opt_out: 'opt-out',
  keep: 'extra field',
  leave_out: 'ignored columns',
}

const matchText: Readonly<Record<NameMatch, (field: string) => string>> = {
  exact: (field) => `Column name matches ${field}`,
  words: (field) => `Column name matches ${field}`,
  near: (field) => `Column name is similar to ${field}`,
  'any-phone': () => 'Column name is a phone number',
}

function valuesText(valid: number, sampled: number, what: string): string {
  return valid === sampled
    ? `all ${formatNumber(sampled)} sampled values ${what}`
    : `${formatNumber(valid)} of ${formatNumber(sampled)} sampled values ${what}`
}

const endDates = {
  rego_expiry: 'when the registration ends',
  finance_end: 'when the finance ends',
  warranty_end: 'when the warranty ends',
  record_end: 'when something ends',
} as const

const shareText = (count: number, of: number, what: string): string =>
  count === of ? `all ${formatNumber(of)} ${what}` : `${formatNumber(count)} of ${formatNumber(of)} ${what}`

/** Why a file looks like one of another region: "294 of 300 mobile numbers and 287 of 300 regos fit New Zealand. …" */
export function otherRegionText(evidence: RegionEvidence, present: Region): string {
  const { filled, other, states } = evidence
  const parts = [
    filled.mobiles > 0 ? shareText(other.mobiles, filled.mobiles, 'mobile numbers') : '',
    filled.regos > 0 ? shareText(other.regos, filled.regos, 'regos') : '',
  ].filter((part) => part !== '')
  const found = parts.join(' and ')
  const fitting = `${capitalised(found)} fit ${regionNames[evidence.region]}.`
  const { mobiles, regos } = evidence.present
  const here = `${mobiles + regos === 0 ? 'None' : `${mobiles} and ${regos}`} fit ${regionNames[present]}.`
  if (filled.mobiles === 0 || filled.regos === 0) {
    const count = mobiles + regos
    return `${fitting} ${count === 0 ? 'None' : count} ${count === 1 ? 'fits' : 'fit'} ${regionNames[present]}.`
  }
  const withStates = evidence.region === 'au' && states > 0 ? ` ${states} rows have an Australian state.` : ''
  return `${fitting} ${here}${withStates}`
}

export const columnReasons = {
  byName: (match: NameMatch, target: ColumnTarget, valid: number, sampled: number) =>
    `${matchText[match](fieldNames[target])}; ${valuesText(valid, sampled, 'are valid')}.`,
  byNameWithState: (match: NameMatch, valid: number, sampled: number) =>
    `${matchText[match](fieldNames.rego)}; ${valuesText(valid, sampled, 'have a plate and a state')}.`,
  optOut: (header: string) => `“${header}” marks who must not be contacted.`,
  vinsByValue: (valid: number, sampled: number) => `By its values: ${valid} of ${sampled} are VINs.`,
  mobilesByValue: (valid: number, sampled: number) => `By its values: ${valid} of ${sampled} are mobile numbers.`,
  platesWithStateByValue: (valid: number, sampled: number) =>
    `By its values: ${valid} of ${sampled} have a plate and a state.`,
  platesByValue: (valid: number, sampled: number) => `By its values: ${valid} of ${sampled} look like plates.`,
  namesByValue: (valid: number, sampled: number) => `By its values: ${valid} of ${sampled} look like names.`,
  unnamedDate: (header: string) => `“${header}” doesn’t say which date it is. Check that it is the sale date.`,
  dayOfGettingIt: (header: string) => `“${header}” is probably the day on which the customer got the car.`,
  aroundTheSale: (header: string) =>
    `“${header}” may be another day than that of the sale. Check that it is the sale date.`,
  dateInParts: (headers: readonly string[]) =>
    `“${headers.join('”, “')}” look like one date in three columns. Join them in the file, or choose “Extra field”.`,
  /** Added to the reason of a column, with the number of rows that are not sent because of it. */
  excludes: (rows: number) =>
    rows === 1 ? '1 row is excluded by it.' : `${formatNumber(rows)} rows are excluded by it.`,
  remembered: 'Remembered from an earlier file with the same columns.',
  ownColumn: 'Forecourt added this column when it exported these rows.',
  alreadyTaken: (otherHeader: string, target: ColumnTarget) =>
    `“${otherHeader}” is already used for the ${fieldNames[target]}.`,
  sameName: (otherHeader: string, target: ColumnTarget) =>
    `Two columns are named “${otherHeader}”. The first is used for the ${fieldNames[target]}. Choose what the other is.`,
  secondOfField: (otherHeader: string, target: ColumnTarget) =>
    `“${otherHeader}” is used for the ${fieldNames[target]}, and this column has others. Choose which of them is used.`,
  halvesOfName: (first: string, last: string) =>
    `“${first}” and “${last}” are read as first and last name. Check which is which.`,
  namePartsUsed: 'The columns for first and last name are used instead.',
  wholeNameUsed: (header: string) => `“${header}” has the whole name.`,
  empty: 'The column is empty.',
  otherPhone: (mobileHeaders: readonly string[]) =>
    mobileHeaders.length === 0
      ? 'Kept as extra information. A mobile number in it is used as the mobile.'
      : `Kept as extra information. A mobile number in it is used where “${mobileHeaders.join('” and “')}” has none.`,
  private: 'Private, and not needed to find a car. Ignored unless you choose to keep it.',
  endDate: (header: string, ends: keyof typeof endDates) =>
    `“${header}” says ${endDates[ends]}. It is not used as the expiry date, because the service deletes customers on that date.`,
  statesOutsideAustralia: 'States are sent for Australia only.',
  /** `owner`: no other column has the state of the registration. */
  addressState: (owner: StateOwner | null): string => {
    const text = 'The state of an address, not of the registration.'
    if (owner === null) return text
    const { agreeing, plates } = owner
    const found =
      plates === 0 ? '' : ` ${capitalised(shareText(agreeing, plates, 'plates'))} have a form of this state.`
    return `${text}${found} Choose “State” if it is the registration’s.`
  },
  privateField: (header: string, target: ColumnTarget) =>
    `Named “${header}”, but private: choose it by hand if it has only the ${fieldNames[target]}.`,
  othersMobile: (header: string) =>
    `“${header}” has mobiles, perhaps of somebody else than the customer. No other column has mobiles: choose “Mobile” if they are the customer’s.`,
  othersNames: (header: string) =>
    `“${header}” has names, perhaps of somebody else than the customer. No other column has names: choose “Name” if they are the customer’s.`,
  /** The reason of a column named only "State", with whose state it is. */
  withOwner: (reason: string, { besideCar, agreeing, plates }: StateOwner) => {
    const place = besideCar === null ? '' : `It is beside “${besideCar}”`
    const plateText = plates === 0 ? '' : `${shareText(agreeing, plates, 'plates')} have a form of their state`
    const said = [place, plateText].filter((part) => part !== '').join(', and ')
    return said === '' ? reason : `${reason} ${capitalised(said)}.`
  },
  damaged: (header: string, damaged: number, sampled: number) =>
    `Named “${header}”, but ${valuesText(damaged, sampled, 'were damaged by a spreadsheet program')}. Export the file again, or choose what the column is.`,
  numericPlates: (header: string) => `Named “${header}”. Its plates have digits only.`,
  singleWords: (header: string) => `Named “${header}”. Its values are single words. Check that they are names.`,
  fewNames: (header: string, distinct: number, sampled: number) =>
    `“${header}” has ${formatNumber(distinct)} different names in ${formatNumber(sampled)} sampled rows, perhaps of the staff. Check that they are the customers’.`,
  wordPlates: (header: string) => `Named “${header}”, but the values could be other words. Check that they are plates.`,
  nothingIn: (header: string, target: ColumnTarget) =>
    `Named “${header}”. Every value says that there is no ${fieldNames[target]}.`,
  valuesDoNotFit: (header: string, target: ColumnTarget) =>
    `Named “${header}”, but the values don’t look like the ${fieldNames[target]}. Choose what the column is.`,
  otherSubject: 'Not about the customer or the car.',
  otherDate: (header: string) => `“${header}” is a date, but not the sale date.`,
  fieldByValues: (header: string, target: ColumnTarget) =>
    `No column is named like the ${fieldNames[target]}, and “${header}” has such values. Check that it is this.`,
  noField: 'Kept as extra information.',
  rememberedOrder: (evidence: string) => `${evidence} The order is remembered from an earlier file.`,
} as const
