import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CustomerCache } from '../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomerLists } from '../../../../src/core/customers/list/customer-lists.ts'
import { createKnownVehicles } from '../../../../src/core/customers/list/known-vehicles.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { createFindKnownVins, type FindKnownVins } from '../../../../src/core/known-vins/known-vins.ts'
import { createRegoVins, type RegoVins } from '../../../../src/core/known-vins/rego-vins.ts'
import { plateQuery, statusQuery } from '../../../../src/core/lookup/queries.ts'
import { createSavedResults, type SavedResults } from '../../../../src/core/lookup/saved-results.ts'
import { findSavedVins } from '../../../../src/core/lookup/saved-vins.ts'
import type { RemoteCustomer } from '../../../../src/core/service/service-client.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { openCache } from '../customers/customers-bench.ts'
import { connectionId, openMemory } from '../uploads/upload-bench.ts'

const scope = { connectionId, region: 'au' } as const
const rego = 'ABC123|NSW'
const first = '6G1FA8E5AZ4033922'
const second = 'JTDKN3DU7A0123456'
const at = '2026-10-01T00:00:00.000Z'

let database: Database
let regoVins: RegoVins
let saved: SavedResults
let find: FindKnownVins
let cache: CustomerCache
let maxAgeDays = 365
beforeEach(() => {
  database = openMemory()
  onTestFinished(() => database.close())
  regoVins = createRegoVins(database)
  saved = createSavedResults(database)
  cache = openCache(database)
  find = createFindKnownVins({
    clock: createClockTwin(new Date('2026-11-21T02:00:00.000Z')),
    maxAgeDays: () => maxAgeDays,
    recorded: regoVins.find,
    lookups: (asked, regos) => findSavedVins(saved, asked, regos),
    customers: createKnownVehicles(createCustomerLists(cache)).vinsOfRegos,
  })
})

function saveLookup(query = plateQuery('ABC123', 'NSW'), body: unknown = { upstream_vehicle: { vin: first } }): void {
  saved.save(scope, query, { query: 'ABC123', state: 'NSW', title: '' }, { body }, at)
}

function saveCustomer(over: Partial<RemoteCustomer> = {}): void {
  const customer: RemoteCustomer = {
    id: `customer-${over.vin ?? ''}`,
    lastUpdated: at,
    rego: 'ABC123',
    state: 'NSW',
    vin: first,
    clientName: null,
    mobileNumber: null,
    saleDate: null,
    expiryDate: null,
    vehicleTitle: null,
    sightings: [],
    additionalFields: {},
    ...over,
  }
  cache.save(scope, [customer])
}

const known = async () => (await find(scope, [rego])).get(rego)

describe('the known VIN of a rego', () => {
  it('is from a saved look-up, or from a saved registration status', async () => {
    expect(await known()).toBeNull()
    saveLookup(statusQuery('ABC123', 'NSW'), { success: true, vin: first.toLowerCase() })
    expect(await known()).toEqual({ vin: first, source: 'look-up', at })
    saveLookup()
    expect(await known()).toEqual({ vin: first, source: 'look-up', at })
  })

  it('is not that of another state, region or connection', async () => {
    saveLookup()
    expect((await find(scope, ['ABC123|VIC'])).get('ABC123|VIC')).toBeNull()
    expect((await find({ ...scope, region: 'nz' }, ['ABC123|'])).get('ABC123|')).toBeNull()
    expect((await find({ connectionId: 'other', region: 'au' }, [rego])).get(rego)).toBeNull()
  })

  it('is from a customer, also when the state is written in lower case', async () => {
    saveCustomer({ state: 'nsw' })
    expect(await known()).toEqual({ vin: first, source: 'customer', at })
  })

  it('is none when it was seen longer ago than the connection allows', async () => {
    saveLookup()
    onTestFinished(() => void (maxAgeDays = 365))
    maxAgeDays = 50
    expect(await known()).toBeNull()
    maxAgeDays = 52
    expect(await known()).toMatchObject({ vin: first })
  })

  it('is none when two sources give two VINs', async () => {
    saveLookup()
    saveCustomer({ vin: second })
    expect(await known()).toBeNull()
  })

  it('keeps the date of its source when it was filled in by an upload that created a customer', async () => {
    const filledIn = { rego, vin: first, source: 'look-up', at: '2025-12-01T00:00:00.000Z' } as const
    regoVins.saveSent(scope, [filledIn])
    regoVins.saveSent(scope, [{ ...filledIn, source: 'upload', at }])
    saveCustomer()
    expect(await known()).toMatchObject({ source: 'look-up', at: filledIn.at })
  })

  it('has the date of a look-up that the service made for an upload', async () => {
    regoVins.saveSent(scope, [{ rego, vin: first, source: 'upload', at: '2025-12-01T00:00:00.000Z' }])
    regoVins.saveLookedUp(scope, [{ rego, vin: first, source: 'upload', at }])
    expect(await known()).toMatchObject({ source: 'upload', at })
  })
})
