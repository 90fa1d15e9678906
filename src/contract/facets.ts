import { z } from 'zod'

/** The eleven facets (interface, part 2). */
export const FacetName = z.enum([
  'year',
  'make',
  'model',
  'badge',
  'series',
  'transmission',
  'body',
  'body_style',
  'fuel',
  'engine',
  'wheelbase',
])
export type FacetName = z.infer<typeof FacetName>

/** A value chosen for some of the facets. */
export const FacetChoice = z.partialRecord(FacetName, z.string().min(1).max(200))
export type FacetChoice = z.infer<typeof FacetChoice>
