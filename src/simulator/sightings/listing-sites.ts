import type { Region } from '../wire/reading.ts'

/** Used-car sites by region. Their hosts end in .example, which no browser can ever reach (RFC 2606). */
export const listingSites = {
  au: [
    { host: 'www.carsales.example', name: 'Carsales' },
    { host: 'www.gumtree.example', name: 'Gumtree' },
    { host: 'www.autotrader.example', name: 'Autotrader' },
    { host: 'www.carsguide.example', name: 'CarsGuide' },
  ],
  nz: [
    { host: 'www.trademe.example', name: 'Trade Me' },
    { host: 'www.autotrader-nz.example', name: 'AutoTrader NZ' },
  ],
  my: [{ host: 'www.mudah.example', name: 'Mudah' }],
} as const satisfies Record<Region, readonly { readonly host: string; readonly name: string }[]>

/** The names of the listing sites of a region, as leads and sightings carry them. */
export function siteNames(region: Region): string[] {
  return listingSites[region].map((site) => site.name)
}
