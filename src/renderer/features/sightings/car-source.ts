import type { ConnectionRegion, Source } from '../../../contract/connection-region.ts'
import { rowKey } from '../../../contract/source-key.ts'
import { regionNames } from '../../../contract/region-names.ts'
import type { Region } from '../../../contract/region.ts'
import type { SightedCar } from '../../../contract/sightings.ts'

type OfSource = Pick<SightedCar, 'customer' | 'source'>

/** Names a car uniquely: two connections may have customers with the same id. */
export const carKey = ({ customer, source }: OfSource): string => rowKey(customer.id, source)

/** The connection and region that each call about a car names; nothing where the list shows one connection. */
export const sourceInput = ({ source }: Pick<SightedCar, 'source'>): { source?: ConnectionRegion } =>
  source ? { source: { connectionId: source.connectionId, region: source.region } } : {}

/** The car in the input of a call. */
export const carInput = (car: OfSource): { customerId: string; source?: ConnectionRegion } => ({
  customerId: car.customer.id,
  ...sourceInput(car),
})

/** Several cars in the input of a call. */
export function carsInput(cars: readonly OfSource[]): {
  customerIds: string[]
  cars?: { customerId: string; source: ConnectionRegion }[]
} {
  const ofSources = cars.flatMap(({ customer, source }) =>
    source ? { customerId: customer.id, source: { connectionId: source.connectionId, region: source.region } } : [],
  )
  const customerIds = cars.flatMap(({ customer, source }) => (source ? [] : customer.id))
  return ofSources.length > 0 ? { customerIds, cars: ofSources } : { customerIds }
}

/** Phones, prices and plates of a car are written as in its region; `region`: of the connection in use. */
export const carRegion = ({ source }: Pick<SightedCar, 'source'>, region: Region): Region => source?.region ?? region

/** "Sydney Motors, Australia" */
export const sourceLabel = ({ name, region }: Source): string => `${name}, ${regionNames[region]}`

/** "Sydney Motors, AU": where there is little room. */
export const shortSourceLabel = ({ name, region }: Source): string => `${name}, ${region.toUpperCase()}`
