/**
 * World maker identifiers as they are seen on cars sold in Australia and New Zealand, and whether the maker fills
 * position 9 with the check digit of 49 CFR 565.15 (a North American duty that others do not have).
 */
export interface Maker {
  readonly wmi: string
  readonly checkDigit: boolean
  /** Other identifiers of the maker, of plants in other countries. */
  readonly also?: readonly string[]
}

export const makers: Readonly<Record<string, Maker>> = {
  Toyota: { wmi: 'JTN', checkDigit: true, also: ['MR0', '6T1', 'JTD', 'JTE', 'JTM'] },
  Lexus: { wmi: 'JTJ', checkDigit: true, also: ['JTH', '2T2'] },
  Mazda: { wmi: 'JM0', checkDigit: false, also: ['JM1', 'JM7', 'MM0'] },
  Ford: { wmi: 'MNA', checkDigit: false, also: ['6FP', 'MPB', 'WF0', 'NM0', '1FA'] },
  Holden: { wmi: '6G1', checkDigit: false, also: ['KL3', 'MMU', '6H8'] },
  Hyundai: { wmi: 'KMH', checkDigit: true, also: ['MAL', 'NLH', 'TMA'] },
  Kia: { wmi: 'KNA', checkDigit: true, also: ['KNC', 'KND', 'KNE', 'U5Y'] },
  Mitsubishi: { wmi: 'JMF', checkDigit: false, also: ['MMA', 'MMB', 'JA4', 'JMY'] },
  Nissan: { wmi: 'JN1', checkDigit: true, also: ['MNT', 'SJN', 'JN8', 'VSK'] },
  Subaru: { wmi: 'JF1', checkDigit: false, also: ['JF2', '4S3'] },
  Honda: { wmi: 'JHM', checkDigit: true, also: ['MRH', 'SHH', 'MLH', 'JHL'] },
  Volkswagen: { wmi: 'WVW', checkDigit: false, also: ['WV1', 'WV2', 'WVG'] },
  Isuzu: { wmi: 'MPA', checkDigit: false, also: ['MP1', 'JAA'] },
  Suzuki: { wmi: 'JSA', checkDigit: false, also: ['TSM', 'MA3', 'JS2', 'JS3'] },
  MG: { wmi: 'LSJ', checkDigit: true },
  GWM: { wmi: 'LGW', checkDigit: true },
  BYD: { wmi: 'LGX', checkDigit: true, also: ['LC0'] },
  Tesla: { wmi: 'LRW', checkDigit: true, also: ['5YJ', '7SA', 'XP7'] },
  LDV: { wmi: 'LSF', checkDigit: true },
  BMW: { wmi: 'WBA', checkDigit: false, also: ['WBS', 'WBY', '5UX'] },
  'Mercedes-Benz': { wmi: 'W1K', checkDigit: false, also: ['WDB', 'WDD', 'WDC', 'W1N', 'W1V'] },
  Audi: { wmi: 'WAU', checkDigit: false, also: ['TRU', 'WA1'] },
  Volvo: { wmi: 'YV1', checkDigit: false },
  'Land Rover': { wmi: 'SAL', checkDigit: false },
  Jeep: { wmi: '1C4', checkDigit: true, also: ['1J4', '1J8'] },
  Ram: { wmi: '3C6', checkDigit: true },
  Skoda: { wmi: 'TMB', checkDigit: false },
  Peugeot: { wmi: 'VF3', checkDigit: false },
  Renault: { wmi: 'VF1', checkDigit: false },
}
