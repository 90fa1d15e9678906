import type { StateCode } from '../../contract/region.ts'

/** How people write the states: capitals, no dots, one space. */
export const stateSpellings: Readonly<Record<StateCode, readonly string[]>> = {
  NSW: [
    'NSW',
    'N S W',
    'NEW SOUTH WALES',
    'NEWSOUTHWALES',
    'NEW SOUTH WALE',
    'NEW SOUTH WHALES',
    'NEW STH WALES',
    'NEW S WALES',
  ],
  VIC: ['VIC', 'VICT', 'VICTORIA', 'VICTORA', 'VICTORIAA', 'VITORIA', 'VICTROIA'],
  QLD: ['QLD', 'Q', 'QL', 'QLND', 'QNSLD', 'QUEENSLAND', 'QUEENSLND', 'QUEENLAND', 'QUEESLAND', 'QUEENSALND'],
  SA: [
    'SA',
    'S A',
    'S AUST',
    'STH AUST',
    'STH AUSTRALIA',
    'SOUTH AUST',
    'SOUTH AUSTRALIA',
    'SOUTHAUSTRALIA',
    'SOUTH AUSTRAILIA',
    'SOUTH AUTRALIA',
  ],
  WA: [
    'WA',
    'W A',
    'W AUST',
    'W AUSTRALIA',
    'WEST AUST',
    'WEST AUSTRALIA',
    'WEST AUS',
    'WESTERN AUST',
    'WESTERN AUS',
    'WESTERN AUSTRALIA',
    'WESTERNAUSTRALIA',
    'WESTERN AUSTRAILIA',
  ],
  TAS: ['TAS', 'TASM', 'TASMANIA', 'TASMAINA', 'TASMANNIA', 'TAZMANIA', 'TASSIE'],
  ACT: [
    'ACT',
    'A C T',
    'AUSTRALIAN CAPITAL TERRITORY',
    'AUST CAPITAL TERRITORY',
    'AUST CAP TERR',
    'CAPITAL TERRITORY',
    'AUSTRALIAN CAPITOL TERRITORY',
  ],
  NT: [
    'NT',
    'N T',
    'NTH TERRITORY',
    'NORTHERN TERRITORY',
    'NORTHEN TERRITORY',
    'NOTHERN TERRITORY',
    'NORTHERN TERITORY',
    'NORTHERN TERR',
    'NORTH TERRITORY',
  ],
}

/** A city says where someone lives, not where the car is registered: it only suggests a state. */
export const stateCities: Readonly<Record<string, StateCode>> = {
  SYDNEY: 'NSW',
  'NTH SYD': 'NSW',
  MELBOURNE: 'VIC',
  BRISBANE: 'QLD',
  ADELAIDE: 'SA',
  PERTH: 'WA',
  HOBART: 'TAS',
  CANBERRA: 'ACT',
  DARWIN: 'NT',
}

/** Somewhere else than a state of Australia, or nowhere. */
export const noState: ReadonlySet<string> = new Set(['NZ', 'NI', 'SI', 'OS', 'O/S', 'INTL', 'N/A', 'NA'])
