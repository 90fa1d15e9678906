import { parseReference } from '../../service/row-reference.ts'

export type CarPart = 'make' | 'model' | 'year' | 'badge' | 'whole'

/** Names of additional fields in lower case, without the words of `fillers`, spaces and punctuation. */
const partNames: Readonly<Record<CarPart, readonly string[]>> = {
  make: ['make', 'manufacturer', 'brand', 'marque'],
  model: ['model', 'modelrange'],
  year: ['year', 'yr', 'my', 'modelyear', 'yearmodel', 'buildyear', 'yearbuilt', 'manufactureyear', 'yearmanufacture'],
  badge: ['badge', 'variant', 'trim', 'trimlevel', 'grade', 'series', 'submodel', 'derivative', 'modelvariant'],
  whole: ['makemodel', 'makeandmodel', 'yearmakemodel', 'makemodelyear', 'makemodelbadge', 'makemodelvariant'],
}
const partOfName: ReadonlyMap<string, CarPart> = new Map(
  (Object.keys(partNames) as CarPart[]).flatMap((part) =>
    partNames[part].map((name): [string, CarPart] => [name, part]),
  ),
)
/** Words that say that a field is about the car that was sold: "Vehicle Make", "Model of car". */
const carWords: ReadonlySet<string> = new Set(['vehicle', 'veh', 'car'])
const fillers: ReadonlySet<string> = new Set([
  'sold',
  'purchased',
  'bought',
  'name',
  'desc',
  'description',
  'of',
  'the',
])
/** What people write into a cell that they can't leave empty. */
const noValue = /^(?:y|n|yes|no|true|false|n\/?a|none|nil|null|tba|tbc|unknown|not known|-+|\.+|\?+)$/i

/** The parts of a field's name are read once: all rows of a file have the same names. */
const mostNames = 2_000

/** Reads what additional fields say about the car. A reader holds the names that it has read. */
export type CarPartReader = (additionalFields: Readonly<Record<string, unknown>>) => ReadonlyMap<CarPart, string>

export function createCarPartReader(): CarPartReader {
  const known = new Map<string, CarPart | null>()
  const partOfKnown = (name: string): CarPart | null => {
    const found = known.get(name)
    if (found !== undefined) return found
    const part = partOf(name)
    if (known.size < mostNames) known.set(name, part)
    return part
  }
  return (additionalFields) => readParts(additionalFields, partOfKnown)
}

/** What the additional fields of one record say about the car: the first text of each part. */
export const carParts: CarPartReader = (additionalFields) => readParts(additionalFields, partOf)

function readParts(
  additionalFields: Readonly<Record<string, unknown>>,
  partOfField: (name: string) => CarPart | null,
): ReadonlyMap<CarPart, string> {
  const parts = new Map<CarPart, string>()
  for (const name of Object.keys(additionalFields)) {
    const part = partOfField(name)
    const text = part && textOf(additionalFields[name])
    if (part && text && !parts.has(part)) parts.set(part, text)
  }
  return parts
}

function partOf(name: string): CarPart | null {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
  const others = words.filter((word) => !carWords.has(word))
  if (others.length === 0) return words.length > 0 ? 'whole' : null
  return partOfName.get(others.join('')) ?? null
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  const trimmed = value.trim()
  const text = /\s{2}|[^\S ]/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed
  return noValue.test(text) || parseReference(text) ? '' : text
}
