import { describe, expect, it } from 'vitest'
import { takePackedRows, type PartPlace } from '../../../../src/core/drafts/send-handlers.ts'

type Part = Parameters<typeof takePackedRows>[0]

/** A part with a pack that has its own number of rows. */
const part = (rows: number | null, next: number | null): Part => ({
  header: [],
  counts: {} as never,
  packed: rows === null ? [] : [{ pack: { rows }, filled: [] } as never],
  next,
})

/** Parts by their places; what was asked for is in `asked`. */
function thread(parts: Readonly<Record<string, Part | Error>>) {
  const asked: string[] = []
  const partAt = async ({ sent, from }: PartPlace): Promise<Part> => {
    const place = `${sent ? 'sent' : 'excluded'} ${from}`
    asked.push(place)
    const found = parts[place]
    if (!found) throw new Error(`There is no part ${place}`)
    if (found instanceof Error) throw found
    return found
  }
  return { asked, partAt }
}

describe('the packed rows of a draft', () => {
  it('are the batches and then the excluded rows, and the next part is packed while one is written', async () => {
    const { asked, partAt } = thread({
      'sent 10': part(10, 25),
      'sent 25': part(5, null),
      'excluded 0': part(2, 20),
      'excluded 20': part(null, null),
    })
    const sizes: number[] = []
    const askedBefore: number[] = []
    for await (const { pack } of takePackedRows(part(10, 10), partAt)) {
      sizes.push(pack.rows)
      askedBefore.push(asked.length)
    }
    expect(sizes).toEqual([10, 10, 5, 2])
    expect(askedBefore).toEqual([1, 2, 3, 4])
    expect(asked).toEqual(['sent 10', 'sent 25', 'excluded 0', 'excluded 20'])
  })

  it('are packed further while nobody reads them yet', () => {
    const { asked, partAt } = thread({ 'sent 10': part(10, 25) })
    takePackedRows(part(10, 10), partAt)
    expect(asked).toEqual(['sent 10'])
  })

  it('are none for a draft without rows', async () => {
    const { partAt } = thread({ 'excluded 0': part(null, null) })
    expect(await takePackedRows(part(null, null), partAt).next()).toEqual({ done: true, value: undefined })
  })

  it('end with the failure of a part, after those before it', async () => {
    const { partAt } = thread({ 'sent 10': new Error('The thread is gone') })
    const rows = takePackedRows(part(10, 10), partAt)
    expect((await rows.next()).value).toMatchObject({ pack: { rows: 10 } })
    await expect(rows.next()).rejects.toThrow('The thread is gone')
  })

  it('can be left before their end, also when the next part fails', async () => {
    const { asked, partAt } = thread({ 'sent 10': new Error('The thread is gone') })
    for await (const _ of takePackedRows(part(10, 10), partAt)) break
    expect(asked).toEqual(['sent 10'])
  })
})
