import { describe, expect, it } from 'vitest'
import { rowsToSend, act, openText, shown } from './open-draft.ts'

const list = [
  'Name,Mobile,Rego,State',
  'RONALD MCDONALD,0491570006,ABC123,NSW',
  'SEAN O’BRIEN,0491570156,XYZ789,VIC',
  'Ann Lee,0491570157,AAA111,QLD',
  'ANNA VAN DER BERG,0491570158,BBB222,SA',
].join('\n')

describe('names in capitals', () => {
  it('are shown as they are usually written, and sent as they are in the file', async () => {
    const engine = await openText(list)
    expect(engine.view().nameCase).toEqual({
      choice: 'as-written',
      capitals: [
        { name: 'RONALD MCDONALD', titleCase: 'Ronald McDonald' },
        { name: 'SEAN O’BRIEN', titleCase: 'Sean O’Brien' },
        { name: 'ANNA VAN DER BERG', titleCase: 'Anna van der Berg' },
      ],
    })
    expect(rowsToSend(engine).rows[0]?.input.client_name).toBe('RONALD MCDONALD')
  })

  it('are sent in title case when the user wants it; what the user typed stays', async () => {
    const engine = await openText(list)
    act(engine, { kind: 'cell', row: 3, field: 'client_name', value: 'SEAN O’BRIEN JNR' })
    const { entries, label } = act(engine, { kind: 'name-case', choice: 'title' })
    expect(label).toBe('Names in title case')
    expect(entries).toHaveLength(1)
    expect(rowsToSend(engine).rows.map(({ input }) => input.client_name)).toEqual([
      'Ronald McDonald',
      'SEAN O’BRIEN JNR',
      'Ann Lee',
      'Anna van der Berg',
    ])
    expect(shown(engine, 2).cells.client_name).toEqual({
      original: 'RONALD MCDONALD',
      value: 'Ronald McDonald',
      edited: false,
    })
    act(engine, { kind: 'name-case', choice: 'as-written' })
    expect(shown(engine, 2).cells.client_name.value).toBe('RONALD MCDONALD')
  })

  it('are not offered where there are none', async () => {
    const engine = await openText('Name,Rego,State\nAnn Lee,ABC123,NSW\nJJ,XYZ789,VIC\n')
    expect(engine.view().nameCase.capitals).toEqual([])
  })
})
