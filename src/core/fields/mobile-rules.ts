import type { Region } from '../../contract/region.ts'

/**
 * Numbers of a country without its leading zero. `allocated`: blocks in use (metadata of libphonenumber, June 2026).
 * `lenient`: the shape of a mobile; new blocks are allocated every year, so a number that is only lenient is a warning,
 * not an error.
 */
export interface MobileRules {
  readonly code: string
  readonly allocated: RegExp
  /** First digits on which `allocated` depends, besides the number of digits. */
  readonly allocatedBy: number
  readonly lenient: RegExp
  readonly landline: RegExp
  /** Digits of a mobile with its zero, in words. */
  readonly lengths: string
  /** The same without the zero, as behind a country code. */
  readonly withoutZero: string
  /** Before `people`, at the start of a sentence. */
  readonly article: 'A' | 'An'
  readonly people: string
  readonly begins: string
}

export const mobileRules: Readonly<Record<Region, MobileRules>> = {
  au: {
    code: '61',
    allocated: /^(?:4(?:79[01]|83[0-36-9]|95[0-3])\d{5}|4(?:[0-36]\d|4[047-9]|[58][0-24-9]|7[02-8]|9[0-47-9])\d{6})$/,
    allocatedBy: 4,
    lenient: /^4\d{8}$/,
    landline: /^[2378]\d{8}$/,
    lengths: '10',
    withoutZero: '9',
    article: 'An',
    people: 'Australian',
    begins: '04',
  },
  nz: {
    code: '64',
    allocated: /^(?:2(?:[0-27-9]\d|6)\d{6,7}|2(?:1\d|75)\d{5})$/,
    allocatedBy: 3,
    lenient: /^2\d{7,9}$/,
    landline: /^[34679]\d{7}$/,
    lengths: '9 to 11',
    withoutZero: '8 to 10',
    article: 'A',
    people: 'New Zealand',
    begins: '02',
  },
  my: {
    code: '60',
    allocated:
      /^(?:1(?:(?:1888[689]|4400|8(?:47|8[27])[0-4])\d{4}|9\d{7,8})|1(?:0(?:[23568]\d|4[0-6]|7[016-9]|9[0-8])|1(?:[1-5]\d\d|6(?:0[5-9]|[1-9]\d)|7(?:[0-4]\d|5[0-79]|6[02-4]|8[02-5]))|(?:[26]\d|[37][1-9]|4[235-9])\d|5(?:31|9\d\d)|8(?:1[23]|[236]\d|4[06]|5(?:46|[7-9])|7[016-9]|8[01]|9[0-8]))\d{5})$/,
    allocatedBy: 6,
    lenient: /^1\d{8,9}$/,
    landline: /^[3-9]\d{7,8}$/,
    lengths: '10 or 11',
    withoutZero: '9 or 10',
    article: 'A',
    people: 'Malaysian',
    begins: '01',
  },
}

/** Service numbers: free call, local rate, premium. */
export const serviceNumber = /^(?:1[38]00\d{6}|13\d{4}|0?[589]00\d{5,8})$/
