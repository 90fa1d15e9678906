import { describe, expect, it } from 'vitest'
import type { ColumnTarget } from '../../../../../src/contract/column-choices.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { suggestColumns } from '../../../../../src/core/drafts/mapping/suggest.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const today = '2026-11-21'
const plates = ['1ABC234', '1AB2CD', 'ABC123', 'S123ABC', '123AB4', 'CF43JA', 'AB12CD', '1CLE133']
const mobiles = [
  '0491570006',
  '491570156',
  '0491 570 157',
  '61491570158',
  '0491570159',
  '0491570110',
  '0491570313',
  '0491570737',
]
const landlines = '0298765432|02 9876 5433|0398765434|0298765435|0298765436|0298765437|0298765438|0298765439'.split('|')
const vins = [
  '6T153KK400X334447',
  'MR0KA3CDML0522956',
  '6G1FA8E5AZ4033922',
  'JTNK4MBE207450782',
  'KNAF3416CSL979917',
  'WBAVL1C5XFVY41004',
  'JN1DA31D63T505967',
  'KM8K2CAB4PU001140',
]
const days = ['14/03/2024', '3/4/2023', '1/12/2022', '28/02/2021', '7/7/2020', '9/9/2019', '10/10/2024', '11/11/2023']
const people = ['Mary Ng', 'John Smith', 'Ana Lee', 'Tui Ngata', 'Kim Tan', 'Lou Brown', 'Sam Jones', 'Pat Singh']
const firsts = people.map((name) => name.split(' ')[0] ?? '')
const lasts = people.map((name) => name.split(' ')[1] ?? '')
const states = ['NSW', 'Vic', 'QLD', 'NSW', 'NSW', 'SA', 'WA', 'NSW']

type Columns = Readonly<Record<string, readonly SourceCell[]>>

const suggest = (columns: Columns, region: Region = 'au', remembered?: ReadonlyMap<string, ColumnTarget>) => {
  const list = Object.entries(columns).map(([header, cells]) => ({ header, cells }))
  const suggestions = suggestColumns(list, region, remembered ? { today, remembered } : { today })
  return Object.fromEntries(list.map(({ header }, at) => [header, suggestions[at]]))
}
const targets = (columns: Columns, region: Region = 'au') =>
  Object.fromEntries(
    Object.entries(suggest(columns, region)).map(([header, suggestion]) => [header, suggestion?.target]),
  )

describe('suggestColumns', () => {
  it('suggests each field by its column name, with a reason', () => {
    const suggestions = suggest({
      'Rego No': plates,
      'Rego State': states,
      VIN: vins,
      Mobile: mobiles,
      Customer: people,
      'Date Sold': days,
    })
    expect(Object.values(suggestions).map((suggestion) => suggestion?.target)).toEqual([
      'rego',
      'state',
      'vin',
      'mobile_number',
      'client_name',
      'sale_date',
    ])
    expect(Object.values(suggestions).every((suggestion) => suggestion?.confidence === 'high')).toBe(true)
    expect(suggestions['Rego No']?.reason).toBe('Column name matches rego; all 8 sampled values are valid.')
  })

  it('ignores a header whose values do not fit', () => {
    expect(suggest({ Mobile: landlines })['Mobile']).toMatchObject({ target: 'keep', confidence: 'low' })
    expect(targets({ Rego: days, Delivered: ['yes', 'no', 'yes'] })).toEqual({ Rego: 'keep', Delivered: 'keep' })
    expect(targets({ Title: ['Clear', 'Encumbered'], 'Last Name': lasts })).toMatchObject({ Title: 'keep' })
  })

  it('suggests the mobile for a phone column only when its values are mobiles', () => {
    expect(targets({ Phone: mobiles })).toEqual({ Phone: 'mobile_number' })
    expect(targets({ Phone: landlines })).toEqual({ Phone: 'keep' })
    expect(targets({ Phone: mobiles, Mobile: mobiles.toReversed() })).toEqual({
      Phone: 'keep',
      Mobile: 'mobile_number',
    })
    expect(targets({ 'Home Phone': mobiles })).toEqual({ 'Home Phone': 'keep' })
  })

  it('suggests one column per field and names it for the others', () => {
    const suggestions = suggest({ 'Invoice Date': days, Delivered: days })
    expect(suggestions['Delivered']?.target).toBe('sale_date')
    expect(suggestions['Invoice Date']).toMatchObject({
      target: 'keep',
      reason: '“Delivered” is already used for the sale date.',
    })
  })

  it.each([
    'Rego Expiry',
    'Finance End Date',
    'Warranty Expiry',
    'Expiry Date',
    'Reg Exp',
    'Contract Expiry',
    'expiry_date',
  ])('never suggests the expiry date for %s, and says why', (header) => {
    const suggestion = suggest({ [header]: ['1/01/2030', '2/01/2030', '3/01/2030'] })[header]
    expect(suggestion?.target).toBe('keep')
    expect(suggestion?.reason).toContain('the service deletes customers on that date')
  })

  it.each([
    'DOB',
    'Date of Birth',
    'Driver Licence No',
    'Licence Expiry',
    'Credit Card',
    'BSB',
    'Bank Account',
    'NRIC',
    'Email',
    'Address',
    'Suburb',
  ])('leaves %s out as private', (header) => {
    expect(suggest({ [header]: ['1/02/1970', 'a', 'b'] })[header]).toMatchObject({
      target: 'leave_out',
      sensitive: true,
    })
  })

  it('recognises e-mail addresses', () => {
    expect(suggest({ Contact: ['a@example.com', 'b@example.com'] })['Contact']).toMatchObject({
      target: 'leave_out',
      sensitive: true,
    })
  })

  it('never suggests the state of an address', () => {
    expect(targets({ Suburb: ['Ryde', 'Kew'], State: states, Postcode: ['2112', '3101'] })).toMatchObject({
      State: 'leave_out',
    })
    expect(targets({ 'Mailing State': states, 'Customer State': states, 'Dealer State': states })).toEqual({
      'Mailing State': 'leave_out',
      'Customer State': 'leave_out',
      'Dealer State': 'leave_out',
    })
    expect(suggest({ State: states })['State']).toMatchObject({ target: 'state', confidence: 'medium' })
    expect(targets({ Suburb: ['Ryde'], 'Rego State': states })).toMatchObject({ 'Rego State': 'state' })
    expect(targets({ State: ['NSW', 'Melbourne', 'NZ', 'Vctoria'] })).toEqual({ State: 'state' })
    expect(targets({ 'Deal State': ['Won', 'Lost'] })).toEqual({ 'Deal State': 'keep' })
    expect(suggest({ 'Rego State': states }, 'nz')['Rego State']).toMatchObject({
      target: 'leave_out',
      reason: 'States are sent for Australia only.',
    })
  })

  it('recognises plates with their state', () => {
    const both = plates.map((plate) => `${plate} NSW`)
    expect(targets({ Rego: both, 'Rego State': states })).toEqual({ Rego: 'rego_and_state', 'Rego State': 'keep' })
    expect(targets({ Vehicle: both })).toEqual({ Vehicle: 'rego_and_state' })
    expect(targets({ Rego: both }, 'nz')['Rego']).not.toBe('rego_and_state')
  })

  it('uses the values where a header says nothing', () => {
    expect(targets({ 'Column A': vins, 'Column B': mobiles, 'Column C': plates, 'Column D': people })).toEqual({
      'Column A': 'vin',
      'Column B': 'mobile_number',
      'Column C': 'rego',
      'Column D': 'client_name',
    })
  })

  it('does not match a header that is one letter off but has another meaning', () => {
    expect(suggest({ 'Contract No': ['70001', '70002', '70003'] })['Contract No']?.reason).toBe(
      'Kept as extra information.',
    )
    expect(targets({ 'Mobil Number': mobiles })).toEqual({ 'Mobil Number': 'mobile_number' })
  })

  it('ignores values of the trade-in and the staff', () => {
    expect(
      targets({ 'T/I Rego': plates, 'Trade-In VIN': vins, 'Salesperson Mobile': mobiles, 'Engine No': vins }),
    ).toEqual({
      'T/I Rego': 'keep',
      'Trade-In VIN': 'keep',
      'Salesperson Mobile': 'keep',
      'Engine No': 'keep',
    })
  })

  it('prefers first and last name to the whole name, and the whole name to one of them', () => {
    expect(targets({ Name: people, 'First Name': firsts, Surname: lasts })).toEqual({
      Name: 'keep',
      'First Name': 'first_name',
      Surname: 'last_name',
    })
    expect(targets({ Name: people, 'Preferred Name': firsts })).toEqual({
      Name: 'client_name',
      'Preferred Name': 'keep',
    })
  })

  it('suggests the opt-out for columns whose name says who must not be contacted, not for notes', () => {
    expect(targets({ 'Do Not Call': ['Y', '', ''], Rego: plates })).toMatchObject({ 'Do Not Call': 'opt_out' })
    expect(targets({ DNC: ['Y', 'N'], Notes: ['DO NOT CALL', 'opted out'] })).toEqual({
      DNC: 'opt_out',
      Notes: 'keep',
    })
  })

  it('does not suggest the sale date for dates in coming years', () => {
    expect(targets({ 'Contract Date': ['14/03/2029', '3/4/2030', '1/12/2031'] })).toEqual({ 'Contract Date': 'keep' })
  })

  it('does not suggest the sale date for the last service', () => {
    expect(suggest({ 'Last Service': days })['Last Service']).toMatchObject({
      target: 'keep',
      reason: '“Last Service” is a date, but not the sale date.',
    })
  })

  it('suggests a column named only “Date” last, with low confidence', () => {
    expect(suggest({ Date: days })['Date']).toMatchObject({ target: 'sale_date', confidence: 'low' })
    expect(targets({ Date: days, 'Invoice Date': days.toReversed() })).toEqual({
      Date: 'keep',
      'Invoice Date': 'sale_date',
    })
  })

  it('ignores empty columns and keeps the others', () => {
    expect(targets({ Spare: ['', null, ' '], Colour: ['Red', 'Blue'] })).toEqual({ Spare: 'leave_out', Colour: 'keep' })
  })

  it('uses a remembered choice and suggests no second column for it', () => {
    const remembered = new Map<string, ColumnTarget>([
      ['rego expiry', 'expiry_date'],
      ['phone', 'mobile_number'],
    ])
    const suggestions = suggest({ 'Rego Expiry': days, Phone: landlines, Mobile: mobiles }, 'au', remembered)
    expect(suggestions['Rego Expiry']).toMatchObject({ target: 'expiry_date', confidence: 'high' })
    expect(suggestions['Rego Expiry']?.reason).toContain('Remembered')
    expect(suggestions['Phone']?.target).toBe('mobile_number')
    expect(suggestions['Mobile']?.target).toBe('keep')
  })

  it('recognises a column of plates that has trade plates and dates', () => {
    const nz: readonly SourceCell[] = [
      'ABC123',
      'NA1',
      'HJK45',
      'LMN678',
      'QRS9',
      'TUV12',
      { serial: 46091, format: 'd-mmm' },
    ]
    expect(targets({ Plate: nz }, 'nz')).toEqual({ Plate: 'rego' })
  })
})

describe('a field that no name of a column says', () => {
  const car = { Rego: plates, VIN: vins }

  it('is the state or name that values look like, and a person decides', () => {
    const suggestions = suggest({ ...car, Where: states, Whoever: people })
    expect(suggestions['Where']).toMatchObject({ target: 'state', confidence: 'low' })
    expect(suggestions['Whoever']).toMatchObject({ target: 'client_name', confidence: 'low' })
  })

  it('is a name without a question when the column is called a name of somebody', () => {
    expect(suggest({ ...car, 'Wheelman Name': people })['Wheelman Name']).toMatchObject({
      target: 'client_name',
      confidence: 'medium',
    })
  })

  it('is not the staff, an address or notes', () => {
    const kept = suggest({
      ...car,
      'Sales Manager Name': people,
      'Billing State': states,
      Note: people.map((name) => `spoke to ${name.toLowerCase()}`),
    })
    expect(Object.values(kept).filter((one) => one?.confidence === 'low')).toEqual([])
  })

  it('is asked for when a column says it is a date, and not what a workshop does on it', () => {
    expect(suggest({ ...car, 'Ribbon Date': days })['Ribbon Date']).toMatchObject({ target: 'keep', confidence: 'low' })
    expect(suggest({ ...car, 'Inspection Date': days })['Inspection Date']?.confidence).not.toBe('low')
    expect(suggest({ ...car, 'Ribbon Date': days, Sold: days })['Ribbon Date']?.confidence).not.toBe('low')
  })

  it('is the whole name below a first name without a last one', () => {
    expect(targets({ 'Cliente (nome)': people, Targa: plates })['Cliente (nome)']).toBe('client_name')
  })

  it('is the other part of the name beside one part', () => {
    expect(targets({ 'Other names': firsts, Surname: lasts })).toEqual({
      'Other names': 'first_name',
      Surname: 'last_name',
    })
    expect(targets({ '1st name': firsts, '2nd name': lasts })).toEqual({
      '1st name': 'first_name',
      '2nd name': 'last_name',
    })
  })
})

describe('whose a column is', () => {
  it('is the customer who uses the car when nobody else is named', () => {
    const fleet = { Plate: plates, 'Fleet Mgr': people, 'Fleet Mgr Mob': mobiles }
    expect(targets(fleet)).toMatchObject({ 'Fleet Mgr': 'client_name', 'Fleet Mgr Mob': 'mobile_number' })
    expect(targets({ Plate: plates, Customer: people, Partner: people.toReversed() })).toMatchObject({
      Customer: 'client_name',
      Partner: 'keep',
    })
  })

  it('is not said by the letter in front of names that are private or of the staff', () => {
    const codes = {
      'S/Person': people,
      'P/Code': days.map((_, at) => String(2_150 + at)),
      'S/Man': firsts,
      'D/Date': days,
    }
    expect(targets({ Rego: plates, ...codes })).toMatchObject({
      'S/Person': 'keep',
      'P/Code': 'leave_out',
      'S/Man': 'keep',
    })
  })

  it('is said of a state by the word beside it', () => {
    expect(
      targets({ 'Reg. mark': plates, 'Reg. keeper state': states.toReversed(), 'Reg. mark state': states }),
    ).toMatchObject({ 'Reg. keeper state': 'keep', 'Reg. mark state': 'state' })
  })

  it('is not the sale date when few rows have the date and another one is full', () => {
    const disposed = days.map((day, at) => (at === 0 ? day : ''))
    expect(targets({ Rego: plates, 'Date Disposed': disposed, 'Date Acquired': days })).toMatchObject({
      'Date Disposed': 'keep',
      'Date Acquired': 'sale_date',
    })
  })
})
