import { describe, expect, it } from 'vitest'
import { rowsToSend, act, context, openText, shown } from './open-draft.ts'

const header = 'Name,Mobile,Rego,State,VIN,Sold'
const table = (...rows: string[]): string => [header, ...rows].join('\n')
const vinA = '6G1FA8E5AZ4033922'
const vinB = 'JTNK4MBE207450782'

describe('the record that is sent for a row', () => {
  it('has only filled values, with extra fields under unique names', async () => {
    const engine = await openText(
      ' Name ,Rego,State,VIN,Mobile,__proto__,Colour,Colour,,forecourt_ref\nAnn Lee,abc-123,n.s.w.,JZX100-0010000,+61 491 570 006,p,Red,Blue,x,mine\n',
    )
    act(engine, { kind: 'other-columns', target: 'keep' })
    const [row] = rowsToSend(engine).rows
    expect(row?.original).toEqual([
      'Ann Lee',
      'abc-123',
      'n.s.w.',
      'JZX100-0010000',
      '+61 491 570 006',
      'p',
      'Red',
      'Blue',
      'x',
      'mine',
    ])
    expect(JSON.parse(JSON.stringify(row?.input.additional_fields))).toEqual(
      JSON.parse(
        '{"__proto__":"p","Colour":"Red","Colour (2)":"Blue","Column I":"x","forecourt_ref (2)":"mine","chassis_no":"JZX100-0010000"}',
      ),
    )
    expect(row?.input).toMatchObject({
      rego: 'ABC123',
      state: 'NSW',
      client_name: 'Ann Lee',
      mobile_number: '0491570006',
    })
    expect(row?.input).not.toHaveProperty('vin')
  })

  it('has the title and the company, which the name of a person leaves out, as extra fields', async () => {
    const engine = await openText(
      'Title,First Name,Last Name,Company,Rego,State\nMr,Ann,Lee,Ray Pty Ltd,ABC123,NSW\n,,,Tan Group,ABC124,NSW\n',
    )
    expect(rowsToSend(engine).rows.map(({ input }) => [input.client_name, input.additional_fields])).toEqual([
      ['Ann Lee', { Title: 'Mr', Company: 'Ray Pty Ltd' }],
      ['Tan Group', { Company: 'Tan Group' }],
    ])
    const middle = await openText('Middle Name,Company,Rego,State\nAnn,Ray Pty Ltd,ABC123,NSW\n')
    expect(rowsToSend(middle).rows[0]?.input).toMatchObject({
      client_name: 'Ann',
      additional_fields: { Company: 'Ray Pty Ltd' },
    })
  })

  it('has a short VIN as its VIN when the connection says so, unless the row has a known VIN', async () => {
    const rows = ['ABC123,NSW,jzx100-0010000', 'XYZ789,NSW,6G1FA8E5 AZ40339', `DEF456,NSW,${vinA}`]
    const engine = await openText(['Rego,State,VIN', ...rows].join('\n'), { context: { shortVins: 'vin' } })
    const sent = () => rowsToSend(engine).rows.map(({ input }) => [input.vin, input.additional_fields])
    expect(sent()).toEqual([
      ['JZX100-0010000', undefined],
      ['6G1FA8E5AZ40339', undefined],
      [vinA, undefined],
    ])
    expect(engine.groups().map(({ rule }) => rule)).toEqual(['vin.incomplete-sent', 'vin.frame-number-sent'])
    engine.addKnownVins(new Map([['ABC123|NSW', { vin: vinB, source: 'upload', at: '2026-10-01' }]]))
    expect(sent()[0]).toEqual([vinB, { chassis_no: 'JZX100-0010000' }])
    engine.setContext(context())
    expect(engine.groups().map(({ rule }) => rule)).toEqual(['vin.incomplete', 'vin.frame-number'])
    expect(sent()[1]).toEqual([undefined, { chassis_no: '6G1FA8E5 AZ40339' }])
  })

  it('has the mobile in the form of the connection', async () => {
    const engine = await openText(table('Ann,0491 570 006,ABC123,NSW,,'), { context: { mobileForm: 'international' } })
    expect(rowsToSend(engine).rows[0]?.input.mobile_number).toBe('+61491570006')
    expect(shown(engine, 2).cells.mobile_number.value).toBe('+61491570006')
  })
})

describe('paid look-ups', () => {
  it('are counted for rows to send that have a rego and a state but no VIN', async () => {
    const engine = await openText(
      table(
        'A,,ABC123,NSW,,',
        `B,,DEF456,NSW,${vinA},`,
        'C,,GHJ789,,,',
        `D,,,,${vinB},`,
        'E,,KLM123,NSW,JZX100-0010000,',
      ),
    )
    expect(engine.view().counts).toEqual({
      rows: 5,
      ready: 4,
      warning: 0,
      error: 1,
      update: 0,
      excluded: 0,
      skipped: 0,
      paidLookups: 2,
    })
  })
})

it('with errors is not sent and names the columns of its bad values, and an excluded one names none', async () => {
  const engine = await openText(
    table(
      'Ann,0491570006,1AB2CD,VIC,,31/02/2024',
      'Bob,12,1AB3CD,Vctoria,,1/2/2024',
      'Cho,0491570156,1AB4CD,VIC,,1/2/2024',
      'Cho,0491570156,1AB4CD,VIC,,1/2/2024',
    ),
  )
  const unsent = rowsToSend(engine).unsent.map(({ row, outcome, reasonColumns, input }) => [
    row,
    outcome,
    reasonColumns,
    input.client_name,
    input.rego,
  ])
  expect(unsent).toEqual([
    [2, 'with-errors', [5], 'Ann', '1AB2CD'],
    [3, 'with-errors', [1, 3], 'Bob', '1AB3CD'],
    [4, 'excluded', undefined, 'Cho', '1AB4CD'],
  ])
})
