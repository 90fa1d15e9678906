import type { EChartsCoreOption } from 'echarts/core'
import type { Listing, MarketFigures } from '../../../contract/market.ts'
import type { Region } from '../../../contract/region.ts'
import { formatCount, formatMoney } from '../../ui/format.ts'
import { formatKms } from './amounts.ts'
import { listingText, standing } from './listing-cells.ts'

/** Colours of the chart, read from the page's tokens. */
export interface ChartPalette {
  readonly ink: string
  readonly quiet: string
  readonly line: string
  readonly surface: string
  readonly active: string
  readonly sold: string
  readonly own: string
  readonly band: string
  readonly font: string
}

export interface ChartGiven {
  readonly listings: readonly Listing[]
  readonly figures: MarketFigures
  readonly own: { readonly price: number | null; readonly kms: number | null }
  readonly region: Region
}

/** Still for sale and gone are told apart by shape as well as by colour. */
export const symbols = { active: 'circle', sold: 'diamond', own: 'pin' } as const

/** A point: kilometres, price, and the place of its listing among those given. */
type Point = readonly [kms: number, price: number, at: number]

export function pointsOf(listings: readonly Listing[]): {
  readonly active: readonly Point[]
  readonly sold: readonly Point[]
} {
  const active: Point[] = []
  const sold: Point[] = []
  listings.forEach(({ kms, price, removedAt }, at) => {
    if (kms !== null && price !== null) (removedAt === null ? active : sold).push([kms, price, at])
  })
  return { active, sold }
}

/** What is said of a listing when the pointer rests on its point, a line each. */
export function pointWords(listing: Listing, region: Region): string {
  const days = listing.daysListed === null ? '' : `${formatCount(listing.daysListed)} days`
  const who = [listingText(listing, 'sellerType', region), listingText(listing, 'state', region)]
    .filter(Boolean)
    .join(', ')
  const what = [listingText(listing, 'year', region), listingText(listing, 'colour', region)].filter(Boolean).join(', ')
  return [
    `${formatMoney(listing.price, region)} · ${formatKms(listing.kms)}`,
    what,
    [standing(listing), days].filter(Boolean).join(', '),
    who,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The chart as the library takes it: plain data, no markup. */
export function marketChartOption(
  { listings, figures, own, region }: ChartGiven,
  palette: ChartPalette,
): EChartsCoreOption {
  const points = pointsOf(listings)
  const { lowerQuartile, upperQuartile, median, expectedLine } = figures
  const axisLabel = { color: palette.quiet, fontSize: 11, hideOverlap: true }
  // The tip has a canvas of its own, above all else: it moves without the points being drawn again.
  const zlevel = -1
  const axis = {
    type: 'value',
    zlevel,
    scale: true,
    nameLocation: 'middle',
    nameTextStyle: { color: palette.quiet, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: palette.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: palette.line, opacity: 0.6 } },
  } as const
  const label = { color: palette.ink, fontSize: 11, textBorderColor: palette.surface, textBorderWidth: 3 }
  const medianLine =
    median === null
      ? []
      : [
          {
            yAxis: median,
            lineStyle: { color: palette.ink, type: 'solid', width: 1.5 },
            label: { ...label, position: 'insideEndTop', formatter: `median ${formatMoney(median, region)}` },
          },
        ]
  const trend = expectedLine
    ? [
        [
          {
            coord: [expectedLine.fromKms, expectedLine.fromPrice],
            lineStyle: { color: palette.ink, type: 'dashed', width: 1.5 },
            label: { show: false },
          },
          { coord: [expectedLine.toKms, expectedLine.toPrice] },
        ],
      ]
    : []
  const ownLine = (value: { readonly xAxis: number } | { readonly yAxis: number }) => ({
    ...value,
    lineStyle: { color: palette.own, type: 'dotted', width: 2 },
    label: { ...label, color: palette.own, position: 'insideEndTop', formatter: 'this car' },
  })
  const ownLines = [
    ...(own.kms === null && own.price !== null ? [ownLine({ yAxis: own.price })] : []),
    ...(own.price === null && own.kms !== null ? [ownLine({ xAxis: own.kms })] : []),
  ]
  // Many points are drawn as one path: an element for each would take the time of all the rest of the view.
  const shown = points.active.length + points.sold.length
  const symbolSize = shown > 1_000 ? 5 : shown > 300 ? 6 : 8
  const crowd = { type: 'scatter', zlevel, symbolSize, large: true, largeThreshold: 300 } as const
  const still = { zlevel, silent: true, animation: false, symbol: 'none' } as const
  const emphasis = { scale: 1.5, itemStyle: { opacity: 1, borderColor: palette.ink, borderWidth: 1.5 } }
  return {
    animation: false,
    hoverLayerThreshold: 200,
    textStyle: { fontFamily: palette.font },
    grid: { zlevel, left: 4, right: 20, top: 14, bottom: 30, containLabel: true },
    tooltip: {
      trigger: 'item',
      renderMode: 'richText',
      confine: true,
      transitionDuration: 0,
      backgroundColor: palette.surface,
      borderColor: palette.line,
      padding: 10,
      textStyle: { color: palette.ink, fontSize: 12, lineHeight: 18 },
      formatter: ({ data }: { readonly data: Point }) => {
        const listing = listings[data[2]]
        return listing ? pointWords(listing, region) : ''
      },
    },
    xAxis: {
      ...axis,
      name: 'Kilometres',
      nameGap: 28,
      axisLabel: { ...axisLabel, formatter: (value: number) => formatCount(value) },
    },
    yAxis: {
      ...axis,
      axisLabel: { ...axisLabel, formatter: (value: number) => formatMoney(value, region) },
    },
    series: [
      {
        ...crowd,
        id: 'active',
        symbol: symbols.active,
        itemStyle: { color: palette.active, opacity: 0.75 },
        emphasis,
        data: points.active,
        markLine: { ...still, data: [...medianLine, ...trend, ...ownLines] },
        markArea: {
          zlevel,
          silent: true,
          itemStyle: { color: palette.band, opacity: 0.7 },
          data:
            lowerQuartile === null || upperQuartile === null
              ? []
              : [[{ yAxis: lowerQuartile }, { yAxis: upperQuartile }]],
        },
      },
      {
        ...crowd,
        id: 'sold',
        symbol: symbols.sold,
        itemStyle: { color: 'transparent', borderColor: palette.sold, borderWidth: 1.6 },
        emphasis,
        data: points.sold,
      },
      {
        id: 'own',
        type: 'scatter',
        zlevel,
        symbol: symbols.own,
        symbolSize: 34,
        silent: true,
        z: 5,
        itemStyle: { color: palette.own, borderColor: palette.surface, borderWidth: 1.5 },
        label: { show: true, position: 'top', formatter: 'This car', ...label, color: palette.own, fontWeight: 600 },
        data: own.price !== null && own.kms !== null ? [[own.kms, own.price, -1]] : [],
      },
    ],
  }
}

/** What the chart shows, for who cannot see it; the table has every point. */
export function chartInWords({ listings, figures, own, region }: ChartGiven): string {
  const { active, sold } = pointsOf(listings)
  const { lowerQuartile, upperQuartile, median, pricePerThousandKms } = figures
  const sentences = [
    `Price against kilometres of ${formatCount(active.length + sold.length)} listings: ${formatCount(active.length)} for sale, ${formatCount(sold.length)} gone.`,
    median === null ? '' : `The median price is ${formatMoney(median, region)}.`,
    lowerQuartile === null || upperQuartile === null
      ? ''
      : `The middle half asks ${formatMoney(lowerQuartile, region)} to ${formatMoney(upperQuartile, region)}.`,
    pricePerThousandKms === null
      ? ''
      : `A thousand kilometres more go with ${formatMoney(Math.abs(pricePerThousandKms), region)} ${pricePerThousandKms <= 0 ? 'less' : 'more'}.`,
    own.price === null ? '' : `This car asks ${formatMoney(own.price, region)}.`,
    own.kms === null ? '' : `This car has ${formatKms(own.kms)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
