import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repairMojibake } from '../../../../src/core/fields/mojibake.ts'

/** What a program shows that reads UTF-8 as Windows-1252. */
const damaged = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

describe('letters damaged by a wrong encoding', () => {
  it.each(['Renée Müller', 'José Núñez', 'O’Brien', 'Søren Ångström', 'Zoë Čapek'])('%s is restored', (name) => {
    expect(repairMojibake(damaged(name))).toEqual({ repaired: name })
  })

  it('restores the apostrophe of Mac Roman', () => {
    expect(repairMojibake('OÕBrien')).toEqual({ repaired: 'O’Brien' })
  })

  it('says that letters are lost where a replacement character stands', () => {
    expect(repairMojibake('Ren\ufffde')).toEqual({ repaired: null })
  })

  it.each(['Ann Lee', 'Renée Müller', 'Õnne', '陳大文', 'Â', 'Ã©陳'])('%s is left alone', (name) => {
    expect(repairMojibake(name)).toBeNull()
  })

  it('restores every Latin name that was damaged', () => {
    const letter = fc.constantFrom(...'abcxyzABCXYZàâäçèéêëîïñôöùûüßÀÉÖÜ')
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 20 }), (name) => {
        const expected = damaged(name) === name ? null : { repaired: name }
        expect(repairMojibake(damaged(name))).toEqual(expected)
      }),
    )
  })
})
