import { describe, expect, it } from 'vitest'
import { useRefreshableQuery } from '../../../../../src/renderer/features/lookup/useRefreshableQuery.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'

describe('a refreshable query', () => {
  it('reuses saved results until it is looked up again, once', async () => {
    const twin = createProgramClientTwin()
    const input = { text: 'hilux', count: 10 }
    const query = withinScope(() => useRefreshableQuery('lookup.search', () => input), twin)
    expect(twin.next('lookup.search').input).toEqual({ ...input, refresh: false })
    await twin.next('lookup.search').succeed({ vehicles: [] })
    void query.lookUpAgain()
    expect(twin.next('lookup.search').input).toEqual({ ...input, refresh: true })
    await twin.next('lookup.search').succeed({ vehicles: [] })
    void query.refresh()
    expect(twin.next('lookup.search').input).toEqual({ ...input, refresh: false })
  })

  it('says of a registration status whether it opens with its screen or the user asked for it', async () => {
    const twin = createProgramClientTwin()
    const input = { plate: 'ABC123', state: 'VIC' } as const
    const query = withinScope(() => useRefreshableQuery('lookup.status', () => input, 'returning'), twin)
    expect(twin.next('lookup.status').input).toEqual({ ...input, refresh: 'returning' })
    await twin.next('lookup.status').fail({ kind: 'timeout' })
    void query.refresh()
    expect(twin.next('lookup.status').input).toEqual({ ...input, refresh: false })
  })
})
