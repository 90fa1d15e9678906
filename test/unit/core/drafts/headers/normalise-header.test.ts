import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseHeader } from '../../../../../src/core/drafts/headers/normalise-header.ts'

describe('normaliseHeader', () => {
  it.each([
    ['Rego No.', 'rego no'],
    ['REGISTRATION NUMBER', 'rego no'],
    ['RegistrationNumber', 'rego no'],
    ['Reg #', 'rego no'],
    ['rego_no', 'rego no'],
    ['Registration Date', 'registration date'],
    ['Reg Expiry', 'registration expiry'],
    ['CustFirstName', 'customer first name'],
    ['Cust First Name', 'customer first name'],
    ["Buyer's Name", 'customer name'],
    ['Mob Ph', 'mobile phone'],
    ['H/P', 'mobile'],
    ['D.O.B.', 'dob'],
    ['V.I.N.', 'vin'],
    ['T/I Rego', 'ti rego'],
    ['VIN/Chassis', 'vin chassis'],
    ['Date of Birth', 'date birth'],
    ['F&I', 'f and i'],
    ['  Licence\n Plate ', 'licence plate'],
    ['\ufeffDeal No', 'deal no'],
    ['Ｒｅｇｏ', 'rego'],
    ['Vehicle Rego', 'rego'],
    ['Vehicle No', 'vehicle no'],
    ['Veh. No', 'vehicle no'],
    ['Unit No', 'unit no'],
    ['No', 'no'],
    ['Vehicle', 'vehicle'],
    ['', ''],
    ['***', ''],
  ])('%j is %j', (header, normalised) => {
    expect(normaliseHeader(header)).toBe(normalised)
  })

  it('ignores case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}( [a-z]{2,8}){0,3}$/), (header) => {
        expect(normaliseHeader(header.toUpperCase())).toBe(normaliseHeader(header))
      }),
    )
  })
})
