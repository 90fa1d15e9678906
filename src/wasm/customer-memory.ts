/*
 * The memory of the code that reads plain customers: `core/customers/plain/plain-layout.ts` has its places, too.
 */

// Places of memory that never change.
/** Where the texts of the customer that is read begin and end. An end of 0: null. */
const textsAt: u32 = 64
/** For each of its additional fields: where its name begins and ends, and where its value does. */
export const pairsAt: u32 = 256
export const pairBytes: u32 = 16
/** By byte: the last customer whose searched texts have it. */
export const marksAt: u32 = 1_024
export const keyAt: u32 = 2_048
export const mostKeyBytes: u32 = 2_000
/** A form by which a customer is found, before it is known whether the texts before contain it. */
export const formAt: u32 = 4_096
export const formLimit: u32 = formAt + 12_224
/** For digests of lines. */
export const shaAt: u32 = 16_384

// The texts of a customer, in the order in which a line has them.
export const textCount: u32 = 9
export const lastUpdated: u32 = 0
export const rego: u32 = 1
export const state: u32 = 2
export const vin: u32 = 3
export const clientName: u32 = 4
export const mobileNumber: u32 = 5
export const saleDate: u32 = 6
export const expiryDate: u32 = 7
export const vehicleTitle: u32 = 8

export function textBegin(text: u32): u32 {
  return load<u32>(textsAt + 8 * text)
}
export function textEnd(text: u32): u32 {
  return load<u32>(textsAt + 8 * text + 4)
}
export function setText(text: u32, begin: u32, end: u32): void {
  store<u32>(textsAt + 8 * text, begin)
  store<u32>(textsAt + 8 * text + 4, end)
}

/** Of a set of fields: how many fields are searched, their places, and the fields that name the car. */
export const fieldSetBytes: u32 = 64
export const notPlain: u32 = 0xff
export const carFieldsAt: u32 = 48
export const mostCarFields: u32 = 2

// Words of a job.
export const body: u32 = 0
export const openings: u32 = 4
export const openingCount: u32 = 8
export const code: u32 = 12
export const codeLength: u32 = 16
export const idsAt: u32 = 20
export const lineStartsAt: u32 = 24
export const searchedStartsAt: u32 = 28
export const unsearchedStartsAt: u32 = 32
export const rowsAt: u32 = 36
export const columnsAt: u32 = 40
export const columnBytes: u32 = 44
export const flagsAt: u32 = 48
export const digestsAt: u32 = 52
export const linesAt: u32 = 56
export const searchedAt: u32 = 60
export const searchedLimit: u32 = 64
export const unsearchedAt: u32 = 68
export const fieldSetsAt: u32 = 72
/** By the number of a word: where its form is, and how long it is. */
export const wordFormsAt: u32 = 76
export const sharedTable: u32 = 80
export const fieldSetTable: u32 = 84
export const carTextTable: u32 = 88
export const carTable: u32 = 92
export const wordTable: u32 = 96

// Joined texts (`text-arena.ts`).
const recordStart: u32 = 0xfd
export const nullText: u32 = 0xfe
export const endOfText: u32 = 0xff
export const headerLength: u32 = 9

function writeNumber(at: u32, number: u32): void {
  store<u8>(at, <u8>(0x80 | (number >> 18)))
  store<u8>(at + 1, <u8>(0x80 | ((number >> 12) & 0x3f)))
  store<u8>(at + 2, <u8>(0x80 | ((number >> 6) & 0x3f)))
  store<u8>(at + 3, <u8>(0x80 | (number & 0x3f)))
}

/** Writes the header of the texts between two places in front of them. */
export function writeHeader(begin: u32, end: u32): void {
  store<u8>(begin - headerLength, <u8>recordStart)
  writeNumber(begin - headerLength + 1, 0)
  writeNumber(begin - headerLength + 5, end - begin)
}
