import { expect, it } from 'vitest'
import { groupReferences } from '../../../../src/core/uploads/listed-references.ts'

const reference = (uploadId: string, row: number) => ({ uploadId, row })

it('groups the references of all pages by upload and row, in the order of the list', () => {
  const references = groupReferences([
    new Map([
      ['a', reference('march', 1)],
      ['b', reference('april', 1)],
    ]),
    new Map([
      ['c', reference('march', 2)],
      ['d', reference('march', 1)],
      ['e', reference('march', 1)],
    ]),
  ])
  const march = references.get('march')
  expect([march?.first.get(1), march?.first.get(2), march?.first.get(3)]).toEqual(['a', 'c', undefined])
  expect([...(march?.several ?? [])]).toEqual([[1, ['a', 'd', 'e']]])
  expect(references.get('april')?.first.get(1)).toBe('b')
  expect(references.get('may')).toBeUndefined()
})

it('counts a customer once that two pages have', () => {
  const page = new Map([['a', reference('march', 1)]])
  const march = groupReferences([page, page]).get('march')
  expect([march?.first.get(1), [...(march?.several ?? [])]]).toEqual(['a', []])
})
