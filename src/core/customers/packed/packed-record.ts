import type { Region } from '../../../contract/region.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { additionalFieldText, isPlainText, normaliseForSearch, searchParts } from '../record/search-text.ts'
import { parseReference } from '../../service/row-reference.ts'
import { createCarReader } from '../vehicles/car-names.ts'
import { asciiLowerCase, createTextWriter, type TextWriter } from './text-bytes.ts'

/**
 * The texts of a record that are searched, in this order. `name` and `title` are in lower case (A to Z), `rego` and `vin` as received. Then the
 * forms that the record is found by and that the texts before do not contain. The additional fields follow, one text for each
 * name in the order of the names, normalised for search.
 */
export const searchedTexts = { name: 0, title: 1, rego: 2, vin: 3, otherForms: 4, firstField: 5 } as const

/** The texts that records are sorted by and that a search must not find: of a mobile number, it finds the digits only. */
export const unsearchedTexts = { lastUpdated: 0, lastSighting: 1, mobile: 2 } as const

/** The time of the latest sighting, as the service wrote it. */
export function lastSightingOf({ sightings }: Pick<RemoteCustomer, 'sightings'>): string | null {
  return sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null)
}

/** Bits of `flags`. A slot without `present` has no record. */
export const flag = {
  present: 1,
  missingVin: 2,
  sighted: 4,
  missingMobile: 8,
  missingName: 16,
  missingRego: 32,
} as const

/** The columns in which many records share a value. */
export const sharedColumns = ['state', 'saleDate', 'expiryDate', 'uploadId', 'fieldSet', 'car'] as const
export type SharedColumn = (typeof sharedColumns)[number]

/** All that the list has of a record. A change of its content needs a new `listFormat`, because blocks of it are stored. */
export interface PackedRecord extends Readonly<Record<SharedColumn, string | null>> {
  readonly flags: number
  /** The upload of this PC whose reference the record has. */
  readonly uploadId: string | null
  /** JSON of the sorted names of its additional fields: records of one file share it. Null: there are none. */
  readonly fieldSet: string | null
  /** Make and model, as `carText` writes them. */
  readonly car: string | null
  /** See `searchedTexts`: each text ends with `textEnd`. */
  readonly searched: Uint8Array
  /** See `unsearchedTexts`. */
  readonly unsearched: Uint8Array
}

/** Returns a function that packs records of a region. */
export function createRecordPacker(region: Region): (record: RemoteCustomer) => PackedRecord {
  const writer = createTextWriter()
  const readCar = createCarReader()
  const readFieldNames = createFieldNames()
  return (record) => {
    const { names, fieldSet, uploadId } = readFieldNames(record.additionalFields)
    writeSearchedTexts(writer, record, names, region)
    const searched = Buffer.from(writer.bytes())
    writeUnsearchedTexts(writer, record)
    return {
      flags:
        flag.present |
        (record.sightings.length > 0 ? flag.sighted : 0) |
        (record.vin ? 0 : flag.missingVin) |
        (record.mobileNumber ? 0 : flag.missingMobile) |
        (record.clientName ? 0 : flag.missingName) |
        (record.rego ? 0 : flag.missingRego),
      state: record.state,
      saleDate: record.saleDate,
      expiryDate: record.expiryDate,
      uploadId,
      fieldSet,
      car: readCar(record),
      searched,
      unsearched: Buffer.from(writer.bytes()),
    }
  }
}

/** Which of a record's additional fields are searched, and the upload that another one refers to. */
interface FieldNames {
  readonly names: readonly string[]
  readonly fieldSet: string | null
  readonly uploadId: string | null
}

/** Records of one file have the same fields, so those of the last record are held. */
function createFieldNames(): (fields: RemoteCustomer['additionalFields']) => FieldNames {
  let own: readonly string[] = []
  let held: Pick<FieldNames, 'names' | 'fieldSet'> = { names: [], fieldSet: null }
  return (fields) => {
    let uploadId: string | null = null
    const ownNames = Object.keys(fields).filter((name) => {
      const reference = parseReference(fields[name])
      uploadId ??= reference?.uploadId ?? null
      return reference === null
    })
    if (ownNames.length !== own.length || ownNames.some((name, at) => name !== own[at])) {
      own = ownNames
      const names = ownNames.toSorted()
      held = { names, fieldSet: names.length === 0 ? null : JSON.stringify(names) }
    }
    return { ...held, uploadId }
  }
}

function writeSearchedTexts(
  writer: TextWriter,
  record: RemoteCustomer,
  names: readonly string[],
  region: Region,
): void {
  const { clientName, vehicleTitle, rego, vin, additionalFields } = record
  const name = clientName === null ? null : asciiLowerCase(clientName)
  const title = vehicleTitle === null ? null : asciiLowerCase(vehicleTitle)
  writer.clear()
  writer.add(name)
  writer.add(title)
  writer.add(rego)
  writer.add(vin)
  let forms = ''
  // The normalised form of a plain text is the text in lower case.
  const withForms = {
    rego,
    vin,
    state: record.state,
    mobileNumber: record.mobileNumber,
    clientName: clientName !== null && isPlainText(clientName) ? null : clientName,
    vehicleTitle: vehicleTitle !== null && isPlainText(vehicleTitle) ? null : vehicleTitle,
  }
  for (const text of searchParts(withForms, region)) {
    if (!text) continue
    const part = normaliseForSearch(text)
    const isContained =
      part === '' ||
      name?.includes(part) === true ||
      title?.includes(part) === true ||
      rego?.includes(part) === true ||
      vin?.includes(part) === true ||
      forms.includes(part)
    if (!isContained) forms = forms === '' ? part : `${forms} ${part}`
  }
  writer.add(forms)
  for (const field of names) writer.add(normaliseForSearch(additionalFieldText(additionalFields[field])))
}

function writeUnsearchedTexts(writer: TextWriter, record: RemoteCustomer): void {
  writer.clear()
  writer.add(record.lastUpdated)
  writer.add(lastSightingOf(record))
  writer.add(record.mobileNumber)
}
