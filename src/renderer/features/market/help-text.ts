import type { HelpPage } from '../../app/help-page.ts'

/** Help for the market. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'market',
    title: 'Market prices',
    group: 'cars',
    summary: 'What similar cars cost, how long they take to sell, and where a price is among them.',
    screens: ['lookup-saved', 'lookup-vehicle'],
    parts: ['Market'],
    keywords: 'price median quartile days supply listings chart kilometres sample period valuation',
    picture: {
      name: 'market',
      alt: 'The market of a car: price position, figures and a chart of price against kilometres.',
    },
    sections: [
      {
        title: 'How sure it is',
        parts: ['Price position'],
        blocks: [
          '**Reliable**, **Fair** or **Small sample** says how many listings the figures rest on. A longer **Period** adds older listings. Opening the market, and another period, may be charged; saved results cost nothing.',
        ],
      },
      {
        title: 'This car',
        parts: ['This car'],
        blocks: [
          'Enter a price and **Kilometres** to see the price position, and the expected price for this year and these kilometres.',
        ],
      },
      {
        title: 'The figures',
        parts: ['Prices in the sample'],
        blocks: [
          {
            list: [
              '**Price to market**: this price as a percentage of the expected price. Below 100% is cheaper than the market.',
              '**Days’ supply**: how long the cars for sale would last at the rate they were removed. Fewer days means faster sales.',
              '**Middle 50%**: half of the listings ask a price in this range.',
            ],
          },
        ],
      },
      {
        title: 'The listings',
        parts: ['Listings', 'Listing', 'Price against kilometres'],
        blocks: [
          'The chart shows price against kilometres; each point is in the table below. Removed means sold or taken down. **Open listing** opens its page in your browser.',
        ],
      },
    ],
  },
]
