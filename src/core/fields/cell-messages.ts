import type { StateCode } from '../../contract/region.ts'

/**
 * Messages of the checks of single cells, by field. Issue groups of differing messages have their own in
 * `drafts/checking/group-text.ts`.
 */

const reExport = 'Find the plate in your system and type it here, or format the column as Text there and export again.'
const exportAsText = 'Type it here, or export again with the column formatted as Text.'

/** A text that means "not available", such as TBA. */
const placeholder = (what: string) => (text: string) => `“${text}” isn’t ${what}. Left blank.`

const cell = {
  tooNarrow: 'The column was too narrow when the file was saved, so only ### was written. Widen it and export again.',
  formulaError: (text: string) =>
    `The spreadsheet has ${text.startsWith('=') ? 'the formula' : 'the error'} ${text} here. Left blank.`,
}

const date = {
  placeholder: placeholder('a date'),
  impossible: (text: string) => `${text} isn’t a real date. Correct it, or clear it.`,
  otherOrder: (text: string, order: string, otherOrder: string, date: string) =>
    `${text} isn’t a date in ${order} order, which this column uses. In ${otherOrder} order it is ${date}.`,
  noDay: (text: string, which: 'first' | 'last', date: string) =>
    `“${text}” has no day. The ${which} day of the month is used: ${date}.`,
  yearAtEitherEnd: (text: string, one: string, other: string) =>
    `${text} can be ${one} or ${other}. Type the date, or choose the order of this column under “Columns”.`,
  remark: (remark: string, date: string) => `“${remark}” is not part of the date. Sent as ${date}.`,
  unreadable: (text: string) => `“${text}” can’t be read as a date. Type it as day/month/year, or clear it.`,
  swapped: (from: string) => `Excel had swapped day and month. Corrected from ${from}.`,
  excelNumber: (date: string) => `${date} was stored as a number. Restored.`,
  yearUnseen: (year: number) =>
    `The spreadsheet shows no year here. Excel may have read a month and year as a day in ${year}. Check it.`,
  utcAsBefore: (day: string) => `This time is in UTC. Sent as ${day}, as you chose for an earlier file.`,
  utcEvening: (nextDay: string) => `This time is in UTC. In local time it may be the next day, ${nextDay}.`,
  expired: (date: string, isToday: boolean) =>
    `${date} ${isToday ? 'is today' : 'has passed'}. The service deletes customers on their expiry date. Clear it, or choose a later date.`,
  farExpiry: (date: string) => `${date} is more than ten years away. Check the year.`,
  tooEarly: (date: string) => `${date} is too long ago for a sale. Check the year.`,
  futureSale: (date: string) => `${date} is too far in the future for a sale. Correct it, or clear it.`,
  forwardSale: (date: string) => `${date} is in the future. Check it, unless the car is on order.`,
}

const mobile = {
  zeroRestored: 'Restored the leading zero, which Excel removes.',
  plusRestored: 'Restored the + before the country code.',
  dialPrefix: 'Replaced the international dialling prefix with +.',
  trunkZero: 'Removed the zero after the country code.',
  decimal: 'Removed “.0” at the end.',
  thousands: 'Removed the commas of the number format.',
  date: 'Excel has a date here, not a number. Type the number, or check the column.',
  isDate: (text: string) => `${text} is a date, not a number. Clear it, or check the column.`,
  scientific: (text: string) => `Excel shortened this number to ${text}, and its last digits are lost. ${exportAsText}`,
  placeholder: placeholder('a number'),
  noDigits: (text: string) => `“${text}” has no number. Left blank.`,
  letter: (text: string, letters: string, meant: string) => `“${text}” has ${letters}. Did you mean ${meant}?`,
  letterRead: (letters: string, shown: string) => `The number has ${letters}. Read as ${shown}.`,
  letterForDigit: (letter: string, digit: string) => `the letter ${letter} instead of ${digit}`,
  noMobile: (text: string) => `“${text}” has no mobile number. Correct it, or clear it.`,
  twoNumbers: (other: string) =>
    `Two numbers in one cell. The first mobile is used; ${other} is kept as an extra field.`,
  unallocated: (shown: string) => `${shown} is in a range that isn’t known to be in use. Check it, or send it as is.`,
  remark: (remark: string) => `“${remark}” is not part of the number. Left out.`,
  notTheCustomers: (remark: string) => `“${remark}” stands beside the number. Check that it is the customer’s mobile.`,
  foreign: (shown: string) => `${shown} is a mobile from another country. It is sent with its country code.`,
  landline: (number: string) => `${number} is a landline. Not sent as the mobile.`,
  businessLine: (number: string) => `${number} is a business line. Not sent as the mobile.`,
  filler: 'One repeated digit isn’t a number. Left blank.',
  unknownCountry: (digits: string) => `${digits} isn’t a valid mobile of any country. Correct it, or clear it.`,
  digitsAfterCode: (digits: string, count: number, people: string, expected: string) =>
    `${digits} has ${count} digits after the country code. ${people} mobile has ${expected}. Correct it, or clear it.`,
  wrongStart: (digits: string, people: string, start: string) =>
    `${digits} isn’t a valid ${people} mobile (must start with ${start}). Correct it, or clear it.`,
  wrongLength: (digits: string, people: string, expected: string) =>
    `${digits} has ${digits.length === 1 ? '1 digit' : `${digits.length} digits`}. ${people} mobile has ${expected}. Correct it, or clear it.`,
}

const name = {
  placeholder: placeholder('a name'),
  likePlaceholder: (text: string) => `“${text}” can be a name, or mean that there is none. Sent as a name.`,
  partLeftOut: (text: string) => `“${text}” isn’t a name. Left out.`,
  turned: 'The column has surnames first. Sent as first name, surname.',
  turnedCell: 'Surname first in this cell. Sent as first name, surname.',
  surnameFirst: (turned: string) => `This may be a surname before a first name. Is it ${turned}?`,
  encodingKnown: (meant: string) => `Some letters were damaged by a wrong encoding. Did you mean ${meant}?`,
  encodingLost: (name: string) => `Some letters of “${name}” were lost to a wrong encoding. Type the correct name.`,
  masked: (name: string) => `Some letters of “${name}” are hidden. Type the name, or export again with whole names.`,
  noLetters: (name: string) => `“${name}” has no letters. Check which column has the name.`,
}

const plate = {
  dateDamage: (one: string, other: string) =>
    `Excel turned this plate into a date. It may have been ${one} or ${other}. ${reExport}`,
  isDate: (text: string) => `${text} is a date. Excel may have turned the plate into one. ${reExport}`,
  scientific: (text: string) => `Excel shortened this plate to the number ${text}, and the plate is lost. ${reExport}`,
  masked: (text: string) =>
    `Some characters of the plate ${text} are hidden. Type the plate, or export again with whole plates.`,
  impossibleNumber: (text: string) => `${text} can’t be a plate. ${reExport}`,
  fromNumber: 'Excel stored this plate as a number. A leading zero would be lost. Check it.',
  inventedKey: (text: string) => `${text} is a key that a system made up for a car without a plate. Left blank.`,
  duplicateSuffix: (suffix: string) => `Removed ${suffix}, which marks a duplicate in the old system.`,
  stateSplit: (state: StateCode) => `${state} was in the same cell and is used as the state.`,
  twoStates: (inCell: StateCode, inRow: StateCode) =>
    `The cell says ${inCell}, but the state is ${inRow}. Check which is right.`,
  placeholder: placeholder('a plate'),
  vin: (plate: string) => `${plate} has 17 characters and looks like a VIN. Clear it, or check the column.`,
  severalPlates: (text: string, count: number) =>
    `“${text}” has ${count} plates. Keep one: each car needs its own row.`,
  tooLong: (plate: string, country: string, max: number) =>
    `${plate} has ${plate.length} characters. A plate in ${country} has at most ${max}.`,
  tooShort: (plate: string, country: string) => `${plate} is too short for a plate in ${country}.`,
  lettersAndDigits: (plate: string) => `A plate in Malaysia has letters and digits. ${plate} doesn’t.`,
  short: (plate: string) => `Plates of one character are rare. Check that ${plate} is complete.`,
  trade: (plate: string) => `${plate} looks like a trade plate, which moves from car to car.`,
  leadingZero: (plate: string) => `Malaysian plates have no leading zero. Check ${plate}.`,
  isState: (plate: string) => `${plate} is a state. Check that it is also the plate.`,
  otherState: (plate: string, states: string, state: StateCode) =>
    `Plate format doesn’t match the state: ${plate} looks like ${states}, but the row says ${state}. Cars that moved keep their plate.`,
  stateAttached: (plate: string, rest: string, state: StateCode) =>
    `${plate} may be the plate ${rest} with the state ${state} attached.`,
  lookAlike: (swapped: string, typed: string, other: string) =>
    `Did you mean ${swapped}? That is a standard plate, and ${typed} and ${other} look alike.`,
  otherLetter: (letters: readonly string[], plate: string) =>
    `${letters.map((letter) => `“${letter}”`).join(', ')} ${letters.length === 1 ? 'is not a letter' : 'are not letters'} from A to Z. Sent as ${plate}. Check it.`,
  personalised: (plate: string) => `${plate} looks like a personalised plate. It is sent as is.`,
}

const state = {
  notUsed: (text: string) => `States are sent for Australia only. “${text}” is not sent.`,
  shortCode: (text: string, state: StateCode) => `“${text}” is sent as ${state}.`,
  none: (text: string) => `“${text}” isn’t an Australian state. Left blank.`,
  city: (text: string, state: StateCode) => `${text} is a city. Use ${state} only if the car is registered there.`,
  near: (text: string, stateName: string, state: StateCode) =>
    `“${text}” isn’t a state. Did you mean ${stateName} (${state})?`,
  postcode: (text: string) =>
    `${text} looks like a postcode, which doesn’t show where a car is registered. Choose the state.`,
  unknown: (text: string) => `“${text}” isn’t an Australian state. Choose NSW, VIC, QLD, SA, WA, TAS, ACT or NT.`,
}

const vin = {
  masked: (text: string) =>
    `Some characters of the VIN ${text} are hidden. Type the VIN, or export again with whole VINs.`,
  excelNumber: (text: string) =>
    `Excel stored this as a number and kept only 15 digits (${text}). Type the VIN, or export again with the column formatted as Text.`,
  decimal: (text: string) => `${text} is a number with a decimal point, not a VIN. Clear it, or check the column.`,
  digitsOnly: 'This number has 17 digits and no letter. A VIN nearly always has letters. Check it.',
  date: 'Excel has a date here, not a VIN. Type the VIN, or check the column.',
  placeholder: placeholder('a VIN'),
  withEngineNumber: 'Two numbers in one cell. The one with 17 characters is used as the VIN.',
  barcodePrefix: 'Removed the I that barcode readers add before the VIN.',
  otherLetter: (letter: string, meant: string) => `“${letter}” is not a letter from A to Z. Did you mean ${meant}?`,
  symbol: (symbol: string) => `A VIN has only letters and digits. This one has “${symbol}”.`,
  tooLong: (length: number) => `A VIN has 17 characters. This one has ${length}. Check it.`,
  tooShort: (text: string) => `“${text}” is too short for a VIN or chassis number. Left blank.`,
  frameNumber: (frame: string) =>
    `${frame} is a Japanese frame number or an old chassis number, not a VIN. Kept as an extra field.`,
  frameNumberSent: (frame: string) =>
    `${frame} is a Japanese frame number or an old chassis number. Sent as the VIN, as set in Settings.`,
  incompleteSent: (length: number, missing: number, olderCar: string) =>
    `${length} characters: a VIN with ${missing} missing, or the chassis number of a car from ${olderCar}. Sent as the VIN, as set in Settings.`,
  incomplete: (length: number, missing: number, olderCar: string) =>
    `${length} characters: a VIN with ${missing} missing, or the chassis number of a car from ${olderCar}. Kept as an extra field, not sent as the VIN.`,
  letter: (meant: string, isConfirmed: boolean) =>
    `A VIN never has the letters I, O or Q. Did you mean ${meant}?${isConfirmed ? ' Its check digit matches.' : ''}`,
  checkDigit: 'VIN check digit doesn’t match. A character may be wrong.',
}

export const cellMessages = { cell, date, mobile, name, plate, state, vin } as const
