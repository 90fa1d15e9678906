import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import { useLookupQuery } from '../../../../../../src/renderer/features/lookup/answer/useLookupQuery.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { sampleLookup } from '../sample-lookup.ts'
import { withinScope } from '../../../within-scope.ts'

describe('a pending look-up', () => {
  it('is superseded by a newer one, whose answer alone counts', async () => {
    const twin = createProgramClientTwin()
    const answered: string[] = []
    const pending = withinScope(() => useLookupQuery((answer) => answered.push(answer.id)), twin)
    void pending.run({ kind: 'plate', plate: 'AAA111', state: 'NSW' })
    const older = twin.next('lookup.findPlate')
    void pending.run({ kind: 'vin', vin: '6T153BK360X070769' })
    await twin.next('lookup.findVin').succeed(sampleLookup({ id: 'newer' }))
    await older.succeed(sampleLookup({ id: 'older' }))
    expect(answered).toEqual(['newer'])
  })

  it('that fails keeps the query for a retry', async () => {
    const twin = createProgramClientTwin()
    const pending = withinScope(() => useLookupQuery(() => undefined), twin)
    const query = { kind: 'plate', plate: 'AAA111', state: 'NSW' } as const
    void pending.run(query)
    expect(pending.query.value).toEqual(query)
    expect(pending.failure.value).toBeNull()
    await twin.next('lookup.findPlate').fail({ kind: 'offline', message: 'No network.' })
    expect(pending.query.value).toEqual(query)
    expect(pending.failure.value?.kind).toBe('offline')
  })

  it('gives no answer after its screen has closed', async () => {
    const twin = createProgramClientTwin()
    const answered: string[] = []
    const scope = effectScope()
    const pending = withinScope(() => useLookupQuery((answer) => answered.push(answer.id)), twin, scope)
    void pending.run({ kind: 'plate', plate: 'AAA111', state: 'NSW' })
    scope.stop()
    await twin.next('lookup.findPlate').succeed(sampleLookup())
    expect(answered).toEqual([])
  })
})
