import { hashOf } from '../seeded-random.ts'
import { modelLines } from './model-lines.ts'

export type PowerUnit =
  | {
      readonly kind: 'engine'
      readonly litres: number
      readonly cylinders: number
      readonly fuel: 'Petrol' | 'Diesel' | 'Hybrid' | 'Plug-in Hybrid'
      readonly turbo: boolean
      readonly powerKw: number
      readonly torqueNm: number
    }
  | {
      readonly kind: 'electric'
      readonly batteryKwh: number
      readonly powerKw: number
      readonly torqueNm: number
      readonly rangeKm: number
    }

/** One thing that can be bought: a model in one year, series and badge. */
export interface CatalogueVehicle {
  readonly id: string
  readonly index: number
  readonly title: string
  readonly year: number
  readonly make: string
  readonly model: string
  readonly badge: string
  readonly series: string
  readonly body: string
  readonly bodyStyle: string
  readonly transmission: string
  readonly drive: string
  readonly fuel: string
  readonly engine: string
  readonly wheelbase: string
  readonly powerUnit: PowerUnit
  /** What it cost new, in dollars. */
  readonly newPrice: number
  /** 0 for the cheapest badge of its line, 1 for the dearest. */
  readonly rank: number
}

export interface Catalogue {
  readonly vehicles: readonly CatalogueVehicle[]
  byId(id: string): CatalogueVehicle | undefined
}

/** The whole catalogue; it is the same for every seed, so that a vehicle ID means one vehicle for ever. */
export function openCatalogue(): Catalogue {
  const vehicles: CatalogueVehicle[] = []
  for (const line of modelLines.trim().split('\n')) addLine(line, vehicles)
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  if (byId.size !== vehicles.length) throw new Error('Two vehicles of the catalogue share an ID')
  return { vehicles, byId: (id) => byId.get(id) }
}

function addLine(line: string, into: CatalogueVehicle[]): void {
  const [make, model, body, series, years, badges, unit, transmission, drive, prices] = line.split('|')
  if (!make || !model || !body || !series || !years || !badges || !unit || !transmission || !drive || !prices) {
    throw new Error(`The catalogue has a line with a part missing: ${line}`)
  }
  const [first = 0, last = 0] = years.split('-').map(Number)
  const [cheapest = 0, dearest = 0] = prices.split('-').map((thousands) => Number(thousands) * 1_000)
  const powerUnit = readPowerUnit(unit)
  const names = badges.split(';')
  for (let year = first; year <= last; year += 1) {
    names.forEach((badge, at) => {
      const rank = names.length === 1 ? 0 : at / (names.length - 1)
      // New prices creep up by about 2 % a year towards the line's figures.
      const price = (cheapest + (dearest - cheapest) * rank) * 0.98 ** (last - year)
      into.push({
        id: vehicleId(make, model, series, badge, year, unit, drive),
        index: into.length,
        title: `${year} ${model.startsWith(make) ? model : `${make} ${model}`} ${badge} ${series} ${transmission} ${drive}`,
        year,
        make,
        model,
        badge,
        series,
        body,
        bodyStyle: bodyStyleOf(body),
        transmission,
        drive,
        fuel: powerUnit.kind === 'electric' ? 'Electric' : powerUnit.fuel,
        engine: engineName(powerUnit),
        wheelbase: wheelbaseOf(body, badge),
        powerUnit,
        newPrice: Math.round(price / 10) * 10,
        rank,
      })
    })
  }
}

function vehicleId(...words: readonly (string | number)[]): string {
  const digits = String(hashOf('vehicle id', ...words)).padStart(10, '0')
  return `${digits}${String(hashOf('vehicle id again', ...words) % 1_000_000).padStart(6, '0')}`
}

function readPowerUnit(text: string): PowerUnit {
  const words = text.split(' ')
  if (words[0] === 'electric') {
    const [batteryKwh = 0, powerKw = 0, torqueNm = 0, rangeKm = 0] = words.slice(1).map(Number)
    return { kind: 'electric', batteryKwh, powerKw, torqueNm, rangeKm }
  }
  const [litres = 0, cylinders = 0] = words.map(Number)
  const [powerKw = 0, torqueNm = 0] = words.slice(-2).map(Number)
  const fuels = { petrol: 'Petrol', diesel: 'Diesel', hybrid: 'Hybrid', 'plug-in': 'Plug-in Hybrid' } as const
  const fuel = Object.entries(fuels).find(([word]) => word === words[2])?.[1]
  if (!fuel || ![litres, cylinders, powerKw, torqueNm].every((figure) => figure > 0)) {
    throw new Error(`The catalogue has a power unit that cannot be read: ${text}`)
  }
  return { kind: 'engine', litres, cylinders, fuel, turbo: words.includes('turbo'), powerKw, torqueNm }
}

function engineName(unit: PowerUnit): string {
  if (unit.kind === 'electric') return `Electric ${unit.powerKw}kW`
  return `${unit.litres.toFixed(1)}L ${unit.cylinders}cyl${unit.turbo ? ' Turbo' : ''} ${unit.fuel}`
}

function bodyStyleOf(body: string): string {
  const styles: Readonly<Record<string, string>> = {
    Hatch: '5D Hatchback',
    Sedan: '4D Sedan',
    Liftback: '5D Liftback',
    SUV: '5D Wagon',
    Wagon: '5D Wagon',
    Ute: 'Double Cab Pickup',
    Van: 'Van',
    Coupe: '2D Coupe',
    Convertible: '2D Convertible',
    'People Mover': '4D Wagon',
  }
  const style = styles[body]
  if (!style) throw new Error(`The catalogue has a body without a style: ${body}`)
  return style
}

function wheelbaseOf(body: string, badge: string): string {
  if (body !== 'Van') return 'Standard'
  return badge.includes('SLWB') ? 'Super Long' : badge.includes('L') ? 'Long' : 'Standard'
}
