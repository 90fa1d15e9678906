/** Symbols of units. A field's name ends with one in lower case, with a blank or "per" for the slash: `consumption_l_per_100km`. */
const symbols =
  'mm|cm|m|kg|g|t|Nm|kW|hp|PS|rpm|km|km/h|cc|mL|L|g/km|mg/km|Wh/km|kW/t|W/kg|L/100 km|kWh/100 km|kWh|Wh|Ah|V|A|W|kPa|psi|dB|' +
  'ms|s|seconds|minutes|hours|days|weeks|months|years|AUD|NZD|MYR'
const otherUnitNames = {
  metres: 'm',
  inches: 'in',
  kmh: 'km/h',
  kph: 'km/h',
  gkm: 'g/km',
  litres: 'L',
  liters: 'L',
  'litres 100 km': 'L/100 km',
  volts: 'V',
  percent: '%',
  pct: '%',
  degrees: '°',
  deg: '°',
  secs: 'seconds',
  mins: 'minutes',
}
/** The longest match counts. */
const units: ReadonlyMap<string, string> = new Map([
  ...symbols.split('|').map((symbol) => [symbol.toLowerCase().replace('/', ' '), symbol] as const),
  ...Object.entries(otherUnitNames),
])
const maxUnitWords = 4

const acronyms: ReadonlySet<string> = new Set(
  (
    'vin id co2 abs esc aeb ancap adas ev hev phev bev ac dc gvm gcm awd fwd rwd 4wd suv lpg led usb gps dvd ccs ron wltp nedc adr ' +
    'rrp msrp gst lct nvic url uuid nsw'
  ).split(' '),
)
/** Words that have another spelling. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['ids', 'IDs'],
  ['nox', 'NOx'],
  ['vic', 'Vic'],
  ['qld', 'Qld'],
  ['kms', 'kilometres'],
  ['color', 'colour'],
  ['colors', 'colours'],
  ['tire', 'tyre'],
  ['tires', 'tyres'],
])
const spelled = (word: string): string => spellings.get(word) ?? (acronyms.has(word) ? word.toUpperCase() : word)

/** The words of a field's name in lower case: "co2GPerKm", "co2_g_per_km" and "CO2 g/km" alike. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

interface FieldLabel {
  readonly label: string
  /** The symbol; null when the name has no unit. */
  readonly unit: string | null
}

/** The label of a field. Units are recognised only if `measures` says that the value may be an amount. */
export function fieldLabel(name: string, measures: boolean): FieldLabel {
  const words = wordsOfName(name)
  if (words.length === 0) return { label: name.trim() || '(no name)', unit: null }
  const unit = measures ? unitOf(words) : null
  const rest = unit ? words.slice(0, words.length - unit.words) : words
  const phrase = rest
    .map(spelled)
    .join(' ')
    .replace(/^p plate\b/, 'P-plate')
  const label = phrase.charAt(0).toUpperCase() + phrase.slice(1)
  return unit ? { label: `${label} (${unit.shown})`, unit: unit.shown } : { label, unit: null }
}

/** The unit at the end of a name. A name that is only a unit ("kg", "days") has none. */
function unitOf(words: readonly string[]): { readonly shown: string; readonly words: number } | null {
  for (let count = Math.min(maxUnitWords, words.length - 1); count > 0; count -= 1) {
    const name = words.slice(-count).join(' ').replaceAll(' per ', ' ').replace('100km', '100 km')
    const shown = units.get(name)
    if (shown !== undefined) return { shown, words: count }
  }
  return null
}
