import type { SpecsCategory } from '../../../contract/lookup.ts'

/** The sixteen categories of specs (interface, part 2) as they are shown before the service has named them. */
export const categoryLabels: Readonly<Record<SpecsCategory, string>> = {
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
