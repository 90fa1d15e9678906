import { describe, expect, it } from 'vitest'
import { open, people, plateOf, table } from './opened-file.ts'

describe('a column that is recognised by its values alone', () => {
  const vinOf = (at: number): string => `6T1BF3FK50X01234${at}`
  it.each([
    ['VIN', 'Rego,State,Name,Colour', vinOf, 'vin'],
    ['rego', 'VIN,State,Name,Colour', plateOf, 'rego'],
    ['rego with its state', 'VIN,Suburb,Name,Colour', (at: number) => `${plateOf(at)} VIC`, 'rego_and_state'],
    ['mobile', 'Rego,State,Name,Colour', (at: number) => `041234567${at}`, 'mobile_number'],
  ])('is an open decision below the name of something else: a %s', async (_, header, cell, target) => {
    const car = header.startsWith('VIN') ? vinOf : plateOf
    const opened = await open(table(header, (at) => `${car(at)},VIC,${people[at]},${cell(at)}`))
    expect(opened.targets['Colour']).toBe(target)
    expect(opened.decisions).toEqual([expect.stringContaining('“Colour” has such values')])
  })

  it('is none below a blank name, or one that says the field', async () => {
    for (const name of ['My Frame', 'Vehicle No', 'VN', 'VIN17']) {
      const named = await open(
        table(`Rego,State,Name,${name}`, (at) => `${plateOf(at)},VIC,${people[at]},${vinOf(at)}`),
      )
      expect([named.targets[name], named.decisions]).toEqual(['vin', []])
    }
    const blank = await open(table('Rego,State,Name,', (at) => `${plateOf(at)},VIC,${people[at]},${vinOf(at)}`))
    expect([blank.draft.columns[3]?.target, blank.decisions]).toEqual(['vin', []])
  })

  it('is an open decision whenever its suggestion is not sure', async () => {
    const cells = (at: number): string => `${plateOf(at)},VIC,${people[at]},1${at}/03/2024`
    for (const date of ['Date', 'Commenced', 'Deposit Date']) {
      const opened = await open(table(`Rego,State,Name,${date}`, cells))
      expect([opened.targets[date], opened.decisions.length]).toEqual(['sale_date', 1])
    }
    expect((await open(table('Rego,State,Name,Acquisition Date', cells))).decisions).toEqual([])
  })
})

describe('the names of a column', () => {
  const open12 = (names: readonly string[]) =>
    open(table('Rego,State,Account Owner', (at) => `1AB${at + 10}C,VIC,${names[at % names.length]}`, 12))

  it('are asked about when they are the same few again, as those of the staff are', async () => {
    const opened = await open12(people.slice(0, 3))
    expect(opened.targets['Account Owner']).toBe('client_name')
    expect(opened.decisions).toEqual([expect.stringContaining('3 different names in 12 sampled rows')])
  })

  it('are not asked about when they are different, or companies', async () => {
    expect((await open12(people)).decisions).toEqual([])
    expect((await open12(['Tan Group', 'Ray Pty Ltd'])).decisions).toEqual([])
  })
})

describe('a column whose cells only look like its field', () => {
  it.each(['13/11', '2024-13-11', '2567-11-13'])(
    'is an open decision when they are written like dates: %s',
    async (cell) => {
      const opened = await open(table('Rego,State,Name,Sold', (at) => `${plateOf(at)},VIC,${people[at]},${cell}`))
      expect(opened.targets['Sold']).toBe('keep')
      expect(opened.decisions).toEqual([expect.stringContaining('Named “Sold”, but the values don’t look like')])
    },
  )

  it('is no decision when “Sold” says yes or a price', async () => {
    for (const cell of ['Yes', '21990'])
      expect(
        (await open(table('Rego,State,Name,Sold', (at) => `${plateOf(at)},VIC,${people[at]},${cell}`))).decisions,
      ).toEqual([])
  })

  it('is an open decision when no plate of several has the form of one', async () => {
    const models = ['HILUX', 'CX-5', 'i30', 'CX-9']
    const opened = await open(table('Rego,State,Name', (at) => `${models[at]},VIC,${people[at]}`))
    expect(opened.decisions).toEqual([expect.stringContaining('Check that they are plates')])
    const mixed = await open(
      table('Rego,State,Name', (at) => `${at === 0 ? plateOf(at) : models[at]},VIC,${people[at]}`),
    )
    expect(mixed.decisions).toEqual([])
    const personal = ['70F001', 'JB2024', '4MYDAD', 'LV2SRF']
    const sure = await open(table('Rego,State,Name', (at) => `${personal[at]},VIC,${people[at]}`))
    expect(sure.decisions).toEqual([])
  })
})
