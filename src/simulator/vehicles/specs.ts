import type { CatalogueVehicle } from '../catalogue/catalogue.ts'
import { diceFor } from '../seeded.ts'

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

type Figures = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** Length, width, height, wheelbase in mm and kerb weight in kg, of a middling car of the body. */
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

/** All sixteen categories. What a vehicle cannot have is null: no cylinders in an electric car, no battery in a diesel. */
export function specsOf(vehicle: CatalogueVehicle): Record<SpecCategory, Figures | null> {
  const dice = diceFor('specs', vehicle.make, vehicle.model, vehicle.series)
  const { powerUnit: unit } = vehicle
  const [length, width, height, wheelbase, kerb] = bodies[vehicle.body] ?? [4_500, 1_800, 1_500, 2_650, 1_500]
  const near = (middle: number, spread: number): number => Math.round(middle * (1 - spread + dice.next() * 2 * spread))
  const weight = near(kerb, 0.08) + Math.round(vehicle.rank * 70) + (unit.kind === 'electric' ? 250 : 0)
  const litresPer100 = unit.kind === 'electric' ? 0 : consumption(unit, weight)
  const tankLitres = unit.kind === 'electric' ? 0 : vehicle.body === 'Ute' ? 80 : near(55, 0.12)
  const powerToWeight = Math.round((unit.powerKw / weight) * 1_000_000) / 1_000
  const grams = Math.round(litresPer100 * (unit.kind === 'engine' && unit.fuel === 'Diesel' ? 26.4 : 23.2))
  return {
    base: {
      vehicle_id: vehicle.id,
      title: vehicle.title,
      year: vehicle.year,
      make: vehicle.make,
      model: vehicle.model,
      badge: vehicle.badge,
      series: vehicle.series,
      body: vehicle.body,
      body_style: vehicle.bodyStyle,
      doors: vehicle.body === 'Coupe' || vehicle.body === 'Convertible' ? 2 : vehicle.body === 'Sedan' ? 4 : 5,
      seats: vehicle.body === 'Convertible' ? 2 : vehicle.body === 'People Mover' ? 8 : vehicle.body === 'Van' ? 3 : 5,
      new_price: vehicle.newPrice,
    },
    safety: {
      ancap_stars: vehicle.year < 2012 ? 4 : 5,
      airbags: vehicle.body === 'Van' ? 4 : dice.whole(6, 8),
      autonomous_emergency_braking: vehicle.year >= 2019 || (vehicle.year >= 2016 && vehicle.rank >= 0.5),
      reversing_camera: vehicle.year >= 2014,
      lane_keeping: vehicle.year >= 2019,
      blind_spot_monitor: vehicle.year >= 2016 && vehicle.rank >= 0.5,
    },
    engine:
      unit.kind === 'electric'
        ? null
        : {
            description: vehicle.engine,
            displacement_cc: Math.round(unit.litres * 1_000) - dice.whole(1, 12),
            cylinders: unit.cylinders,
            valves: unit.cylinders * 4,
            turbo: unit.turbo,
          },
    power: { power_kw: unit.powerKw, torque_nm: unit.torqueNm, power_to_weight_kw_per_t: powerToWeight },
    ev_battery: batteryOf(vehicle),
    drive: {
      drive: vehicle.drive,
      transmission: vehicle.transmission,
      gears:
        unit.kind === 'electric'
          ? 1
          : vehicle.transmission === 'CVT'
            ? null
            : vehicle.transmission === 'Manual'
              ? 6
              : dice.whole(6, 10),
    },
    fuel:
      unit.kind === 'electric'
        ? { fuel: 'Electric', consumption_kwh_per_100km: Math.round((unit.batteryKwh / unit.rangeKm) * 1_000) / 10 }
        : { fuel: unit.fuel, consumption_l_per_100km: litresPer100, tank_l: tankLitres },
    range: { range_km: unit.kind === 'electric' ? unit.rangeKm : Math.round((tankLitres / litresPer100) * 100) },
    emissions: {
      co2_g_per_km: unit.kind === 'electric' ? 0 : grams,
      standard: unit.kind === 'electric' ? null : vehicle.year >= 2016 ? 'Euro 5' : 'Euro 4',
    },
    wheels: {
      front_tyre: vehicle.body === 'Ute' ? '265/65 R17' : '225/55 R18',
      rear_tyre: vehicle.body === 'Ute' ? '265/65 R17' : '225/55 R18',
      material: vehicle.rank === 0 && vehicle.year < 2015 ? 'Steel' : 'Alloy',
    },
    dimensions: {
      length_mm: near(length, 0.02),
      width_mm: near(width, 0.02),
      height_mm: near(height, 0.02),
      wheelbase_mm: near(wheelbase, 0.02),
    },
    weights: {
      kerb_kg: weight,
      gross_kg: weight + (vehicle.body === 'Ute' || vehicle.body === 'Van' ? 1_000 : 500),
      braked_towing_kg: vehicle.drive === '4x4' ? 3_500 : vehicle.drive === 'AWD' ? 1_800 : 1_200,
    },
    warranty: {
      years: vehicle.year >= 2019 ? (vehicle.make === 'Kia' ? 7 : 5) : 3,
      kms: vehicle.year >= 2019 ? null : 100_000,
    },
    services: { interval_months: 12, interval_km: unit.kind === 'electric' ? 25_000 : 15_000 },
    // Probationary drivers may not drive above 130 kW a tonne.
    p_plate_status: {
      allowed: powerToWeight <= 130,
      reason: powerToWeight <= 130 ? null : 'More than 130 kW per tonne',
    },
    options: { paint: ['Solid', 'Metallic', 'Pearl'], trim: vehicle.rank >= 0.5 ? ['Leather', 'Cloth'] : ['Cloth'] },
  }
}

function batteryOf(vehicle: CatalogueVehicle): Figures | null {
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
