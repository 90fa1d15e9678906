import type { RemoteCustomer } from '../../service/service-client.ts'
import { createCarPartReader } from './car-parts.ts'

/** What a record says about its car, in the spelling in which the list shows it. An empty text: not known. */
export interface CarName {
  readonly make: string
  readonly model: string
}

/** Proper spellings. Other makes are shown as they are written. */
const makes =
  'Abarth,Alfa Romeo,Aston Martin,Audi,Bentley,BMW,BYD,Chery,Chevrolet,Chrysler,Citroën,Cupra,Daewoo,Daihatsu,Dodge,Ferrari,Fiat,Ford,Foton,FPV,Genesis,' +
  'Great Wall,GWM,Haval,Hino,Holden,Honda,HSV,Hummer,Hyundai,Infiniti,Isuzu,Iveco,JAC,Jaecoo,Jaguar,Jeep,Kia,KGM,Lamborghini,Land Rover,LDV,Leapmotor,' +
  'Lexus,Lotus,Mahindra,Maserati,Mazda,McLaren,Mercedes-Benz,MG,Mini,Mitsubishi,Nissan,Omoda,Opel,Perodua,Peugeot,Polestar,Porsche,Proton,RAM,Renault,' +
  'Rolls-Royce,Saab,Seat,Škoda,Smart,SsangYong,Subaru,Suzuki,Tata,Tesla,Toyota,Volkswagen,Volvo,Xpeng,Zeekr'
const models =
  'Corolla Cross,Yaris Cross,Land Cruiser,Land Cruiser Prado,Santa Fe,Grand Cherokee,Grand Vitara,Range Rover,Range Rover Sport,Range Rover Evoque,' +
  'Transit Custom,Pajero Sport,Eclipse Cross,Discovery Sport,Model 3,Model Y,Model S,Model X,Civic Type,Grand Carnival,Grand Starex,Crown Cross,C-HR'
const otherMakes: Readonly<Record<string, string>> = {
  mercedes: 'mercedesbenz',
  merc: 'mercedesbenz',
  vw: 'volkswagen',
  alfa: 'alfaromeo',
  chev: 'chevrolet',
  chevy: 'chevrolet',
}
/** Before the make in the title of a listing. */
const beforeMake = /^(?:(?:19|20)\d{2}|my\d{2}|used|new|demo|pre-?owned)$/i
const mostWordsOfMake = 2
const mostWordsOfModel = 3
/** Titles repeat: as many are read once. */
const mostTitles = 20_000

const keyOfText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
const knownMakes = new Map(makes.split(',').map((make) => [keyOfText(make), make]))
const knownModels = new Set(models.split(',').map(keyOfText))

/** The key of a make as the user or a record writes it: "VW" is "Volkswagen". */
export function makeKey(text: string): string {
  const key = keyOfText(text)
  return otherMakes[key] ?? key
}

/** The keys of make and model with a line break between them. */
export const carKey = ({ make, model }: CarName): string => `${makeKey(make)}\n${keyOfText(model)}`

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** The first words that name a known make or model; otherwise the first word. */
function firstName(words: readonly string[], most: number, isKnown: (key: string) => boolean): number {
  for (let count = Math.min(most, words.length); count > 1; count -= 1) {
    if (isKnown(keyOfText(words.slice(0, count).join('')))) return count
  }
  return Math.min(1, words.length)
}

/** "2019 Mazda CX-5 Touring" is a Mazda CX-5. */
export function carOfTitle(title: string): CarName {
  const words = wordsOf(title)
  const start = words.findIndex((word) => !beforeMake.test(word))
  const named = start < 0 ? [] : words.slice(start)
  const ofMake = firstName(named, mostWordsOfMake, (key) => knownMakes.has(otherMakes[key] ?? key))
  return { make: named.slice(0, ofMake).join(' '), model: modelOf(named.slice(ofMake)) }
}

function modelOf(words: readonly string[]): string {
  return words
    .slice(
      0,
      firstName(words, mostWordsOfModel, (key) => knownModels.has(key)),
    )
    .join(' ')
}

/** A model as a spreadsheet has it: without the make in front, and without what follows its name. */
function modelOfField(text: string, make: string): string {
  const words = wordsOf(text)
  for (let count = Math.min(mostWordsOfMake, words.length - 1); count > 0; count -= 1) {
    if (make !== '' && makeKey(words.slice(0, count).join(' ')) === makeKey(make)) return modelOf(words.slice(count))
  }
  return modelOf(words)
}

/** "TOYOTA" and "toyota" as "Toyota"; "BMW", "RAV4" and "HiLux" stay. */
function shownName(text: string): string {
  const isPlain = text === text.toUpperCase() || text === text.toLowerCase()
  return isPlain && /^[\p{L}\s-]{4,}$/u.test(text)
    ? text.toLowerCase().replaceAll(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())
    : text
}

/** Capitals within a word are a spelling that somebody chose. */
const spellingRank = (text: string): number => (/\p{Ll}/u.test(text) && /\p{L}\p{Lu}/u.test(text) ? 1 : 0)

/** A car as the list has it: make and model with a line break between them. */
const carText = ({ make, model }: CarName): string => `${make}\n${model}`
function carOfText(text: string): CarName {
  const [make = '', model = ''] = text.split('\n')
  return { make, model }
}

/**
 * The key of a car as a record names it. Spelling is compared without case, spaces and punctuation: "CX5" is "CX-5".
 */
export const keyOfCarText = (text: string): string => carKey(carOfText(text))

/** Returns a function that reads make and model of a record: as a text for `keyOfCarText`, or null when nothing is known. */
export function createCarReader(): (
  record: Pick<RemoteCustomer, 'vehicleTitle' | 'sightings' | 'additionalFields'>,
) => string | null {
  const read = createCarPartReader()
  const cars = new Map<string, string | null>()
  return ({ vehicleTitle, sightings, additionalFields }) => {
    const parts = read(additionalFields)
    const [make, model] = [parts.get('make') ?? '', parts.get('model') ?? '']
    const listing = vehicleTitle ? null : newestTitle(sightings)
    const title = vehicleTitle || listing || (make === '' && model === '' ? (parts.get('whole') ?? null) : null)
    const text = `${title ?? ''}\n${make}\n${model}`
    const known = cars.get(text)
    if (known !== undefined) return known
    const car = shownCar(carOf(title, make, model))
    const result = car.make === '' && car.model === '' ? null : carText(car)
    if (cars.size < mostTitles) cars.set(text, result)
    return result
  }
}

function carOf(title: string | null, make: string, model: string): CarName {
  if (title === null) return { make, model: modelOfField(model, make) }
  const named = carOfTitle(title)
  // The spreadsheet knows where the name of the model ends.
  const isSameMake = make !== '' && makeKey(make) === makeKey(named.make)
  const ownModel = modelOfField(model, make)
  const isInTitle = ownModel !== '' && keyOfText(title).includes(keyOfText(ownModel))
  return isSameMake && isInTitle ? { make: named.make, model: ownModel } : named
}

const shownCar = ({ make, model }: CarName): CarName => ({
  make: knownMakes.get(makeKey(make)) ?? shownName(make),
  model: shownName(model),
})

/** Cars with the number of their records: one for each key, in the best spelling, "HiLux" rather than "Hilux". */
export function mergeCars(
  counts: readonly { readonly value: string; readonly count: number }[],
): (CarName & { readonly count: number })[] {
  const cars = new Map<string, CarName & { readonly count: number }>()
  for (const { value, count } of counts) {
    const car = carOfText(value)
    const key = carKey(car)
    const known = cars.get(key)
    const isBetter = !known || spellingRank(car.model) > spellingRank(known.model)
    cars.set(key, { ...(isBetter ? car : known), count: count + (known?.count ?? 0) })
  }
  return [...cars.values()]
}

function newestTitle(sightings: RemoteCustomer['sightings']): string | null {
  let newest: RemoteCustomer['sightings'][number] | null = null
  for (const each of sightings) if (each.listingTitle !== '' && (newest === null || each.at > newest.at)) newest = each
  return newest?.listingTitle ?? null
}
