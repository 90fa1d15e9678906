import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyPlaces } from '../../../../../src/core/drafts/checking/key-order.ts'
import { cellKey, compareKeys, textKey, type SortKey } from '../../../../../src/core/drafts/checking/sort-key.ts'
import { SortKeys } from '../../../../../src/core/drafts/checking/sort-keys.ts'
import { runs } from '../../../../runs.ts'

const dates = { order: 'dmy', today: '2026-11-21' } as const

/** A key with the way in which it is added. */
interface AddedKey {
  readonly key: SortKey
  addTo(keys: SortKeys): void
}

const ofKey = (key: SortKey): AddedKey => ({ key, addTo: (keys) => void keys.add(key) })
function ofText(text: string, isCell: boolean): AddedKey {
  const bytes = Buffer.from(`..${text}..`)
  const end = bytes.length - 2
  return isCell
    ? { key: cellKey(text, dates), addTo: (keys) => void keys.addCellText(bytes, 2, end, dates) }
    : { key: textKey(text), addTo: (keys) => void keys.addText(bytes, 2, end) }
}

/** Keys whose place is not that of their comparison with the key before. */
function wrongPlaces(added: readonly AddedKey[]): unknown[] {
  const keys = new SortKeys(added.length)
  for (const one of added) one.addTo(keys)
  const places = keyPlaces(keys)
  const order = [...added.keys()].toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const pairs = order.slice(1).map((one, at) => ({ one, before: order[at] ?? one }))
  return pairs.filter(({ one, before }) => {
    const [a, b] = [added[before], added[one]]
    const comparison = a && b ? compareKeys(a.key, b.key, false) : NaN
    return !(comparison <= 0) || (comparison === 0) !== (places[before] === places[one])
  })
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }).filter((one) => one.isWellFormed()),
  fc.string({ unit: fc.constantFrom('a', 'B', '本', 'é', '\u007f', '~', '😀', ' '), maxLength: 10 }),
  fc.string({ unit: fc.constantFrom('R', 'e', 'é', 'É', '’', '‘', 'ø', '×', 'ß', '“', '…', ' '), maxLength: 6 }),
  fc.nat({ max: 40 }).map((at) => `MR0ABCDEFGH0123456789012345${at}`),
  fc.string({ unit: fc.constantFrom('Ab', 'aB', 'c', 'é'), minLength: 4, maxLength: 9 }),
)

/** Dates, numbers, and texts that nearly are. */
const nearDate = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      'Sold ',
      'on ',
      'ca. ',
      'Thursday ',
      'Thu, ',
      'car sold: ',
      '~',
      "'",
      '=',
      '$',
      '-',
      '+',
      '(',
    ),
    fc.constantFrom('3', '03', '31', '2024', '20240403', '45000', '045', '1700000000', 'Apr', 'Marine', 'STK'),
    fc.constantFrom('', ' ', '/', '-', '. ', ',', 'rd', 'th ', ' of '),
    fc.constantFrom('', '4', '04', '13', '570', 'Apr', 'april', 'August', 'Smith St', 'X'),
    fc.constantFrom('', ' ', '/', '-', '.', ', '),
    fc.constantFrom('', '24', '2024', '199', "'24", '006', 'T10:00', ' 10:00 am', '%'),
    fc.constantFrom('', '', ' (est)', ' approx', '?', ' tbc', ' 00:00', ')'),
  )
  .map((parts) => parts.join(''))

const key = fc.oneof(
  fc.tuple(text, fc.boolean()).map(([one, isCell]) => ofText(one, isCell)),
  fc.tuple(nearDate, fc.boolean()).map(([one, isCell]) => ofText(one, isCell)),
  text.map((one) => ofKey(textKey(one))),
  fc
    .oneof(fc.double({ noNaN: true }), fc.integer({ min: -30, max: 30 }), fc.constantFrom(0, -0))
    .map((number) => ofKey({ rank: 0, number, text: '' })),
  fc.integer({ min: -900, max: 90_000 }).map((number) => ofKey({ rank: 1, number, text: '' })),
)

describe('the places of sort keys', () => {
  it('are in the order of their comparison', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300, size: 'max' }), (added) => {
        expect(wrongPlaces(added)).toEqual([])
      }),
      { numRuns: runs(60) },
    )
  })

  it('are in the order of their comparison when more texts begin alike than are compared one by one', () => {
    const ending = fc.string({ unit: fc.constantFrom('a', 'B', 'é', ' ', '9'), maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(ending, { minLength: 300, maxLength: 500, size: 'max' }),
        fc.boolean(),
        (endings, isPlain) => {
          const texts = endings.map((one) => `Unit 12 of 34${isPlain ? one.replaceAll('é', 'e') : one}`)
          expect(wrongPlaces(texts.map((one) => ofText(one, true)))).toEqual([])
        },
      ),
      { numRuns: runs(20) },
    )
  })

  it('are those of numbers and dates wherever a text is one', () => {
    fc.assert(
      fc.property(nearDate, (one) => {
        const { key: wanted, addTo } = ofText(one, true)
        const keys = new SortKeys(1)
        addTo(keys)
        expect({ text: one, rank: keys.ranks[0] }).toEqual({ text: one, rank: wanted.rank })
      }),
    )
  })
})
