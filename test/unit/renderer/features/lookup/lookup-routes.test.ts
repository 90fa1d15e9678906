import { describe, expect, it } from 'vitest'
import {
  facetsOfRoute,
  queryOfRoute,
  routeOfQuery,
  routeOfVehicle,
  vehicleOfHistory,
} from '../../../../../src/renderer/features/lookup/lookup-routes.ts'
import { sampleVehicle } from './sample-lookup.ts'

describe('addresses', () => {
  it('restore a query', () => {
    for (const query of [
      { kind: 'plate', plate: 'ABC123', state: 'NSW' },
      { kind: 'plate', plate: 'ABC123', state: null },
      { kind: 'vin', vin: '6T153BK360X070769' },
    ] as const)
      expect(queryOfRoute((routeOfQuery(query) as { query: Record<string, unknown> }).query)).toEqual(query)
    expect(queryOfRoute({})).toBeNull()
    expect(queryOfRoute({ plate: ['A', 'B'] })).toBeNull()
    expect(queryOfRoute({ plate: 'A', state: 'Vic.' })).toEqual({ kind: 'plate', plate: 'A', state: null })
  })

  it('ignore parameters that are not facets', () => {
    expect(facetsOfRoute({ make: 'Kia', tab: 'x', year: '', model: ['Rio'] })).toEqual({ make: 'Kia' })
  })

  it('restore the record of a vehicle, unless it is of another vehicle or invalid', () => {
    const vehicle = sampleVehicle()
    const route = routeOfVehicle(vehicle) as { state: unknown }
    expect(vehicleOfHistory(route.state, 'v-1')).toEqual(vehicle)
    expect(vehicleOfHistory(route.state, 'v-2')).toBeNull()
    expect(vehicleOfHistory({ vehicle: '{' }, 'v-1')).toBeNull()
    expect(vehicleOfHistory({ vehicle: '{"vehicleId":"v-1"}' }, 'v-1')).toBeNull()
    expect(vehicleOfHistory(null, 'v-1')).toBeNull()
    expect(routeOfVehicle(sampleVehicle({ vehicleId: null }))).toBeNull()
  })
})
