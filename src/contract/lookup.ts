import { LookupSettings } from './lookup-settings.ts'
import { SpecsCategory } from './specs-categories.ts'
import { FacetName, FacetChoice } from './facets.ts'
import { z } from 'zod'
import { Detail } from './details.ts'
import { ExportedFile } from './exported-file.ts'
import { Region, StateCode } from './region.ts'
import { Failure } from './failure.ts'
import { UnreadableRecord } from './unreadable-record.ts'

/** What the text in the look-up box is. */
export const LookupKind = z.enum(['plate', 'vin', 'text'])
export type LookupKind = z.infer<typeof LookupKind>

export const Interpretation = z.object({
  kind: LookupKind,
  /** Plate or VIN in the form that is sent; for keywords the trimmed text. */
  query: z.string(),
  /** Why, in a sentence. */
  reason: z.string(),
  /** The state that the plate's pattern determines; null where it doesn't, and outside Australia. */
  state: StateCode.nullable(),
  /** The states that have plates of this pattern; empty where none has, for other kinds, and outside Australia. */
  states: z.array(StateCode),
  /** Other possibilities that the user can choose. */
  others: z.array(LookupKind),
  /** A warning before the look-up, such as a VIN with a wrong check digit. */
  warning: z.string().nullable(),
  /** Why it can't be looked up as this kind, such as a VIN of 16 characters; null where it can. */
  blocked: z.string().nullable(),
  /** What was probably meant, such as the VIN without its doubled character; null where nothing is likely. */
  suggestion: z.string().nullable(),
})
export type Interpretation = z.infer<typeof Interpretation>

/** A vehicle of the service's catalogue. Null means not provided; `details` has every field in the service's order. */
export const Vehicle = z.object({
  /** Null when the record has none: then specs and market data aren't available. */
  vehicleId: z.string().nullable(),
  title: z.string(),
  /** Null when not provided. `part` is 0 to 1 for a number; `words` is the text to show ("97%", "standard"). */
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

/**
 * The source of a result. `kept`: a saved result. `problem`: why it could not be fetched again, when that was tried.
 */
const Provenance = {
  /** ISO 8601: when the service returned it. */
  at: z.string(),
  kept: z.boolean(),
  problem: Failure.nullable(),
}

/**
 * The result of a plate or VIN look-up. `match`; `low-quality`: a low-confidence match; `no-match`: only the road
 * authority's description; `vin-only`: only a VIN; `nothing`: no record found.
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
  /** The road transport authority's record (interface, part 2, `upstream_vehicle`). */
  authority: z
    .object({ description: z.string().nullable(), vin: z.string().nullable(), details: z.array(Detail) })
    .nullable(),
  /** The service's warnings, and what to check. */
  warnings: z.array(z.string()),
  /** The authority's description as facets of the catalogue, to search with. */
  facets: FacetChoice,
  /** Other fields of the answer. */
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
  /** Every field of the record. */
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
  /** Empty when the category has no value or is missing; `given` tells which. */
  details: z.array(Detail),
  given: z.boolean(),
})
export type SpecsPart = z.infer<typeof SpecsPart>

export const Specs = z.object({ vehicleId: z.string(), parts: z.array(SpecsPart), ...Provenance })
export type Specs = z.infer<typeof Specs>

export const SearchResult = z.object({
  vehicles: z.array(Vehicle),
  /** Entries of the list that are no vehicles. */
  unreadable: z.array(UnreadableRecord),
  /** True when the page is full: a longer page may show more. */
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
  /** How many vehicles match the choice, where the counts tell. */
  total: z.number().int().nullable(),
  /** What else the answer has: unknown facets, and values that can't be read. */
  other: z.array(Detail),
  ...Provenance,
})
export type Facets = z.infer<typeof Facets>

/** A saved look-up, as the list of recent look-ups shows it. */
export const RecentLookup = z.object({
  id: z.string(),
  kind: LookupKind,
  query: z.string(),
  state: StateCode.nullable(),
  region: Region,
  /** The vehicle's title, the description, or what was found instead. */
  title: z.string(),
  pinned: z.boolean(),
  at: z.string(),
})
export type RecentLookup = z.infer<typeof RecentLookup>

const refresh = z.boolean().default(false)
/**
 * The same for what may be charged and opens with its screen. `opening`: nobody asked for it, so when its answer was lost and may have been
 * charged, it is not looked up again. `returning`: the user comes back, so a saved result is shown whatever its age as well.
 */
export const Refresh = z.union([z.boolean(), z.enum(['opening', 'returning'])])
export type Refresh = z.infer<typeof Refresh>
const vehicleId = z.string().min(1).max(200)
const lookupId = z.string().max(64)
const plate = z.string().trim().min(1).max(40)

/**
 * Methods that query the service can fail with `no-licence`, `rate-limited` (with `retryAt`), `service-down`,
 * `offline`, `sign-in-required`, `rejected` or `invalid-input` (the region lacks the feature, or the state is missing).
 * Without `refresh`, a result younger than `repeatAfterHours` is reused; if the call fails, an older saved result is
 * returned with `problem`. Identical calls in flight are shared.
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
  /**
   * All eleven facets within the choice. A chosen facet still offers its other values where the service provides them.
   */
  facets: { input: z.object({ chosen: FacetChoice.default({}) }), output: Facets },
  /** Australia only. */
  status: { input: z.object({ plate, state: StateCode, refresh: Refresh.default(false) }), output: RegistrationStatus },
  /** The registration status that was fetched last; null: none is saved. Asks the service nothing. */
  savedStatus: {
    input: z.object({ plate, state: StateCode }),
    output: z.object({ status: RegistrationStatus.nullable() }),
  },
  /** Specs of these categories; null for all. */
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
  /** Pinned first, then newest first; for the active connection and region. */
  recent: { input: z.object({}), output: z.object({ lookups: z.array(RecentLookup) }) },
  /** A saved plate or VIN look-up of any age. `not-found` when it was removed. */
  open: { input: z.object({ id: lookupId }), output: VehicleLookup },
  pin: { input: z.object({ id: lookupId, pinned: z.boolean() }), output: z.object({}) },
  remove: { input: z.object({ id: lookupId }), output: z.object({}) },
  settings: { input: z.object({}), output: LookupSettings },
  setSettings: { input: LookupSettings.partial(), output: LookupSettings },
} as const
