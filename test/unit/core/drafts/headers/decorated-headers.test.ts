import { describe, expect, it } from 'vitest'
import { readHeader } from '../../../../../src/core/drafts/headers/known-headers.ts'

const targetOf = (header: string): string | null => readHeader(header).named?.target ?? null

describe('a header with what a system or a person adds to it', () => {
  it.each([
    ['Rego__c', 'rego'],
    ['VIN_Number__c', 'vin'],
    ['Sold_Date__c', 'sale_date'],
    ['Deal - Rego', 'rego'],
    ['Person - Mobile', 'mobile_number'],
    ['Person - Name', 'client_name'],
    ['Contact: First Name', 'first_name'],
    ['Vehicle - VIN', 'vin'],
    ['Sold Date (dd/mm/yyyy)', 'sale_date'],
    ['Mobile (required)', 'mobile_number'],
    ['Rego [max 9]', 'rego'],
    ['What is your rego?', 'rego'],
    ["What's your mobile number?", 'mobile_number'],
    ['Mobile*', 'mobile_number'],
    ['Cust First', 'first_name'],
    ['Cust Surname', 'last_name'],
  ])('“%s” is %s', (header, target) => {
    expect(targetOf(header)).toBe(target)
  })

  it.each([
    'Deal Name',
    'Deal - Name',
    'Deal - Owner',
    'Deal - Title',
    'Opportunity: Name',
    'INITIALS',
    'Lead - Status',
  ])('“%s” is no field of the customer', (header) => {
    expect(targetOf(header)).toBeNull()
  })

  it.each(['SSN', 'Addr 1 - Line 1', 'P/Code', 'Pcode', 'Social Security No', 'Person - Email', 'Date_of_Birth__c'])(
    '“%s” is private',
    (header) => {
      expect(readHeader(header).sensitive).toBe(true)
    },
  )

  it('is remembered under its whole name', () => {
    expect(readHeader('Deal - Rego').normalised).toBe('deal rego')
  })
})
