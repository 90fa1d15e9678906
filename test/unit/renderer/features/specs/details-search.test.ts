import { describe, expect, it } from 'vitest'
import type { Detail } from '../../../../../src/contract/details.ts'
import { countValues, searchDetails } from '../../../../../src/renderer/features/specs/details-search.ts'

const detail = (name: string, label: string, text: string | null, children: readonly Detail[] = []): Detail => ({
  name,
  label,
  text,
  children,
})

const wheels: readonly Detail[] = [
  detail('front', 'Front', null, [detail('tyre', 'Tyre', '225/55 R18'), detail('rim', 'Rim', 'Alloy')]),
  detail('rear', 'Rear', null, [detail('tyre', 'Tyre', '265/65 R17')]),
  detail('spare', 'Spare', null),
]
const labels = (details: readonly Detail[]): string[] => details.map(({ label }) => label)

describe('a search within details', () => {
  it('returns all details without a search', () => {
    expect(searchDetails(wheels, [])).toBe(wheels)
  })

  it('finds a value and keeps the groups above it', () => {
    const [front, ...others] = searchDetails(wheels, ['alloy'])
    expect(others).toEqual([])
    expect(front?.label).toBe('Front')
    expect(labels(front?.children ?? [])).toEqual(['Rim'])
  })

  it('finds a value by words of the groups above it', () => {
    const found = searchDetails(wheels, ['rear', 'tyre'])
    expect(labels(found)).toEqual(['Rear'])
    expect(labels(searchDetails(wheels, ['wheels', 'spare'], 'Wheels'))).toEqual(['Spare'])
  })

  it('keeps all of a group whose name matches', () => {
    expect(searchDetails(wheels, ['front'])[0]?.children).toHaveLength(2)
  })

  it('finds a value by the name that the service uses, and nothing when nothing matches', () => {
    expect(labels(searchDetails(wheels, ['spare']))).toEqual(['Spare'])
    expect(searchDetails(wheels, ['sunroof'])).toEqual([])
  })
})

it('counts values, not groups', () => {
  expect(countValues(wheels)).toBe(4)
})
