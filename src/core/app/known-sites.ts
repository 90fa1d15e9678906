/** Sites with used cars for sale in the three regions, and names that are kept free for examples, as practice uses them (RFC 2606). */
const listingSites: readonly string[] = [
  'autotrader.com.au',
  'carsales.com.au',
  'carsguide.com.au',
  'drive.com.au',
  'gumtree.com.au',
  'redbook.com.au',
  'autotrader.co.nz',
  'needacar.co.nz',
  'trademe.co.nz',
  'turners.co.nz',
  'carlist.my',
  'carsome.my',
  'mudah.my',
  'example',
]

/** Whether a website is opened without a question: a listing site or one below it, or a host of a connected service. */
export const isKnownSite = (host: string, serviceHosts: readonly string[]): boolean =>
  serviceHosts.includes(host) || listingSites.some((site) => host === site || host.endsWith(`.${site}`))
