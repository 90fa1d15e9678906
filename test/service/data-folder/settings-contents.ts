import { type Reader } from './reader.ts'

export const connections: Reader = async ({ get }) => {
  const { connections: all, current } = await get('connections.state', {})
  return all.map((each) => ({
    id: each.id,
    name: each.name,
    kind: each.kind,
    address: each.baseUrl,
    signIn: each.scheme,
    region: each.region,
    createdAt: each.createdAt,
    hasCredentials: each.credentials !== 'missing',
    isCurrent: each.id === current?.id,
    advanced: {
      mobileForm: each.advanced.mobileForm,
      malaysiaRegionCode: each.advanced.malaysiaRegionCode,
      batchSize: each.advanced.firstBatchSize,
      pageSize: each.advanced.pageSize,
      referenceKey: each.advanced.referenceKey,
    },
  }))
}

export const settings: Reader = async ({ get }) => {
  const preferences = await get('app.preferences', {})
  const lookup = await get('lookup.settings', {})
  const sightings = await get('sightings.settings', {})
  const inspector = await get('inspector.state', {})
  return {
    theme: preferences.theme,
    lookup: { reuseHours: lookup.repeatAfterHours, state: lookup.state, pageLength: lookup.pageLength },
    sightings: { everyMinutes: sightings.checkEveryMinutes, notify: sightings.notify },
    inspectorStartsWithProgram: inspector.startsByItself,
  }
}
