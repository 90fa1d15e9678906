import { expect, it, onTestFinished } from 'vitest'
import { createDoNotContact } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import { createCustomerList } from '../../../../../src/core/customers/list/customer-list.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { noFilter, remote, scope, openCache } from '../customers-bench.ts'

const today = '2026-11-21'

function open() {
  const database = openMemory()
  onTestFinished(() => database.close())
  const cache = openCache(database)
  const list = createCustomerList({
    database,
    cache,
    lists: createCustomerLists(cache),
    doNotContact: createDoNotContact(database),
  })
  const found = async (name: string, contains: string): Promise<number> => {
    const filter = { ...noFilter, fields: [{ name, contains }] }
    const range = { offset: 0, limit: 10 }
    const { total } = await list.page(scope, filter, { sort: 'lastUpdated', descending: false }, range, today)
    expect((await list.find(scope, filter, null, today)).length).toBe(total)
    return total
  }
  return { cache, found }
}

it.each(['Stock "no"', 'a\\b', '$.x', 'a.b[0]', 'Größe', "it's", 'two  blanks'])(
  'looks into a field named %s, and says what it holds in words',
  async (name) => {
    const { cache, found } = open()
    cache.save(scope, [
      remote('a', { additionalFields: { [name]: 'Kept in the shed', Other: 'blue' } }),
      remote('b', { additionalFields: { [name]: 'Blue shed', Other: true } }),
      remote('c', { additionalFields: { [name]: null, Other: 'shed' } }),
    ])
    const counts = [found(name, 'shed'), found(name, 'in the'), found(name, 'bl'), found(name, 'nowhere')]
    expect(await Promise.all(counts)).toEqual([2, 1, 1, 0])
    const others = [found('Other', 'true'), found('Other', 'shed'), found('Other', '1')]
    expect(await Promise.all(others)).toEqual([1, 1, 0])
  },
)

it('finds characters in a field that are no letters and digits', async () => {
  const { cache, found } = open()
  cache.save(scope, [
    remote('a', { additionalFields: { Note: 'paid - cash', Sum: '$' } }),
    remote('b', { additionalFields: { Note: 'paid', Sum: 12 } }),
    remote('c', { additionalFields: { Other: '-' } }),
  ])
  const counts = [found('Note', '-'), found('Note', ' - '), found('Note', ' '), found('Sum', '$'), found('Sum', '€')]
  expect(await Promise.all(counts)).toEqual([1, 1, 2, 1, 0])
})
