import { z } from 'zod'
import { Detail } from './details.ts'
import { ExportedFile } from './exported-file.ts'
import { Region, StateCode } from './region.ts'
import { Failure } from './result.ts'

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

/** What each is called, on the screen and in a file. */
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

/** What the text in the box is taken for. */
export const LookupKind = z.enum(['plate', 'vin', 'text'])
export type LookupKind = z.infer<typeof LookupKind>

/** The test plates that any region answers (interface, part 4), with what each shows; offered in practice. */
export const testPlates: readonly { readonly plate: string; readonly shows: string }[] = [
  { plate: 'REG4SUCCESS', shows: 'a good match' },
  { plate: 'REG4WARNING', shows: 'a match to check' },
  { plate: 'REG4NOMATCH', shows: 'a description without a match' },
  { plate: 'REG4VINONLY', shows: 'a VIN and nothing more' },
]

export const Interpretation = z.object({
  kind: LookupKind,
  /** Plate or VIN as it would be sent; the text, trimmed, for words. */
  query: z.string(),
  /** Why it is taken for that, in a sentence. */
  reason: z.string(),
  /** The state that the plate's pattern decides; null where it does not, and outside Australia. */
  state: StateCode.nullable(),
  /** What else it could be: she may overrule. */
  others: z.array(LookupKind),
  /** Something to look at before it is sent (a VIN whose check digit does not fit). */
  warning: z.string().nullable(),
})
export type Interpretation = z.infer<typeof Interpretation>

/** A vehicle of the service's catalogue. What is null was not given; `details` holds every field that came, in the order it came. */
export const Vehicle = z.object({
  /** Null when the record came without one: specs and market cannot be asked for. */
  vehicleId: z.string().nullable(),
  title: z.string(),
  /** Null when none came. `part` is 0 to 1 where it was a number; `words` is what is shown ("97 %", "standard"). */
  confidence: z.object({ part: z.number().nullable(), words: z.string() }).nullable(),
  facets: FacetChoice,
  details: z.array(Detail),
})
export type Vehicle = z.infer<typeof Vehicle>

export const OptionPack = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number().nullable(),
  details: z.array(Detail),
})
export type OptionPack = z.infer<typeof OptionPack>

/** Where an answer comes from. `kept`: from this PC, without a call. `problem`: why it could not be fetched anew, when that was tried. */
const Provenance = {
  /** ISO 8601: when the service gave it. */
  at: z.string(),
  kept: z.boolean(),
  problem: Failure.nullable(),
}

/**
 * A plate or VIN looked up. `match`; `low-quality`: there is a vehicle, to be checked before it is relied on; `no-match`: the
 * authority's description alone; `vin-only`: a VIN and nothing more; `nothing`: the service knows nothing of it.
 */
export const VehicleLookup = z.object({
  id: z.string(),
  kind: z.enum(['plate', 'vin']),
  query: z.string(),
  state: StateCode.nullable(),
  region: Region,
  outcome: z.enum(['match', 'low-quality', 'no-match', 'vin-only', 'nothing']),
  vehicle: Vehicle.nullable(),
  optionPacks: z.array(OptionPack),
  /** How the road transport authority describes it (interface, part 2, `upstream_vehicle`). */
  authority: z
    .object({ description: z.string().nullable(), vin: z.string().nullable(), details: z.array(Detail) })
    .nullable(),
  /** The service's own warnings, and what to check. */
  warnings: z.array(z.string()),
  /** The authority's description as facets of the catalogue, to search on from. */
  facets: FacetChoice,
  /** What else came beside all this. */
  other: z.array(Detail),
  pinned: z.boolean(),
  ...Provenance,
})
export type VehicleLookup = z.infer<typeof VehicleLookup>

export const Incident = z.object({
  typeCode: z.string().nullable(),
  state: z.string().nullable(),
  /** YYYY-MM-DD. */
  recordedDate: z.string().nullable(),
  code: z.string().nullable(),
  damageCodes: z.string().nullable(),
  /** Every field that came. */
  details: z.array(Detail),
})
export type Incident = z.infer<typeof Incident>

/** Interface, part 2, registration status result. */
export const RegistrationStatus = z.object({
  plate: z.string(),
  state: z.string(),
  vin: z.string().nullable(),
  status: z.string().nullable(),
  /** YYYY-MM-DD. */
  expiry: z.string().nullable(),
  /** Whole days from today on this PC; negative when past. */
  daysLeft: z.number().int().nullable(),
  /** Newest first. */
  incidents: z.array(Incident),
  other: z.array(Detail),
  ...Provenance,
})
export type RegistrationStatus = z.infer<typeof RegistrationStatus>

export const SpecsPart = z.object({
  category: z.string(),
  label: z.string(),
  /** Empty when the service gave the category without a value, or not at all: `given` tells which. */
  details: z.array(Detail),
  given: z.boolean(),
})
export type SpecsPart = z.infer<typeof SpecsPart>

export const Specs = z.object({ vehicleId: z.string(), parts: z.array(SpecsPart), ...Provenance })
export type Specs = z.infer<typeof Specs>

export const SearchResult = z.object({
  vehicles: z.array(Vehicle),
  /** True when the page was full: a longer one may show more. */
  more: z.boolean(),
  other: z.array(Detail),
  ...Provenance,
})
export type SearchResult = z.infer<typeof SearchResult>

export const Facets = z.object({
  facets: z.array(
    z.object({
      name: FacetName,
      label: z.string(),
      options: z.array(z.object({ value: z.string(), count: z.number().int().nullable() })),
    }),
  ),
  /** How many vehicles fit what is chosen, where the counts say so. */
  total: z.number().int().nullable(),
  ...Provenance,
})
export type Facets = z.infer<typeof Facets>

/** A look-up that is kept on this PC, as the list of recent ones shows it. */
export const RecentLookup = z.object({
  id: z.string(),
  kind: LookupKind,
  query: z.string(),
  state: StateCode.nullable(),
  region: Region,
  /** The vehicle's title, the description, or in words what came. */
  title: z.string(),
  pinned: z.boolean(),
  at: z.string(),
})
export type RecentLookup = z.infer<typeof RecentLookup>

export const LookupSettings = z.object({
  /** Hours within which an answer is given again from this PC, and asking anew is said to cost. */
  repeatAfterHours: z.number().int().min(0).max(720),
  /** The state beside the box, as last chosen. */
  state: StateCode.nullable(),
  /** Vehicles on a page of a text search. */
  pageLength: z.number().int().min(1).max(100),
})
export type LookupSettings = z.infer<typeof LookupSettings>

const refresh = z.boolean().default(false)
const vehicleId = z.string().min(1).max(200)
const lookupId = z.string().max(64)
const plate = z.string().trim().min(1).max(40)

/**
 * All but `interpret` and what only reads this PC may end as `no-licence`, `rate-limited` (with `retryAt`), `service-down`, `offline`,
 * `sign-in-required`, `rejected` or `invalid-input` (a region that lacks the feature, a missing state). Without `refresh`, an answer younger than
 * `repeatAfterHours` is given from this PC; when the line is gone an older one is, with `problem`. A call that is on its way is shared.
 */
export const lookup = {
  interpret: { input: z.object({ text: z.string().max(300) }), output: Interpretation },
  findPlate: { input: z.object({ plate, state: StateCode.nullable(), refresh }), output: VehicleLookup },
  findVin: { input: z.object({ vin: z.string().trim().min(1).max(40), refresh }), output: VehicleLookup },
  search: {
    input: z.object({
      text: z.string().trim().max(300).default(''),
      chosen: FacetChoice.default({}),
      count: z.number().int().min(1).max(200).default(10),
      refresh,
    }),
    output: SearchResult,
  },
  /** All eleven facets, narrowed by what is chosen; a chosen facet still offers its other values where the service gives them. */
  facets: { input: z.object({ chosen: FacetChoice.default({}) }), output: Facets },
  /** Australia only. */
  status: { input: z.object({ plate, state: StateCode, refresh }), output: RegistrationStatus },
  /** Partial specs for the categories named; null asks for all at once. */
  specs: {
    input: z.object({ vehicleId, categories: z.array(SpecsCategory).min(1).nullable(), refresh }),
    output: Specs,
  },
  /** The specs of one to four vehicles side by side, as CSV. */
  exportSpecs: {
    input: z.object({
      vehicles: z
        .array(z.object({ vehicleId, title: z.string().max(300) }))
        .min(1)
        .max(4),
    }),
    output: ExportedFile,
  },
  /** Newest first, pinned ones before all; for the connection and region in use. */
  recent: { input: z.object({}), output: z.object({ lookups: z.array(RecentLookup) }) },
  /** A kept plate or VIN look-up as it is on this PC, whatever its age. `not-found` when it was removed. */
  open: { input: z.object({ id: lookupId }), output: VehicleLookup },
  pin: { input: z.object({ id: lookupId, pinned: z.boolean() }), output: z.object({}) },
  remove: { input: z.object({ id: lookupId }), output: z.object({}) },
  settings: { input: z.object({}), output: LookupSettings },
  setSettings: { input: LookupSettings.partial(), output: LookupSettings },
} as const
