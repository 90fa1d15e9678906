import { rowText } from '../../../contract/row-id.ts'
import type { StateCode } from '../../../contract/region.ts'

/** Messages of the checks that look at a whole row, at its columns, or at other rows. */
export const rowMessages = {
  stateInPlateCell: (state: StateCode) => `${state} was in the same cell and is used as the state.`,
  otherPhone: (header: string) => `From “${header}”, because the mobile columns have no mobile in this row.`,
  stateMissing: 'A rego needs a state. Choose one for this row, or a default state for all rows.',
  stateMissingLikely: (state: StateCode) => `A rego needs a state. This plate has the ${state} format.`,
  stateUnknownLikely: (text: string, state: StateCode) =>
    `“${text}” isn’t an Australian state. This plate has the ${state} format.`,
  dateOrderUndecided: (text: string) =>
    `${text} can be read in more than one order. Choose the order of this column under “Columns”.`,
  noVehicle: 'No rego or VIN in this row, so there is no car to watch for.',
  expiryBeforeSale: 'The expiry date is before the sale date. Check both.',
  tooManyCells: 'This row has more cells than the header. A value may be in the wrong column.',
  repairedQuotes: 'This row has a misplaced quote (") and was repaired. Check its values.',
  unclearQuotes: 'This row has a misplaced quote (") and can be read in two ways. Choose the right one.',
  alignedCells: 'This row had too many or too few cells and was aligned with the columns. Check its values.',
  otherReading: 'This row is read in the way you chose.',
  nameTooLong: 'This name has more than 500 characters. Check which column has the name.',
  cellCut: (header: string) =>
    `“${header}” has more than 32,767 characters in this row. Only the first 32,767 are sent.`,
  knownCustomer: 'This car is already in your customers. Sending it creates a second record.',
  sameRegoOtherVin: (otherRow: number) =>
    `Row ${rowText(otherRow)} has the same rego with a different VIN. One of them may be wrong, or the plate was moved to another car.`,
  sameMobile: (names: number) => `This mobile is on ${names} different names. Check whose it is.`,
  sameMobileInMostRows: 'Most rows in this file share mobile numbers, so this is not a warning.',
  byValue: (header: string) => `Excluded for the value in “${header}”`,
  optOut: (header: string) => `Marked “do not contact” in “${header}”`,
} as const

/** Why a row is excluded: in full, and without row numbers for the list of reasons. */
export const exclusionReasons = {
  byUser: { reason: 'Excluded by you', general: 'Excluded by you' },
  knownCustomer: { reason: 'Already in your customers', general: 'Already in your customers' },
  newerSale: (row: number) => ({
    reason: `Duplicate: a newer sale of this car is in row ${rowText(row)}`,
    general: 'Duplicate: a newer sale of this car is in the file',
  }),
  datedSale: (row: number) => ({
    reason: `Duplicate: this car is in row ${rowText(row)} with a sale date`,
    general: 'Duplicate: this car is in the file with a sale date',
  }),
  sameCar: (row: number) => ({
    reason: `Duplicate: this car is also in row ${rowText(row)}`,
    general: 'Duplicate: this car is in the file again',
  }),
} as const
