import { z } from 'zod'

/** The sixteen categories of specs (interface, part 2). */
export const SpecsCategory = z.enum([
  'base',
  'safety',
  'engine',
  'power',
  'ev_battery',
  'drive',
  'fuel',
  'range',
  'emissions',
  'wheels',
  'dimensions',
  'weights',
  'warranty',
  'services',
  'p_plate_status',
  'options',
])
export type SpecsCategory = z.infer<typeof SpecsCategory>

/** Names on the screen and in files. */
export const specsCategoryNames: Readonly<Record<SpecsCategory, string>> = {
  base: 'Base details',
  safety: 'Safety',
  engine: 'Engine',
  power: 'Power',
  ev_battery: 'EV battery',
  drive: 'Drive',
  fuel: 'Fuel',
  range: 'Range',
  emissions: 'Emissions',
  wheels: 'Wheels and tyres',
  dimensions: 'Dimensions',
  weights: 'Weights',
  warranty: 'Warranty',
  services: 'Services',
  p_plate_status: 'P-plate status',
  options: 'Options',
}
