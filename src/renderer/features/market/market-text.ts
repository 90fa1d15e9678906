import type { MarketFigures } from '../../../contract/market.ts'
import { formatCount, formatMoney, plural } from '../../ui/format.ts'
import { formatSettings } from '../../ui/format-settings.ts'

/** "$50 less", "$300 more", "no change", for each extra 1,000 km. */
function pricePerThousandKms(change: number): string {
  const whole = Math.round(change)
  if (whole === 0) return formatMoney(0)
  return `${whole < 0 ? '−' : '+'}${formatMoney(Math.abs(whole))}`
}

/** A difference in price: "$1,200 below", "$300 above", "the same". */
export function differenceText(difference: number): string {
  const whole = Math.round(difference)
  if (whole === 0) return 'the same'
  return `${formatMoney(Math.abs(whole))} ${whole < 0 ? 'below' : 'above'}`
}

export const marketText = {
  loading: 'Loading market data',
  loadingNote: 'Listings of similar cars, for sale or recently removed.',
  showingPrevious: 'Showing the previous result.',
  showingSaved: 'Showing the last saved result.',
  noListings: 'No similar listings',
  notProvided: '–',
  forSale: 'For sale',
  removed: 'Removed',
  removedOn: (date: string) => `Removed ${date}`,
  exported: (rows: number, fileName: string) => `${plural(rows, 'listing')} saved as ${fileName}.`,
  period: {
    label: 'Period',
    mayBeCharged: 'Another period may be charged.',
    extendTo: (period: string) => `Extend period to ${period}`,
    /** "60 days (default)", "1 year". */
    name: (days: number): string =>
      days === 60 ? '60 days (default)' : days === 365 ? '1 year' : days === 730 ? '2 years' : `${days} days`,
  },
  print: 'Print',
  exportCsv: 'Export CSV',
  position: {
    title: 'Price position',
    good: 'Reliable',
    fair: 'Fair',
    thin: 'Small sample',
    none: 'No sample',
    /** `said`: the service's own number, shown where it is another one. */
    sample: (listings: number, days: number | null, said = listings) =>
      `${plural(listings, 'listing')}${said === listings ? '' : ` (the service counts ${formatCount(said)})`}${
        days === null ? '' : `, last ${plural(days, 'day')}`
      }`,
  },
  car: {
    title: 'This car',
    price: () => `Your price, ${formatSettings.region === 'my' ? 'RM' : '$'}`,
    kms: 'Kilometres',
    invalidPrice: 'Enter an amount.',
    invalidKms: 'Enter a number.',
  },
  prices: {
    title: 'Prices in the sample',
    lowest: 'Lowest',
    lowerQuartile: 'Lower quartile',
    median: 'Median',
    upperQuartile: 'Upper quartile',
    highest: 'Highest',
  },
  figures: {
    priceToMarket: 'Price to market',
    priceToMarketHelp: (expected: number | null) =>
      `This price as a percentage of the ${expected === null ? 'median' : 'expected price'}. Below 100% is cheaper than the market.`,
    daysSupply: 'Days’ supply',
    daysSupplyHelp:
      'How long the cars for sale would last at the rate they were removed in this period. Fewer days means faster sales.',
    medianKms: 'Median kilometres',
    medianDaysListed: 'Median days listed',
    perThousandKms: 'Per extra 1,000 km',
    expected: 'Expected price at these kilometres',
    difference: 'Compared with expected',
    rank: 'Price rank',
    days: (count: number) => plural(count, 'day'),
    rankOf: (rank: number, count: number) => `${formatCount(rank)} of ${formatCount(count)}, cheapest first`,
    pricePerThousandKms,
  },
  chart: {
    title: 'Price against kilometres',
    thisCar: 'This car',
    median: 'Median',
    middleHalf: 'Middle 50%',
    expected: 'Expected price',
    kilometres: 'Kilometres',
    medianOf: (amount: string) => `median ${amount}`,
    nothingToDraw: 'No listing in the sample has both a price and kilometres.',
    hint: 'Hover over a point for details. Click it to find it in the table. Removed means sold or taken down.',
    onlyInTable: (count: number) =>
      count === 1
        ? '1 listing without price or kilometres is only in the table.'
        : `${formatCount(count)} listings without price or kilometres are only in the table.`,
    withCount: (name: string, count: number) => `${name} (${formatCount(count)})`,
    /** What the chart shows, for screen readers. The table has every point. */
    description(
      counts: { readonly active: number; readonly sold: number },
      figures: MarketFigures,
      own: { readonly price: number | null; readonly kms: number | null },
    ): string {
      const { lowerQuartile, upperQuartile, median } = figures
      const change = figures.pricePerThousandKms
      const sentences = [
        `Price against kilometres of ${plural(counts.active + counts.sold, 'listing')}: ${formatCount(counts.active)} for sale, ${formatCount(counts.sold)} removed.`,
        median === null ? '' : `Median price ${formatMoney(median)}.`,
        lowerQuartile === null || upperQuartile === null
          ? ''
          : `Middle 50% from ${formatMoney(lowerQuartile)} to ${formatMoney(upperQuartile)}.`,
        change === null ? '' : `Per extra 1,000 km: ${formatMoney(Math.abs(change))} ${change <= 0 ? 'less' : 'more'}.`,
        own.price === null ? '' : `Price of this car: ${formatMoney(own.price)}.`,
        own.kms === null ? '' : `Kilometres of this car: ${formatCount(Math.round(own.kms))}.`,
      ]
      return sentences.filter(Boolean).join(' ')
    },
  },
  groups: {
    byYear: 'By year',
    byState: 'By state',
    byStatus: 'For sale and removed',
    bySeller: 'By seller',
    year: 'Year',
    state: 'State',
    status: 'Status',
    seller: 'Seller',
    listings: 'Listings',
    medianPrice: 'Median price',
    medianKms: 'Median km',
    days: 'Days',
  },
  daysListed: {
    title: 'Days listed',
    time: 'Time on the market',
    bar: 'Bar',
    bands: ['Up to 2 weeks', 'Up to 30 days', 'Up to 60 days', 'Up to 90 days', 'Over 90 days'],
  },
  listings: {
    title: 'Listings',
    filter: 'Filter listings',
    all: 'All',
    noneForSale: 'None of them is for sale now.',
    noneRemoved: 'None of them has been removed.',
    cheapest: 'The cheapest listings',
    nearest: 'The listings with the most similar kilometres',
    columns: {
      price: 'Price',
      kms: 'Kilometres',
      year: 'Year',
      daysListed: 'Days listed',
      status: 'Status',
      state: 'State',
      sellerType: 'Seller',
      colour: 'Colour',
      listedAt: 'Listed',
      release: 'Released',
      sources: 'Sites',
      tags: 'Tags',
      link: 'Listing',
    },
  },
  listing: {
    title: 'Listing',
    allFields: 'All fields of the listing',
    close: 'Close listing (Esc)',
    open: 'Open',
    openListing: 'Open listing',
    days: (count: number) => plural(count, 'day'),
  },
  more: 'More from the service',
} as const
