/**
 * What a group says when its rows' own messages differ, because each names its own value. A rule without an entry says the same of
 * every row, or what it says of the first is true of all.
 */
const titles: Readonly<Record<string, string>> = {
  'cell.formula-error': 'The spreadsheet shows an error here, so nothing is sent for these cells.',
  'date.excel-number': 'Dates that Excel had stored as numbers are written as dates again.',
  'date.expired':
    'Expiry dates that have passed: the service deletes a customer on that day. Clear them, or choose later ones.',
  'date.far-expiry': 'Expiry dates more than ten years away. Check the years.',
  'date.forward-sale': 'Sale dates in the future: right for cars on order, else check them.',
  'date.future-sale': 'Sale dates that lie too far in the future. Correct them, or clear them.',
  'date.greenwich-evening': 'Times given for Greenwich: here it may already have been the next day.',
  'date.impossible': 'Days that are in no calendar. Correct them, or clear them.',
  'date.no-day': 'Months without a day: a day of that month is taken.',
  'date.other-order':
    'Dates that fit only if day and month are read the other way round than in the rest of their column.',
  'date.placeholder': 'Words that stand for no date: nothing is sent for them.',
  'date.swapped': 'Excel had read day and month the wrong way round; they are swapped back.',
  'date.too-early': 'Dates too long ago for a sale. Check the years.',
  'date.unreadable': 'These cannot be read as dates. Correct them, or clear them.',
  'date.year-unseen': 'The spreadsheet shows no year here, and Excel may have guessed one. Check these dates.',
  'mobile.foreign': 'Mobiles of other countries. They are sent with their country code.',
  'mobile.invalid':
    'These are no mobile numbers: digits are missing or too many, or they begin wrongly. Correct them, or clear them.',
  'mobile.landline': 'Landlines are not sent as the mobile number.',
  'mobile.letter': 'A letter stands where a digit should be in these mobiles.',
  'mobile.many-names': 'One mobile stands beside three or more different names. Check whose it is.',
  'mobile.no-digits': 'There is no number in these cells; nothing is sent for them.',
  'mobile.not-a-mobile': 'Business lines are not sent as the mobile number.',
  'mobile.placeholder': 'Words that stand for no number: nothing is sent for them.',
  'mobile.scientific':
    'Excel shortened these numbers and their last digits are gone from the file. Type them, or export again with the column as Text.',
  'mobile.two-numbers': 'Two numbers in one cell: the first mobile is sent, the other is kept as an additional field.',
  'mobile.unallocated': 'These mobiles are in blocks of numbers that were not in use when last checked.',
  'name.encoding': 'Letters of these names were spoilt by a wrong encoding.',
  'name.no-letters': 'These names have no letters. Check which column holds the name.',
  'name.placeholder': 'Words that stand for no name: nothing is sent for them.',
  'plate.date-damage':
    'Excel turned these plates into dates. Look them up and type them here, or export again with the column as Text.',
  'plate.invented-key': 'Keys that a system made up for vehicles without a plate; nothing is sent for them.',
  'plate.is-state': 'These are states. Check that they are plates as well.',
  'plate.leading-zero': 'Malaysian numbers have no leading zero: check these plates.',
  'plate.letters-and-digits': 'A plate in Malaysia has letters and digits; these have not.',
  'plate.look-alike': 'An O may be a zero, or an I a one: with it these would be ordinary plates.',
  'plate.number':
    'Numbers that cannot be plates. Look the plates up and type them here, or export again with the column as Text.',
  'plate.other-state':
    'These plates have the pattern of another state. Check the state; cars that moved keep their plate.',
  'plate.personalised': 'These look like personalised plates. They are sent as they are.',
  'plate.placeholder': 'Words that stand for no plate: nothing is sent for them.',
  'plate.short': 'Plates of one character are rare. Check that these are whole.',
  'plate.state-attached': 'These may be plates with their state written onto them.',
  'plate.state-split': 'The state stood in the same cell and is taken as the plate’s state.',
  'plate.too-long': 'These have more characters than a plate can have.',
  'plate.too-short': 'These are too short for plates.',
  'plate.trade': 'These look like trade plates, which move from car to car.',
  'plate.two-plates': 'More than one plate in a cell. Keep one: each car has a row of its own.',
  'plate.two-states': 'The rego cell and the state cell name different states. Check which is right.',
  'plate.vin': 'These look like VINs, not plates. Clear them here, or check which column they are in.',
  'state.missing': 'A rego needs its state. Take what the patterns suggest where they do, or choose one for all.',
  'vin.excel-number':
    'Excel took these numbers for amounts and kept 15 digits. Type them from the papers, or export again with the column as Text.',
  'vin.frame-number': 'Japanese frame numbers or old chassis numbers, not VINs. They are kept as additional fields.',
  'vin.incomplete':
    'Under 17 characters: incomplete VINs, or chassis numbers of older cars. Kept as additional fields, not sent as VINs.',
  'vin.letter': 'A VIN never has the letters I, O or Q: a 1 or a 0 is probably meant.',
  'vin.placeholder': 'Words that stand for no VIN: nothing is sent for them.',
  'vin.symbol': 'A VIN has letters and digits only; these have other signs.',
  'vin.too-long': 'A VIN has 17 characters; these have more. Check them against the papers.',
  'vin.too-short': 'Too short for a VIN or a chassis number; nothing is sent for them.',
}

/** The sentence for a group of differing messages of one rule. */
export const groupTitle = (rule: string, firstMessage: string): string => titles[rule] ?? firstMessage
