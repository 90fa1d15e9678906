import { describe, expect, it } from 'vitest'
import { openText } from '../engine/open-draft.ts'

const people = ['Ann Lee,0491570006,ABC123,NSW,13/02/2024', 'Bob Ray,0491570156,XYZ789,VIC,14/02/2024']
const columnsOf = async (lines: readonly string[]): Promise<unknown> => {
  const view = (await openText([...lines, ...people].join('\n'))).view()
  return {
    header: view.source.headerRow,
    rows: view.counts.rows,
    targets: view.columns.map(({ target }) => target),
    skipped: view.notRecords.map(({ row, reason }) => `${row} ${reason}`),
  }
}
const targets = ['client_name', 'mobile_number', 'rego', 'state', 'sale_date']

describe('a header of several rows without merged cells', () => {
  it('is joined when its rows are names of columns only together', async () => {
    expect(await columnsOf(['Customer,Customer,Car,Car,Sale', 'Name,Mobile,Rego,State,Date'])).toMatchObject({
      header: 2,
      rows: 2,
      targets,
    })
    expect(await columnsOf(['Full,Mobile,Rego,Rego,Sale', 'Name,Phone,Number,State,Date'])).toMatchObject({
      header: 2,
      rows: 2,
      targets,
      skipped: ['1 Upper line of the header'],
    })
  })

  it('is joined when the lower row has a name twice and the upper one tells them apart', async () => {
    const view = (
      await openText(
        ['Car,,Customer,,Staff,', 'Rego,State,Name,Mobile,Name,Mobile', 'ABC123,NSW,Ann Lee,,Bob Ray,0491570006'].join(
          '\n',
        ),
      )
    ).view()
    expect(view.columns.map(({ header }) => header).slice(3)).toEqual(['Customer Mobile', 'Staff Name', 'Staff Mobile'])
    expect(view.columns.some(({ alsoMobile }) => alsoMobile)).toBe(false)
  })

  it('may have three rows, and group names over blank columns', async () => {
    expect(
      await columnsOf(['Customer,,Registered,,', 'Full,Mobile,Rego,Rego,Sale', 'Name,Phone,Number,State,Date']),
    ).toMatchObject({ header: 3, rows: 2, skipped: expect.arrayContaining(['2 Upper line of the header']) })
  })

  it('is not joined with a title, nor with the first customer', async () => {
    expect(await columnsOf(['Smith Motors,Sales report', 'Name,Mobile,Rego,State,Sold'])).toMatchObject({
      header: 2,
      targets,
      skipped: ['1 Above the header'],
    })
    const list = ['Name,Rego,State', 'Ann Lee,HELLO,NSW', 'Bob Ray,KANGA,VIC']
    const view = (await openText(list.join('\n'))).view()
    expect(view.counts.rows).toBe(2)
    expect(view.columns.map(({ header }) => header)).toEqual(['Name', 'Rego', 'State'])
  })
})

describe('cells beside the header', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => `Ann Lee,AB${at + 10}CD,NSW,0491570006`)

  it('in most rows are a column without a name, which is shown and can be mapped', async () => {
    const view = (await openText(['Name,Rego,State', 'Ann,ABC123,NSW,Red', 'Bob,XYZ789,VIC,Blue'].join('\n'))).view()
    expect(view.columns.at(-1)).toMatchObject({ header: 'Column D', samples: ['Red', 'Blue'] })
    expect(view.counts.warning).toBe(0)
  })

  it('that are missing in a few rows are noted', async () => {
    const view = (await openText(['Name,Rego,State,Mobile', 'Bob Ray,XYZ789', ...twelve].join('\n'))).view()
    expect(view.counts.rows).toBe(13)
    expect(view.source.notes.join(' ')).toMatch(/1 row has (?:fewer cells|too many or too few)/)
    expect(view.source).not.toHaveProperty('cutOff')
  })

  it.each([
    ['between two cells', 'Bob Ray,XYZ7'],
    ['in quotes', 'Bob Ray,"XYZ'],
    ['with its line end', 'Bob Ray,XYZ7\n'],
  ])('that are missing in the last row alone show that the file was cut off %s', async (_, last) => {
    const view = (await openText(['Name,Rego,State,Mobile', ...twelve, last].join('\n'))).view()
    expect(view.source).toMatchObject({
      cutOff: true,
      notes: expect.arrayContaining([expect.stringContaining('probably cut off')]),
    })
  })

  it('that are missing in other rows as well, or below the customers, do not mean that', async () => {
    for (const more of [
      ['Bob Ray,XYZ789', ...twelve, 'Jo Poe,XYZ788'],
      [...twelve, 'Total,12'],
      [...twelve, ''],
    ]) {
      const view = (await openText(['Name,Rego,State,Mobile', ...more].join('\n'))).view()
      expect(view.source).not.toHaveProperty('cutOff')
    }
  })
})
