import { describe, expect, it } from 'vitest'
import type { Draft } from '../../../../../src/contract/drafts.ts'
import { act, openText } from './open-draft.ts'

type View = Pick<Draft, 'columns' | 'excludedReasons'>

const lines = (count: number, note: (at: number) => string): string =>
  [
    'Name,Rego,State,Notes',
    ...Array.from({ length: count }, (_, at) => `Ann ${at},AB${1_000 + at}C,NSW,${note(at)}`),
  ].join('\n')
const reasonOf = ({ columns }: View, header: string): string =>
  columns.find((column) => column.header === header)?.suggested.reason ?? ''
const excludedBy = ({ excludedReasons }: View, header: string): number =>
  excludedReasons.find(({ reason }) => reason.includes(`“${header}”`))?.rows ?? 0

describe('the number of rows that a column excludes', () => {
  it('is the number that is not sent, also in a long list', async () => {
    const engine = await openText(lines(3_000, (at) => (at % 4 === 0 ? 'DO NOT CALL' : 'ok')))
    expect(excludedBy(engine.view(), 'Notes')).toBe(750)
    expect(reasonOf(engine.view(), 'Notes')).toBe('Kept as extra information. 750 rows are excluded by it.')
  })

  it('changes when the user includes or excludes rows', async () => {
    const engine = await openText(lines(8, (at) => (at < 3 ? 'DO NOT CALL' : 'ok')))
    act(engine, { kind: 'exclude', rows: [2], excluded: false })
    act(engine, { kind: 'exclude', rows: [3], excluded: true })
    expect(excludedBy(engine.view(), 'Notes')).toBe(1)
    expect(reasonOf(engine.view(), 'Notes')).toContain('1 row is excluded by it.')
  })

  it('is given for a column that is saved as an extra field as well', async () => {
    const engine = await openText(lines(500, (at) => (at === 450 ? 'do not contact' : 'ok')))
    expect(engine.view().columns[3]?.target).toBe('keep')
    expect(reasonOf(engine.view(), 'Notes')).toBe('Kept as extra information. 1 row is excluded by it.')
  })
})
