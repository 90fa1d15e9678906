/** Units at the end of a field's name, and their symbols. The longest match counts. */
const units: ReadonlyMap<string, string> = new Map([
  ['mm', 'mm'],
  ['cm', 'cm'],
  ['m', 'm'],
  ['metres', 'm'],
  ['inches', 'in'],
  ['kg', 'kg'],
  ['g', 'g'],
  ['t', 't'],
  ['nm', 'Nm'],
  ['kw', 'kW'],
  ['hp', 'hp'],
  ['ps', 'PS'],
  ['rpm', 'rpm'],
  ['km', 'km'],
  ['kmh', 'km/h'],
  ['kph', 'km/h'],
  ['km h', 'km/h'],
  ['km per h', 'km/h'],
  ['cc', 'cc'],
  ['ml', 'mL'],
  ['l', 'L'],
  ['litres', 'L'],
  ['liters', 'L'],
  ['g per km', 'g/km'],
  ['g km', 'g/km'],
  ['gkm', 'g/km'],
  ['mg per km', 'mg/km'],
  ['wh per km', 'Wh/km'],
  ['kw per t', 'kW/t'],
  ['w per kg', 'W/kg'],
  ['l per 100km', 'L/100 km'],
  ['l per 100 km', 'L/100 km'],
  ['l 100km', 'L/100 km'],
  ['l 100 km', 'L/100 km'],
  ['litres per 100km', 'L/100 km'],
  ['litres per 100 km', 'L/100 km'],
  ['kwh per 100km', 'kWh/100 km'],
  ['kwh per 100 km', 'kWh/100 km'],
  ['kwh 100km', 'kWh/100 km'],
  ['kwh', 'kWh'],
  ['wh', 'Wh'],
  ['ah', 'Ah'],
  ['v', 'V'],
  ['volts', 'V'],
  ['a', 'A'],
  ['w', 'W'],
  ['kpa', 'kPa'],
  ['psi', 'psi'],
  ['db', 'dB'],
  ['percent', '%'],
  ['pct', '%'],
  ['degrees', '°'],
  ['deg', '°'],
  ['seconds', 'seconds'],
  ['secs', 'seconds'],
  ['s', 's'],
  ['minutes', 'minutes'],
  ['mins', 'minutes'],
  ['hours', 'hours'],
  ['days', 'days'],
  ['weeks', 'weeks'],
  ['months', 'months'],
  ['years', 'years'],
  ['ms', 'ms'],
  ['aud', 'AUD'],
  ['nzd', 'NZD'],
  ['myr', 'MYR'],
])
const maxUnitWords = 4

/** Words that are not lower case, or that have another spelling. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['vin', 'VIN'],
  ['id', 'ID'],
  ['ids', 'IDs'],
  ['co2', 'CO2'],
  ['nox', 'NOx'],
  ['abs', 'ABS'],
  ['esc', 'ESC'],
  ['aeb', 'AEB'],
  ['ancap', 'ANCAP'],
  ['adas', 'ADAS'],
  ['ev', 'EV'],
  ['hev', 'HEV'],
  ['phev', 'PHEV'],
  ['bev', 'BEV'],
  ['ac', 'AC'],
  ['dc', 'DC'],
  ['gvm', 'GVM'],
  ['gcm', 'GCM'],
  ['awd', 'AWD'],
  ['fwd', 'FWD'],
  ['rwd', 'RWD'],
  ['4wd', '4WD'],
  ['suv', 'SUV'],
  ['lpg', 'LPG'],
  ['led', 'LED'],
  ['usb', 'USB'],
  ['gps', 'GPS'],
  ['dvd', 'DVD'],
  ['ccs', 'CCS'],
  ['ron', 'RON'],
  ['wltp', 'WLTP'],
  ['nedc', 'NEDC'],
  ['adr', 'ADR'],
  ['rrp', 'RRP'],
  ['msrp', 'MSRP'],
  ['gst', 'GST'],
  ['lct', 'LCT'],
  ['nvic', 'NVIC'],
  ['url', 'URL'],
  ['uuid', 'UUID'],
  ['nsw', 'NSW'],
  ['vic', 'Vic'],
  ['qld', 'Qld'],
  ['kms', 'kilometres'],
  ['color', 'colour'],
  ['colors', 'colours'],
  ['tire', 'tyre'],
  ['tires', 'tyres'],
])

/** Labels that the words of the name do not give. */
const wholeLabels: ReadonlyMap<string, string> = new Map([
  ['p plate status', 'P-plate status'],
  ['ev battery', 'EV battery'],
])

/** The words of a field's name in lower case: "co2GPerKm", "co2_g_per_km" and "CO2 g/km" alike. */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

export interface FieldLabel {
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
  const phrase = wholeLabels.get(rest.join(' ')) ?? rest.map((word) => spellings.get(word) ?? word).join(' ')
  const label = phrase.charAt(0).toUpperCase() + phrase.slice(1)
  return unit ? { label: `${label} (${unit.shown})`, unit: unit.shown } : { label, unit: null }
}

/** The unit at the end of a name. A name that is only a unit ("kg", "days") has none. */
function unitOf(words: readonly string[]): { readonly shown: string; readonly words: number } | null {
  for (let count = Math.min(maxUnitWords, words.length - 1); count > 0; count -= 1) {
    const shown = units.get(words.slice(-count).join(' '))
    if (shown !== undefined) return { shown, words: count }
  }
  return null
}
