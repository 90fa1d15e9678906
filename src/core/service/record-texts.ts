/** A page of the customer list, taken apart into the texts of its records without parsing them. */
export interface RecordTexts {
  /** Begin and end of each record's text in the body, in bytes: two numbers for each record. */
  readonly bounds: Uint32Array
  /** The name of the first field of each record, and how many bytes behind the record's begin its value begins. */
  readonly firstName: string
  readonly firstValue: number
  /** The body as text, with the number 0 as the only entry of its list. */
  readonly envelope: string
}

/**
 * Finds where each record begins and ends: those that begin with the same bytes as the one at `first`, so many, behind another one and a
 * comma. `last`: where the last one ends.
 */
type FindBounds = (first: number, length: number, last: number) => Uint32Array

/** The list begins near the start of a body; more is not searched. */
const longestHead = 4_096
/** The beginning of the list and of its first record, up to the colon after the name of its first field. */
const firstRecord = /\[\s*(\{\s*"([^"\\]*)"\s*:)/

const closingBrace = 0x7d
/** Space, tab, line feed, carriage return (RFC 8259, 2). */
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/**
 * Finds the records of a page in which all records begin with the same field, as nearly every service writes them; null for
 * any other body. A text like `{"id":` is only found where an object begins: inside a JSON string, its first quote would
 * have to be escaped. That object may be part of a record, however. So the caller has to check that each text is JSON by
 * itself, and the envelope as well: then the body is that envelope with these records in its list.
 */
export function findRecordTexts(body: Buffer, findBounds: FindBounds): RecordTexts | null {
  const [all, opening, firstName] = firstRecord.exec(body.toString('latin1', 0, longestHead)) ?? []
  if (all === undefined || opening === undefined || firstName === undefined) return null
  const first = body.indexOf(all, 0, 'latin1') + all.length - opening.length
  const last = endBefore(body, body.lastIndexOf(']'))
  if (last === null) return null
  const bounds = findBounds(first, opening.length, last)
  if (last <= bounds.at(-2)!) return null
  const envelope = `${body.toString('utf8', 0, first)}0${body.toString('utf8', last)}`
  return { bounds, firstName, firstValue: opening.length, envelope }
}

/** The end of an object that ends before `at`, with nothing between them but white space; null: none ends there. */
function endBefore(body: Buffer, at: number): number | null {
  let end = at
  while (end > 0 && isSpace(body[end - 1])) end -= 1
  return body[end - 1] === closingBrace ? end : null
}
