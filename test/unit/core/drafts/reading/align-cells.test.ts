import { describe, expect, it } from 'vitest'
import { alignCells } from '../../../../../src/core/drafts/reading/read-records.ts'
import { learnTableShape, type TableShape } from '../../../../../src/core/drafts/reading/cell-shape.ts'

const rows = [
  ['1AB2CD', 'VIC', 'Ann Lee', '0412 345 678', '3/4/2024'],
  ['2AB2CD', 'NSW', 'Bob Ray', '0412 345 679', '13/4/2024'],
  ['3AB2CD', 'QLD', 'Mia Chen', '0412 345 670', '3/5/2024'],
]
const shape = learnTableShape(
  Array.from({ length: 30 }, (_, at) => rows[at % rows.length] ?? []),
  ',',
) as TableShape
const align = (line: string): readonly string[] | null => alignCells(line.split(','), shape, ',')

describe('rows with too many or too few cells', () => {
  it('joins a delimiter inside a name', () => {
    expect(align('4AB2CD,SA,Lee, Ann,0412 345 671,3/4/2023')).toEqual([
      '4AB2CD',
      'SA',
      'Lee, Ann',
      '0412 345 671',
      '3/4/2023',
    ])
  })

  it('puts an empty cell where one is missing', () => {
    expect(align('4AB2CD,Ann Lee,0412 345 671,3/4/2023')).toEqual(['4AB2CD', '', 'Ann Lee', '0412 345 671', '3/4/2023'])
    expect(align('VIC,Ann Lee,0412 345 671,3/4/2023')).toEqual(['', 'VIC', 'Ann Lee', '0412 345 671', '3/4/2023'])
  })

  it.each([
    ['a row that ends early', '4AB2CD,VIC,Ann Lee,0412 345 671'],
    ['a title', 'Sold vehicles'],
    ['a header', 'Rego,State,Name,Mobile'],
    ['two places that fit alike', '4AB2CD,VIC,Ann Lee,Bob Ray,Mia Chen,0412 345 671,3/4/2023'],
    ['another kind of row', 'a,b,c,d,e,f,g,h,i'],
  ])('leaves %s as it is', (_name, line) => {
    expect(align(line)).toBeNull()
  })
})
