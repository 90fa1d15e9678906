import type { Region } from '../../src/contract/region.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

export const routes = {
  plate: '/v2/vehicles/registrations/:number_plate',
  vin: '/v2/vehicles/vins/:vin',
  vehicles: '/v2/vehicles',
  status: '/v2/vehicles/registrations/:number_plate/status',
  otherStatus: '/v2/vehicles/:number_plate/status',
  specs: '/v2/vehicles/:vehicle_id/specs',
  market: '/v2/sourcing/market_overlay/:vehicle_id',
} as const

export interface ConnectedProgram {
  readonly far: PracticeService
  readonly program: ProgramTwin
  calls(route: keyof typeof routes): number
}

export async function connectToService(
  region: Region = 'au',
  scheme: 'api-key' | 'oauth' = 'api-key',
): Promise<ConnectedProgram> {
  const far = await startFarService()
  const program = await startProgram()
  const { apiKey, clientId, clientSecret } = far
  const credentials =
    scheme === 'api-key' ? ({ scheme, apiKey } as const) : ({ scheme, clientId, clientSecret } as const)
  await program.get('connections.connect', { baseUrl: far.url, region, credentials })
  return { far, program, calls: (route) => far.control.calls.count({ path: routes[route] }) }
}

export const stateOf = (region: Region) => (region === 'au' ? ('VIC' as const) : null)
