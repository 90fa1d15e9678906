import type { Feature } from '../../app/feature.ts'

/** Market data has no screen of its own: look-up, the comparison and sightings show its panel. */
export const feature: Feature = { title: 'Market' }
