import type { Region } from './region.ts'
import { regionNames } from './region-names.ts'

/** What the service offers in some regions only (interface, part 1, regional availability; part 4, webhooks). */
export type Feature = 'registration-status' | 'vin-search' | 'specs' | 'webhooks'

const regionsOf: Readonly<Record<Feature, readonly Region[]>> = {
  'registration-status': ['au'],
  'vin-search': ['au', 'nz'],
  specs: ['au', 'nz'],
  webhooks: ['au', 'nz'],
}

const featureNames: Readonly<Record<Feature, string>> = {
  'registration-status': 'Registration status',
  'vin-search': 'VIN look-up',
  specs: 'Specifications',
  webhooks: 'Webhooks',
}

/** Why a feature is not available in a region, as a sentence; null when it is available. */
export function whyUnavailable(feature: Feature, region: Region): string | null {
  const regions = regionsOf[feature]
  if (regions.includes(region)) return null
  const names = regions.map((each) => regionNames[each]).join(' and ')
  const verb = featureNames[feature].endsWith('s') && feature !== 'registration-status' ? 'are' : 'is'
  return `${featureNames[feature]} ${verb} available in ${names} only, not in ${regionNames[region]}.`
}
