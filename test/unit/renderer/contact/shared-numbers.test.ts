import { describe, expect, it } from 'vitest'
import { allowQuestion, alsoMarkedText, sharedNumbersText } from '../../../../src/renderer/contact/shared-numbers.ts'

const named = (count: number): string[] => Array.from({ length: count }, (_, at) => `Buyer ${at + 1}`)

describe('other customers with the number of a person', () => {
  it('are not mentioned when there are none', () => {
    const nobody = { customers: 0, calls: 0, names: [] }
    expect(sharedNumbersText(nobody, 1) + alsoMarkedText(nobody)).toBe('')
    expect(allowQuestion('Ann', nobody).text).not.toContain('also on')
  })

  it('are counted and named', () => {
    expect(sharedNumbersText({ customers: 1, calls: 0, names: ['Pat D’Arcy'] }, 1)).toBe(
      'This number is also on 1 other customer (no calls), who is marked as well: Pat D’Arcy.',
    )
    expect(sharedNumbersText({ customers: 2, calls: 1, names: ['Ann', 'Bob'] }, 2)).toBe(
      'Their numbers are also on 2 other customers (1 call), who are marked as well: Ann, Bob.',
    )
  })

  it('without names are only counted', () => {
    const unnamed = { customers: 3, calls: 0, names: [] }
    expect(sharedNumbersText(unnamed, 1)).toBe(
      'This number is also on 3 other customers (no calls), who are marked as well.',
    )
    expect(allowQuestion('Ann', unnamed).text).toContain('(no calls), who can be contacted again too. In a team')
  })

  it('are a warning when the number has ten names, and the others are mentioned only if there are more', () => {
    const warning = 'So many names seldom share a phone: check whether it is the number of a person.'
    expect(sharedNumbersText({ customers: 10, calls: 0, names: named(10) }, 1)).toContain(`Buyer 10. ${warning}`)
    expect(sharedNumbersText({ customers: 40, calls: 0, names: named(10) }, 1)).toContain(
      `Buyer 10 and others. ${warning}`,
    )
    expect(allowQuestion('Ann', { customers: 10, calls: 0, names: named(10) }).text).toContain('Buyer 10. In a team')
  })
})
