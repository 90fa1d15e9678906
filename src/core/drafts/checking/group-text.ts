/**
 * The message of an issue group whose rows have different messages. A rule without an entry has one message for every
 * row, or a first message that is true of all.
 */
const groupMessages: Readonly<Record<string, string>> = {
  'cell.formula-error': 'The spreadsheet has errors in these cells. Left blank.',
  'date.excel-number': 'These dates were stored as numbers. Restored.',
  'date.expired':
    'These expiry dates have passed. The service deletes customers on their expiry date. Clear them, or choose later dates.',
  'date.far-expiry': 'Expiry dates more than ten years away. Check the years.',
  'date.forward-sale': 'Sale dates in the future. Check them, unless the cars are on order.',
  'date.future-sale': 'Sale dates too far in the future. Correct them, or clear them.',
  'date.greenwich-evening': 'Times in UTC. In local time these may be the next day.',
  'date.impossible': 'These aren’t real dates. Correct them, or clear them.',
  'date.no-day': 'Dates without a day. A day of the month is used.',
  'date.other-order': 'These dates don’t fit the date order of their column.',
  'date.placeholder': 'Not dates. Left blank.',
  'date.remark': 'Words around these dates were left out.',
  'date.swapped': 'Excel had swapped day and month. Corrected.',
  'date.too-early': 'Dates too long ago for a sale. Check the years.',
  'date.unreadable': 'These can’t be read as dates. Correct them, or clear them.',
  'date.year-at-either-end':
    'The year of these dates can be first or last. Choose the order of the column under “Columns”, or type the dates.',
  'date.utc-as-before': 'Times in UTC. Their day is chosen as in an earlier file.',
  'date.year-unseen': 'The spreadsheet shows no year here. Excel may have guessed one. Check these dates.',
  'mobile.date': 'Dates, not numbers. Clear them, or check the column.',
  'mobile.foreign': 'Mobiles from other countries. They are sent with their country code.',
  'mobile.invalid': 'Not valid mobile numbers. Correct them, or clear them.',
  'mobile.landline': 'Landlines. Not sent as the mobile.',
  'mobile.letter': 'These mobiles have a letter instead of a digit.',
  'mobile.letter-read': 'A letter in these mobiles was read as a digit. Check them.',
  'mobile.many-names': 'Same mobile on 3 or more different names. Check whose it is.',
  'mobile.no-digits': 'These cells have no number. Left blank.',
  'mobile.not-a-mobile': 'Business lines. Not sent as the mobile.',
  'mobile.not-the-customers': 'Words beside these numbers. Check that they are the customers’ mobiles.',
  'mobile.placeholder': 'Not numbers. Left blank.',
  'mobile.remark': 'Words around these numbers were left out.',
  'mobile.scientific':
    'Excel shortened these numbers, and their last digits are lost. Type them, or export again with the column formatted as Text.',
  'mobile.two-numbers': 'Two numbers in one cell. The first mobile is used, the other is kept as an extra field.',
  'mobile.unallocated': 'These mobiles are in ranges that aren’t known to be in use.',
  'name.encoding': 'Some letters of these names were damaged by a wrong encoding.',
  'name.like-placeholder': 'Words that can be names, or mean that there is none. Sent as names.',
  'name.masked': 'Some letters of these names are hidden. Type the names, or export again with whole names.',
  'name.no-letters': 'These names have no letters. Check which column has the name.',
  'name.part-left-out': 'Words that aren’t names, beside a name. Left out.',
  'name.placeholder': 'Not names. Left blank.',
  'name.surname-first': 'These may be surnames before first names. Sent as written.',
  'plate.date-damage':
    'Excel turned these plates into dates. Find them in your system and type them here, or export again with the column formatted as Text.',
  'plate.invented-key': 'Keys that a system made up for cars without a plate. Left blank.',
  'plate.is-state': 'These are states. Check that they are also the plates.',
  'plate.leading-zero': 'Malaysian plates have no leading zero. Check these plates.',
  'plate.letters-and-digits': 'A plate in Malaysia has letters and digits. These don’t.',
  'plate.look-alike': 'An O may be a zero, or an I a one: that would make these standard plates.',
  'plate.number':
    'These numbers can’t be plates. Find the plates in your system and type them here, or export again with the column formatted as Text.',
  'plate.other-state': 'Plate format doesn’t match the state. Check the state. Cars that moved keep their plate.',
  'plate.other-letter': 'Plates with letters outside A to Z, sent with the letter that looks like it. Check them.',
  'plate.personalised': 'These look like personalised plates. They are sent as is.',
  'plate.placeholder': 'Not plates. Left blank.',
  'plate.short': 'Plates of one character are rare. Check that these are complete.',
  'plate.state-attached': 'These may be plates with their state attached.',
  'plate.state-split': 'The state was in the same cell and is used as the state.',
  'plate.too-long': 'Too long for plates.',
  'plate.too-short': 'Too short for plates.',
  'plate.trade': 'These look like trade plates, which move from car to car.',
  'plate.two-plates': 'More than one plate in a cell. Keep one: each car needs its own row.',
  'plate.two-states': 'The rego cell and the state cell have different states. Check which is right.',
  'plate.vin': 'These look like VINs, not plates. Clear them, or check the column.',
  'row.cell-cut': 'Cells with more than 32,767 characters. Only the first 32,767 are sent.',
  'state.missing': 'A rego needs a state. Accept the suggestions, or choose a default state.',
  'vin.decimal': 'Numbers with a decimal point, not VINs. Clear them, or check the column.',
  'vin.excel-number':
    'Excel stored these as numbers and kept only 15 digits. Type the VINs, or export again with the column formatted as Text.',
  'vin.frame-number': 'Japanese frame numbers or old chassis numbers, not VINs. Kept as extra fields.',
  'vin.frame-number-sent':
    'Japanese frame numbers or old chassis numbers. Sent as VINs, as set in the advanced settings.',
  'vin.incomplete-sent':
    'Under 17 characters: incomplete VINs, or chassis numbers of older cars. Sent as VINs, as set in the advanced settings.',
  'vin.incomplete':
    'Under 17 characters: incomplete VINs, or chassis numbers of older cars. Kept as extra fields, not sent as VINs.',
  'vin.letter': 'A VIN never has the letters I, O or Q. A 1 or 0 is probably right.',
  'vin.other-letter': 'These VINs have a letter of another alphabet that looks like one of theirs.',
  'vin.placeholder': 'Not VINs. Left blank.',
  'vin.symbol': 'A VIN has only letters and digits. These have other characters.',
  'vin.too-long': 'A VIN has 17 characters. These have more. Check them.',
  'vin.too-short': 'Too short for VINs or chassis numbers. Left blank.',
}

/** The message of a group whose rows have different messages, all of one rule; null: that of its first row. */
export const groupMessage = (rule: string): string | null => groupMessages[rule] ?? null
