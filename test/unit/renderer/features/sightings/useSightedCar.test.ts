import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import { useSightedCar } from '../../../../../src/renderer/features/sightings/useSightedCar.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { withinScope } from '../../within-scope.ts'
import { sightedCar } from './sample-car.ts'

describe('the car on the call card', () => {
  it('is shown at once and its call log later, and ignores the answer for the previous car', async () => {
    const twin = createProgramClientTwin()
    const openCar = withinScope(() => useSightedCar(() => undefined), twin)
    openCar.open(sightedCar('a'))
    expect(openCar.car.value?.customer.id).toBe('a')
    await nextTick()
    const first = twin.next('sightings.get')
    openCar.open(sightedCar('b'))
    await nextTick()
    await first.succeed({ car: sightedCar('a'), entries: [{ id: 'e' }], attempts: [] })
    expect(openCar.callLog.value).toEqual([])
    await twin.next('sightings.get').succeed({ car: sightedCar('b'), entries: [{ id: 'f' }], attempts: [] })
    expect(openCar.car.value?.customer.id).toBe('b')
    expect(openCar.callLog.value).toEqual([{ id: 'f' }])
  })

  it('shows the failure of a comparison on its own car only', async () => {
    const twin = createProgramClientTwin()
    const changed: string[] = []
    const openCar = withinScope(() => useSightedCar(({ customer }) => changed.push(customer.id)), twin)
    openCar.open(sightedCar('a'))
    await nextTick()
    await twin.next('sightings.get').succeed({ car: sightedCar('a'), entries: [], attempts: [] })
    const comparing = openCar.compare(82_000, false)
    expect(openCar.comparing.value).toBe(true)
    expect(twin.next('sightings.compare').input).toEqual({ customerId: 'a', kms: 82_000, refresh: false })
    // Enter once more, while it compares: it may be charged once only.
    await openCar.compare(82_000, true)
    expect(twin.calls.filter(({ method }) => method === 'sightings.compare')).toHaveLength(1)
    await twin.next('sightings.compare').fail({ kind: 'offline', message: 'You’re offline.' })
    await comparing
    expect(openCar.comparing.value).toBe(false)
    expect(openCar.compareFailure.value?.message).toBe('You’re offline.')
    openCar.open(sightedCar('b'))
    expect(openCar.compareFailure.value).toBeNull()
    expect(changed).toEqual([])
  })
})
