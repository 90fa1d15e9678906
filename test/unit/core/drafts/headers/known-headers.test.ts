import { describe, expect, it } from 'vitest'
import {
  anyPhoneHeaders,
  headerNegatives,
  headerSynonyms,
  sensitiveHeaders,
} from '../../../../../src/core/drafts/headers/header-words.ts'
import { isKnownHeader, readHeader, saleDateRank } from '../../../../../src/core/drafts/headers/known-headers.ts'

describe('readHeader', () => {
  it.each(Object.entries(headerSynonyms))('knows each name for %s', (target, names) => {
    const wrong = names.filter((name) => {
      const { named, sensitive, ends } = readHeader(name)
      return named?.target !== target || named.match !== 'exact' || sensitive || ends !== null
    })
    expect(wrong).toEqual([])
  })

  it('recognises a phone that may be a mobile', () => {
    const wrong = anyPhoneHeaders.filter((name) => readHeader(name).named?.target !== 'mobile_number')
    expect(wrong).toEqual([])
    expect(readHeader('Phone').named?.match).toBe('any-phone')
  })

  it.each([
    [
      'rego_expiry',
      'rego_expiry|rego_due|rego_renewal|Reg Exp|LicPlateExpDate|Rego End|Registered Until|Roadtax Due|Tarikh Tamat Cukai Jalan',
    ],
    [
      'finance_end',
      'Finance Maturity|Contract End Date|Lease End|Term End|Balloon Due|GFV Date|Guaranteed Future Value Date|Final Payment Date',
    ],
    ['warranty_end', 'Warranty expiry|Warranty End|Warranty Expires|Mfr Warranty Expiry'],
    [
      'record_end',
      'Expiry|Expires On|Expiration Date|End Date|Valid To|Insurance Renewal|WOF Expiry|Watch Until|Tarikh Luput',
    ],
  ])('takes each name of %s for an end, never for a field', (group, names) => {
    const wrong = names
      .split(/\s*\|\s*/)
      .filter((name) => readHeader(name).ends !== group || readHeader(name).named !== null)
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(headerNegatives).filter(([field]) => field !== 'anyField'))(
    'takes none of the negatives of %s for it',
    (field, names) => {
      expect(names.filter((name) => readHeader(name).named?.target === field)).toEqual([])
    },
  )

  it('matches no field for headers about another party', () => {
    expect(headerNegatives.anyField.filter((name) => readHeader(name).named !== null)).toEqual([])
  })

  it('matches no end date for private headers', () => {
    const names = 'Licence Expiry|Driver Licence Expiry|DL Expiry|Card Expiry|Credit Card Expiry|Passport Expiry'.split(
      '|',
    )
    expect(names.filter((name) => !readHeader(name).sensitive)).toEqual([])
  })

  it('marks private headers, unless they are the name of a field', () => {
    expect(sensitiveHeaders.filter((name) => !readHeader(name).sensitive)).toEqual([])
    expect(readHeader('Licence Plate').sensitive).toBe(false)
    expect(readHeader('Driver Licence Number').sensitive).toBe(true)
    expect(readHeader('Customer Email').sensitive).toBe(true)
    expect(readHeader('Bank BSB').sensitive).toBe(true)
    expect(readHeader('NRIC No').sensitive).toBe(true)
  })

  it('matches negatives as whole words', () => {
    expect(readHeader('Title').named?.target).toBe('title')
    expect(readHeader('T/I Rego').named).toBeNull()
    expect(readHeader('Sold Date').named?.target).toBe('sale_date')
    expect(readHeader('Golden Rego').named?.target).toBe('rego')
  })

  it('reads the words in another order, and one letter off', () => {
    expect(readHeader('Date - Sold').named).toEqual({ target: 'sale_date', match: 'words' })
    expect(readHeader('Number of Rego').named).toEqual({ target: 'rego', match: 'words' })
    expect(readHeader('Delivary Date').named).toEqual({ target: 'sale_date', match: 'near' })
    expect(readHeader('Dealer State').named).toBeNull()
    expect(readHeader('Rego Expiry Dat').named).toBeNull()
  })
})

describe('a name in other words', () => {
  it.each([
    ['custmob', 'mobile_number'],
    ['vehregno', 'rego'],
    ['saledt', 'sale_date'],
    ['Regestration', 'rego'],
    ['Moblie No', 'mobile_number'],
    ['Custommer Nmae', 'client_name'],
    ['Delv Dt', 'sale_date'],
    ['Jurisd.', 'state'],
    ['Vorname', 'first_name'],
    ['Nome e cognome', 'client_name'],
    ['Targa', 'rego'],
    ['车牌号码', 'rego'],
    ['客户姓名 Name', 'client_name'],
    ['Jurisdiction of plate', 'state'],
    ['Name on rego', 'client_name'],
    ['Mr/Mrs/Ms', 'title'],
  ])('“%s” is %s', (header, target) => {
    expect(readHeader(header).named?.target).toBe(target)
  })

  it.each(['Reminder Sent', 'Stage', 'Owned', 'Number of Contacts', 'T/In VIN', 'Customer State', 'Date'])(
    '“%s” is no field',
    (header) => {
      expect(readHeader(header).named).toBeNull()
    },
  )
})

describe('saleDateRank', () => {
  it('puts the delivery before the sale before the invoice before the order', () => {
    const headers = ['Order Date', 'Invoice Date', 'Date Sold', 'Delivered']
    const ranked = headers
      .map((header) => readHeader(header).normalised)
      .toSorted((a, b) => saleDateRank(a) - saleDateRank(b))
    expect(ranked).toEqual(['delivery', 'date sold', 'invoice date', 'order date'])
  })
})

describe('isKnownHeader', () => {
  it.each([
    ['Rego', 'field'],
    ['Rego Expiry', 'field'],
    ['DOB', 'other'],
    ['Salesperson', 'other'],
    ['Model', 'other'],
    ['Sold Vehicles Report - Parramatta', null],
    ['Smith', null],
    ['', null],
  ])('%s: %s', (text, known) => {
    expect(isKnownHeader(text)).toBe(known)
  })
})
