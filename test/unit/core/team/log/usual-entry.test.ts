import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastMs, maxCounter } from '../../../../../src/core/team/clock/hybrid-clock.ts'
import { entryText, parseEntry, type NewEntry } from '../../../../../src/core/team/log/entry.ts'
import { isUsualEntry } from '../../../../../src/core/team/log/usual-entry.ts'
import { sampleContents, sampleHead } from '../sample-entries.ts'

type Path = readonly (string | number)[]
const usualKinds = ['outcome', 'outcome-undone', 'note', 'assignment', 'lock', 'lock-released']
const ref = `${'0'.repeat(36)}:id`
const entries = sampleContents.map((content) => ({ ...sampleHead({ after: [ref] }), ...content }) as NewEntry)
const usual = entries.filter(({ kind }) => usualKinds.includes(kind))

/** Decided by the schemas: a field that no version has makes an entry unusual, and they leave it out. */
const bySchemas = (json: object) => parseEntry(JSON.stringify({ ...json, unusual: true }))

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name]))]
}
const jsonOf = (entry: NewEntry): object => JSON.parse(entryText(entry)) as object

/** The value with another one at the path; undefined: without it. */
function changed(value: unknown, [name, ...rest]: Path, change: unknown): unknown {
  if (name === undefined) return change
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === name ? changed(each, rest, change) : each))
  return { ...value, [name]: changed((value as Readonly<Record<string, unknown>>)[name], rest, change) }
}

const lengths = [0, 1, 5, 6, 10, 11, 20, 21, 22, 23, 40, 41, 64, 65, 200, 201, 400, 401, 1_000, 1_001, 8_000, 8_001]
const numbers = [-1, -0, 0, 1, 1.5, 3_600, 3_601, lastMs, lastMs + 1, maxCounter, maxCounter + 1, 2 ** 53, 1e300]
const values: readonly unknown[] = [
  undefined,
  null,
  true,
  'au',
  'uk',
  'voicemail',
  'a:b',
  'Ä',
  ref,
  `${ref}\n`,
  'note',
  '__proto__',
  ...lengths.map((length) => 'a'.repeat(length)),
  ...numbers,
  [],
  {},
  [1, 2],
  [1, 2, 3],
  [1, '2'],
  ['a', 'b'],
  [ref, 7],
  ...[50, 51, 1_000, 1_001].map((length) => Array.from({ length }, () => ref)),
  { id: 'a', name: 'b' },
  { id: 'a', name: 'b', more: 1 },
  { id: 'a'.repeat(65), name: 'b' },
  sampleContents[0].data.car,
  { ...sampleContents[0].data.car, customerId: null, rego: null, vin: null },
  { ...sampleContents[0].data.car, more: 1 },
]

it('are those about cars, as this version writes them', () => {
  expect(entries.filter((entry) => isUsualEntry(jsonOf(entry)))).toEqual(usual)
  expect(usual.map(({ kind }) => kind)).toEqual(usualKinds)
})

describe('an entry about a car', () => {
  it.each(usual.map((entry) => [entry.kind, entry] as const))(
    'of the kind %s is decided as by the schemas, whatever one of its fields is',
    (_, entry) => {
      const json = jsonOf(entry)
      for (const path of pathsOf(json).slice(1)) {
        for (const value of values) {
          const other = changed(json, path, value) as object
          expect(parseEntry(JSON.stringify(other)), `${path.join('.')} ${JSON.stringify(value)}`).toEqual(
            bySchemas(other),
          )
        }
      }
    },
  )

  it('is decided as by the schemas when several of its fields are something else', () => {
    const change = fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(...values), fc.jsonValue({ maxDepth: 2 })))
    fc.assert(
      fc.property(fc.constantFrom(...usual), fc.array(change, { minLength: 1, maxLength: 4 }), (entry, changes) => {
        const json = jsonOf(entry)
        const paths = pathsOf(json).slice(1)
        const other = changes.reduce<unknown>(
          (value, [at, each]) => changed(value, paths[at % paths.length] ?? [], each),
          json,
        ) as object
        expect(parseEntry(JSON.stringify(other))).toEqual(bySchemas(other))
      }),
    )
  })

  it('is not usual with numbers that JSON cannot hold', () => {
    const text = entryText(usual[0] as NewEntry).replace('"amount":null', '"amount":1e999')
    expect(isUsualEntry(JSON.parse(text))).toBe(false)
    expect(parseEntry(text)).toEqual({ state: 'malformed' })
  })
})
