import type { CatalogueVehicle } from '../catalogue/catalogue.ts'
import { randomFor, type RandomSource } from '../seeded-random.ts'

/** The categories of partial specs (interface, part 2). */
export const specCategories = [
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
] as const
export type SpecCategory = (typeof specCategories)[number]

type Specs = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** Length, width, height, wheelbase in mm and kerb weight in kg, of an average car of the body. */
const bodies: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  Hatch: [4_300, 1_790, 1_455, 2_640, 1_310],
  Sedan: [4_750, 1_830, 1_450, 2_790, 1_520],
  Liftback: [4_870, 1_865, 1_435, 2_840, 1_640],
  Coupe: [4_790, 1_915, 1_380, 2_720, 1_740],
  Convertible: [3_930, 1_740, 1_240, 2_310, 1_090],
  Wagon: [4_800, 1_850, 1_600, 2_740, 1_610],
  SUV: [4_600, 1_860, 1_690, 2_690, 1_690],
  Ute: [5_330, 1_870, 1_850, 3_120, 2_080],
  Van: [5_250, 1_950, 1_990, 3_150, 2_000],
  'People Mover': [5_155, 1_995, 1_775, 3_090, 2_110],
}

/** What several categories are computed from. */
interface SpecsBasis {
  readonly vehicle: CatalogueVehicle
  readonly random: RandomSource
  /** A whole number within `spread` (0 to 1) of the middle. */
  readonly near: (middle: number, spread: number) => number
  readonly weightKg: number
  /** 0 for an electric car, as is `tankLitres`. */
  readonly litresPer100: number
  readonly tankLitres: number
  readonly kwPerTonne: number
}

/**
 * All sixteen categories. What a vehicle can't have is null: no cylinders in an electric car, no battery in a diesel.
 * The categories draw from one random sequence, so their order decides the figures and must not change.
 */
export function specsOf(vehicle: CatalogueVehicle): Record<SpecCategory, Specs | null> {
  const basis = basisOf(vehicle)
  return {
    base: baseSpecs(basis),
    safety: safetySpecs(basis),
    engine: engineSpecs(basis),
    power: {
      power_kw: vehicle.powerUnit.powerKw,
      torque_nm: vehicle.powerUnit.torqueNm,
      power_to_weight_kw_per_t: basis.kwPerTonne,
    },
    ev_battery: batteryOf(vehicle),
    drive: { drive: vehicle.drive, transmission: vehicle.transmission, gears: gearsOf(basis) },
    ...energySpecs(basis),
    ...chassisSpecs(basis),
    ...ownershipSpecs(basis),
  }
}

function basisOf(vehicle: CatalogueVehicle): SpecsBasis {
  const random = randomFor('specs', vehicle.make, vehicle.model, vehicle.series)
  const near = (middle: number, spread: number): number =>
    Math.round(middle * (1 - spread + random.next() * 2 * spread))
  const { powerUnit: unit } = vehicle
  const isElectric = unit.kind === 'electric'
  const weightKg = near(bodyOf(vehicle)[4], 0.08) + Math.round(vehicle.rank * 70) + (isElectric ? 250 : 0)
  return {
    vehicle,
    random,
    near,
    weightKg,
    litresPer100: unit.kind === 'electric' ? 0 : consumption(unit, weightKg),
    tankLitres: isElectric ? 0 : vehicle.body === 'Ute' ? 80 : near(55, 0.12),
    kwPerTonne: Math.round((unit.powerKw / weightKg) * 1_000_000) / 1_000,
  }
}

const bodyOf = ({ body }: CatalogueVehicle): (typeof bodies)[string] =>
  bodies[body] ?? [4_500, 1_800, 1_500, 2_650, 1_500]

const doors: Readonly<Record<string, number>> = { Coupe: 2, Convertible: 2, Sedan: 4 }
const seats: Readonly<Record<string, number>> = { Convertible: 2, 'People Mover': 8, Van: 3 }

function baseSpecs({ vehicle }: SpecsBasis): Specs {
  return {
    vehicle_id: vehicle.id,
    title: vehicle.title,
    year: vehicle.year,
    make: vehicle.make,
    model: vehicle.model,
    badge: vehicle.badge,
    series: vehicle.series,
    body: vehicle.body,
    body_style: vehicle.bodyStyle,
    doors: doors[vehicle.body] ?? 5,
    seats: seats[vehicle.body] ?? 5,
    new_price: vehicle.newPrice,
  }
}

function safetySpecs({ vehicle, random }: SpecsBasis): Specs {
  const isUpperGrade = vehicle.rank >= 0.5
  return {
    ancap_stars: vehicle.year < 2012 ? 4 : 5,
    airbags: vehicle.body === 'Van' ? 4 : random.whole(6, 8),
    autonomous_emergency_braking: vehicle.year >= 2019 || (vehicle.year >= 2016 && isUpperGrade),
    reversing_camera: vehicle.year >= 2014,
    lane_keeping: vehicle.year >= 2019,
    blind_spot_monitor: vehicle.year >= 2016 && isUpperGrade,
  }
}

function engineSpecs({ vehicle, random }: SpecsBasis): Specs | null {
  const { powerUnit: unit } = vehicle
  if (unit.kind === 'electric') return null
  return {
    description: vehicle.engine,
    displacement_cc: Math.round(unit.litres * 1_000) - random.whole(1, 12),
    cylinders: unit.cylinders,
    valves: unit.cylinders * 4,
    turbo: unit.turbo,
  }
}

function gearsOf({ vehicle, random }: SpecsBasis): number | null {
  if (vehicle.powerUnit.kind === 'electric') return 1
  if (vehicle.transmission === 'CVT') return null
  return vehicle.transmission === 'Manual' ? 6 : random.whole(6, 10)
}

function energySpecs({ vehicle, litresPer100, tankLitres }: SpecsBasis): Record<'fuel' | 'range' | 'emissions', Specs> {
  const { powerUnit: unit } = vehicle
  if (unit.kind === 'electric') {
    return {
      fuel: { fuel: 'Electric', consumption_kwh_per_100km: Math.round((unit.batteryKwh / unit.rangeKm) * 1_000) / 10 },
      range: { range_km: unit.rangeKm },
      emissions: { co2_g_per_km: 0, standard: null },
    }
  }
  return {
    fuel: { fuel: unit.fuel, consumption_l_per_100km: litresPer100, tank_l: tankLitres },
    range: { range_km: Math.round((tankLitres / litresPer100) * 100) },
    emissions: {
      co2_g_per_km: Math.round(litresPer100 * (unit.fuel === 'Diesel' ? 26.4 : 23.2)),
      standard: vehicle.year >= 2016 ? 'Euro 5' : 'Euro 4',
    },
  }
}

const towingKg: Readonly<Record<string, number>> = { '4x4': 3_500, AWD: 1_800 }

function chassisSpecs({ vehicle, near, weightKg }: SpecsBasis): Record<'wheels' | 'dimensions' | 'weights', Specs> {
  const [length, width, height, wheelbase] = bodyOf(vehicle)
  const isUte = vehicle.body === 'Ute'
  const tyre = isUte ? '265/65 R17' : '225/55 R18'
  return {
    wheels: {
      front_tyre: tyre,
      rear_tyre: tyre,
      material: vehicle.rank === 0 && vehicle.year < 2015 ? 'Steel' : 'Alloy',
    },
    dimensions: {
      length_mm: near(length, 0.02),
      width_mm: near(width, 0.02),
      height_mm: near(height, 0.02),
      wheelbase_mm: near(wheelbase, 0.02),
    },
    weights: {
      kerb_kg: weightKg,
      gross_kg: weightKg + (isUte || vehicle.body === 'Van' ? 1_000 : 500),
      braked_towing_kg: towingKg[vehicle.drive] ?? 1_200,
    },
  }
}

/** In Australia, probationary drivers must not drive a car above 130 kW per tonne. */
const maxProbationaryKwPerTonne = 130

function ownershipSpecs({
  vehicle,
  kwPerTonne,
}: SpecsBasis): Record<'warranty' | 'services' | 'p_plate_status' | 'options', Specs> {
  const isRecent = vehicle.year >= 2019
  const isAllowed = kwPerTonne <= maxProbationaryKwPerTonne
  return {
    warranty: { years: isRecent ? (vehicle.make === 'Kia' ? 7 : 5) : 3, kms: isRecent ? null : 100_000 },
    services: { interval_months: 12, interval_km: vehicle.powerUnit.kind === 'electric' ? 25_000 : 15_000 },
    p_plate_status: { allowed: isAllowed, reason: isAllowed ? null : 'More than 130 kW per tonne' },
    options: { paint: ['Solid', 'Metallic', 'Pearl'], trim: vehicle.rank >= 0.5 ? ['Leather', 'Cloth'] : ['Cloth'] },
  }
}

function batteryOf(vehicle: CatalogueVehicle): Specs | null {
  const { powerUnit: unit } = vehicle
  if (unit.kind === 'electric') {
    return {
      capacity_kwh: unit.batteryKwh,
      plug: 'CCS2',
      ac_charge_kw: 11,
      dc_charge_kw: Math.round(unit.batteryKwh * 2),
    }
  }
  return unit.fuel === 'Plug-in Hybrid'
    ? { capacity_kwh: 20, plug: 'CCS2', ac_charge_kw: 3.5, dc_charge_kw: null }
    : null
}

function consumption(unit: Extract<CatalogueVehicle['powerUnit'], { kind: 'engine' }>, weightKg: number): number {
  const base = 2.2 + unit.litres * 1.1 + (weightKg - 1_200) / 600
  const factor = { Petrol: 1, Diesel: 0.85, Hybrid: 0.62, 'Plug-in Hybrid': 0.28 }[unit.fuel]
  return Math.round(base * factor * 10) / 10
}
