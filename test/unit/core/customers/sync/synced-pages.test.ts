import { describe, expect, it } from 'vitest'
import { createSyncedScopes } from '../../../../../src/core/customers/sync/synced-pages.ts'
import type { CustomerPage } from '../../../../../src/core/service/service-client.ts'
import { remote, scope } from '../customers-bench.ts'

const page = (digest: string, ids: readonly string[], more: Partial<CustomerPage> = {}): CustomerPage => ({
  customers: ids.map((id) => remote(id, { additionalFields: { ref: 'fc-0123456789abcdef-7' } })),
  unreadable: [],
  digest,
  ...more,
})

/** The pages of a sync that has read and saved these. */
function syncedWith(...read: readonly CustomerPage[]) {
  const scopes = createSyncedScopes()
  const pages = scopes.of(scope)
  pages.start('as-written')
  for (const each of read) pages.remember(pages.read(each))
  pages.start('as-written')
  return { scopes, pages, recognised: (digest: string) => pages.recognise(digest)?.ids ?? null }
}

describe('a page that a sync has read', () => {
  it('is recognised by its digest with its ids, references, unreadable records and total', () => {
    const { pages } = syncedWith(page('one', ['a', 'b'], { unreadable: [{ rego: 'NOID' }], total: 3 }))
    const recognised = pages.recognise('one')
    expect(recognised).toEqual({ customers: [], ids: ['a', 'b'], unreadable: [{ rego: 'NOID' }], total: 3 })
    const { references } = pages.read({ ...recognised!, digest: 'one' })
    expect([...references]).toEqual(['a', 'b'].map((id) => [id, { uploadId: '0123456789abcdef', row: 7 }]))
    expect(pages.recognise('two')).toBeNull()
  })

  it('is not recognised until its customers are saved', () => {
    const { pages } = syncedWith()
    const read = pages.read(page('one', ['a', 'b']))
    expect(pages.recognise('one')).toBeNull()
    pages.remember(read)
    expect(pages.recognise('one')).not.toBeNull()
  })

  it('is read again after one of its customers was changed or removed by something else, and no other page is', () => {
    const { scopes, recognised } = syncedWith(page('one', ['a', 'b']), page('two', ['c']))
    scopes.forget(scope, ['b', 'unknown'])
    expect([recognised('one'), recognised('two')]).toEqual([null, ['c']])
  })

  it('is read again when a customer was read on another page since', () => {
    const { recognised } = syncedWith(page('one', ['a', 'b']), page('two', ['b', 'c']))
    expect([recognised('one'), recognised('two')]).toEqual([null, ['b', 'c']])
  })

  it('is read again when dates are read in another way', () => {
    const { pages, recognised } = syncedWith(page('one', ['a']))
    pages.start('local-time')
    expect(recognised('one')).toBeNull()
    pages.start('as-written')
    expect(recognised('one')).toBeNull()
  })

  it('is read again after its connection was emptied', () => {
    const { scopes } = syncedWith(page('one', ['a']))
    scopes.forgetConnection(scope.connectionId)
    expect(scopes.of(scope).recognise('one')).toBeNull()
  })

  it('is read each time when it has no customer', () => {
    const { recognised } = syncedWith(page('empty', []))
    expect(recognised('empty')).toBeNull()
  })
})
