import { describe, expect, it } from 'vitest'
import { isInCapitals, titleCaseName } from '../../../../src/core/fields/title-case.ts'

describe('a name in capitals', () => {
  it.each([
    ['ANN LEE', 'Ann Lee'],
    ['RONALD MCDONALD', 'Ronald McDonald'],
    ['SEAN O’BRIEN', 'Sean O’Brien'],
    ["SIOBHAN O'BRIEN", "Siobhan O'Brien"],
    ["JEANNE D'ARCY", "Jeanne D'Arcy"],
    ['ANNA VAN DER BERG', 'Anna van der Berg'],
    ['VAN DER BERG', 'Van der Berg'],
    ['NGUYEN VAN ANH', 'Nguyen Van Anh'],
    ['LUDWIG VON TRAPP', 'Ludwig von Trapp'],
    ['MARIA DE LA CRUZ', 'Maria de la Cruz'],
    ['KATE SMITH-JONES', 'Kate Smith-Jones'],
    ['FLORA MACDONALD', 'Flora MacDonald'],
    ['JAMES MACKAY', 'James Mackay'],
    ['ELLE MACKENZIE', 'Elle MacKenzie'],
    ['WEI NG', 'Wei Ng'],
    ['JJ ABRAMS', 'JJ Abrams'],
    ['J. R. HARTLEY', 'J. R. Hartley'],
    ['HENRY FORD III', 'Henry Ford III'],
    ['MR SMITH', 'Mr Smith'],
    ['RENÉE ÅBERG', 'Renée Åberg'],
    ['TE RANGI HIROA', 'Te Rangi Hiroa'],
    ['HARBOUR PLUMBING PTY LTD', 'Harbour Plumbing Pty Ltd'],
    ['ABC MOTORS PTY LTD', 'ABC Motors Pty Ltd'],
    ["ANN'S HOLDINGS", "Ann's Holdings"],
  ])('%s is written %s', (capitals, usual) => {
    expect(isInCapitals(capitals)).toBe(true)
    expect(titleCaseName(capitals)).toBe(usual)
    // Nothing but the case changes.
    expect(titleCaseName(capitals).toUpperCase()).toBe(capitals)
  })

  it.each(['Ann Lee', 'ann lee', 'McDONALD', 'JJ', 'A B', '王伟', ''])('is not %j, which stays as it is', (name) => {
    expect(titleCaseName(name)).toBe(name)
  })
})
