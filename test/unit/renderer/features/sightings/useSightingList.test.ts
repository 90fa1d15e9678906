import { describe, expect, it } from 'vitest'
import type { SightedCar } from '../../../../../src/contract/sightings.ts'
import { noSightingFilter } from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import { pageLength, useSightingList } from '../../../../../src/renderer/features/sightings/useSightingList.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { listOf, sightedCar } from './sample-car.ts'

const ids = (cars: readonly SightedCar[]): string[] => cars.map(({ customer }) => customer.id)
const cars = (...names: string[]): SightedCar[] => names.map((name) => sightedCar(name))

describe('the call list', () => {
  it('keeps its order when cars arrive, counts them, and shows them on request', async () => {
    const twin = createProgramClientTwin()
    const list = withinScope(useSightingList, twin)
    const shown = list.show(noSightingFilter)
    await twin.next('sightings.list').succeed({ ...listOf(cars('a', 'b')), total: 2 })
    await shown

    const refreshed = list.refresh()
    const newest = [sightedCar('c', { isNew: true }), sightedCar('b', { outcome: 'voicemail' }), sightedCar('a')]
    await twin.next('sightings.list').succeed({ ...listOf(newest), total: 3 })
    await refreshed
    expect(ids(list.cars.value)).toEqual(['a', 'b'])
    expect(list.cars.value[1]?.outcome).toBe('voicemail')
    expect(list.newCount.value).toBe(1)

    const again = list.show(noSightingFilter)
    await twin.next('sightings.list').succeed({ ...listOf(newest), total: 3 })
    await again
    expect(ids(list.cars.value)).toEqual(['c', 'b', 'a'])
    expect(list.newCount.value).toBe(0)
  })

  it('updates a shown car that no longer matches the filter', async () => {
    const twin = createProgramClientTwin()
    const list = withinScope(useSightingList, twin)
    const shown = list.show(noSightingFilter)
    await twin.next('sightings.list').succeed({ ...listOf(cars('a', 'b')), total: 2 })
    await shown
    const refreshed = list.refresh()
    await twin.next('sightings.list').succeed({ ...listOf(cars('b')), total: 1 })
    expect(twin.next('sightings.cars').input).toEqual({ customerIds: ['a'] })
    await twin.next('sightings.cars').succeed({ cars: [sightedCar('a', { outcome: 'call_back', price: 28_990 })] })
    await refreshed
    expect(list.cars.value.map(({ outcome, price }) => [outcome, price])).toEqual([
      ['call_back', 28_990],
      ['new', 31_990],
    ])
  })

  it('keeps a car in the group in which it was shown, and counts it in its new one', async () => {
    const twin = createProgramClientTwin()
    const list = withinScope(useSightingList, twin)
    const shown = list.show(noSightingFilter)
    await twin.next('sightings.list').succeed(listOf([sightedCar('a', { group: 'new' })]))
    await shown
    const refreshed = list.refresh()
    await twin.next('sightings.list').succeed(listOf([sightedCar('a', { group: 'later' })]))
    await refreshed
    const [car] = list.cars.value
    expect(car && list.shownGroup(car)).toBe('new')
    expect(list.groups.value).toMatchObject({ new: 0, later: 1 })
  })

  it('is fetched by pages, and shows no car twice when one has moved', async () => {
    const many = Array.from({ length: pageLength }, (_, n) => sightedCar(`n${n}`))
    const twin = createProgramClientTwin()
    const list = withinScope(useSightingList, twin)
    const shown = list.show(noSightingFilter)
    await twin.next('sightings.list').succeed({ ...listOf(many), total: pageLength + 2 })
    await shown
    const more = list.more()
    expect(twin.next('sightings.list').input).toMatchObject({ offset: pageLength })
    await twin.next('sightings.list').succeed({ ...listOf(cars('n99', 'last')), total: pageLength + 2 })
    await more
    expect(list.cars.value).toHaveLength(pageLength + 1)
    // Cars of pages that are not fetched yet are not new.
    const refreshed = list.refresh()
    await twin.next('sightings.list').succeed({ ...listOf(many), total: pageLength + 2 })
    await twin.next('sightings.cars').succeed({ cars: cars('last') })
    await refreshed
    expect(list.newCount.value).toBe(0)
  })

  it('ignores the answer to an earlier filter, and keeps its cars after a failure', async () => {
    const twin = createProgramClientTwin()
    const list = withinScope(useSightingList, twin)
    const first = list.show(noSightingFilter)
    const second = list.show({ ...noSightingFilter, search: 'all' })
    await twin.open[1]?.succeed({ ...listOf(cars('new')), total: 1 })
    await twin.open[0]?.succeed({ ...listOf(cars('old')), total: 1 })
    await Promise.all([first, second])
    expect(ids(list.cars.value)).toEqual(['new'])
    const third = list.show(noSightingFilter)
    await twin.next('sightings.list').fail({ message: 'The disk is full.' })
    await third
    expect(ids(list.cars.value)).toEqual(['new'])
    expect(list.failure.value?.message).toBe('The disk is full.')
  })
})
