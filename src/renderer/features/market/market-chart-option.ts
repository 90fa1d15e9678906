import type { EChartsCoreOption } from 'echarts/core'
import type { Listing, MarketFigures } from '../../../contract/market.ts'
import { formatCount, formatKms, formatMoney } from '../../ui/format.ts'
import { listingText, statusText } from './listing-cells.ts'
import { marketText } from './market-text.ts'

/** Colours of the chart, read from the page's tokens. */
export interface ChartPalette {
  readonly ink: string
  readonly quiet: string
  readonly line: string
  readonly surface: string
  readonly active: string
  readonly sold: string
  readonly car: string
  readonly band: string
  readonly font: string
}

export interface ChartInput {
  readonly listings: readonly Listing[]
  readonly figures: MarketFigures
  readonly car: { readonly price: number | null; readonly kms: number | null }
}

/** Listings for sale and removed ones differ by shape as well as by colour. */
const symbols = { active: 'circle', sold: 'diamond', car: 'pin' } as const

/** A point: kilometres, price, and the index of its listing. */
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

/** The tooltip of a listing, in lines. */
export function pointText(listing: Listing): string {
  const days = listing.daysListed === null ? '' : marketText.listing.days(listing.daysListed)
  const seller = [listingText(listing, 'sellerType'), listingText(listing, 'state')].filter(Boolean).join(', ')
  const car = [listingText(listing, 'year'), listingText(listing, 'colour')].filter(Boolean).join(', ')
  return [
    `${formatMoney(listing.price)} · ${formatKms(listing.kms)}`,
    car,
    [statusText(listing), days].filter(Boolean).join(', '),
    seller,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The chart's option for ECharts: data only, no markup. */
export function marketChartOption({ listings, figures, car }: ChartInput, palette: ChartPalette): EChartsCoreOption {
  const points = pointsOf(listings)
  const { lowerQuartile, upperQuartile, median, expectedLine } = figures
  const axisLabel = { color: palette.quiet, fontSize: 11, hideOverlap: true }
  // The tooltip has its own canvas above the others, so that it moves without the points being drawn again.
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
            label: {
              ...label,
              position: 'insideEndTop',
              formatter: marketText.chart.medianOf(formatMoney(median)),
            },
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
  const carLine = (value: { readonly xAxis: number } | { readonly yAxis: number }) => ({
    ...value,
    lineStyle: { color: palette.car, type: 'dotted', width: 2 },
    label: { ...label, color: palette.car, position: 'insideEndTop', formatter: marketText.chart.thisCar },
  })
  const carLines = [
    ...(car.kms === null && car.price !== null ? [carLine({ yAxis: car.price })] : []),
    ...(car.price === null && car.kms !== null ? [carLine({ xAxis: car.kms })] : []),
  ]
  // Many points are drawn as one path: an element for each would take longer than the rest of the view.
  const shown = points.active.length + points.sold.length
  const symbolSize = shown > 1_000 ? 5 : shown > 300 ? 6 : 8
  const scatter = { type: 'scatter', zlevel, symbolSize, large: true, largeThreshold: 300 } as const
  const fixed = { zlevel, silent: true, animation: false, symbol: 'none' } as const
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
        return listing ? pointText(listing) : ''
      },
    },
    xAxis: {
      ...axis,
      name: marketText.chart.kilometres,
      nameGap: 28,
      axisLabel: { ...axisLabel, formatter: (value: number) => formatCount(value) },
    },
    yAxis: {
      ...axis,
      axisLabel: { ...axisLabel, formatter: (value: number) => formatMoney(value) },
    },
    series: [
      {
        ...scatter,
        id: 'active',
        symbol: symbols.active,
        itemStyle: { color: palette.active, opacity: 0.75 },
        emphasis,
        data: points.active,
        markLine: { ...fixed, data: [...medianLine, ...trend, ...carLines] },
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
        ...scatter,
        id: 'sold',
        symbol: symbols.sold,
        itemStyle: { color: 'transparent', borderColor: palette.sold, borderWidth: 1.6 },
        emphasis,
        data: points.sold,
      },
      {
        id: 'car',
        type: 'scatter',
        zlevel,
        symbol: symbols.car,
        symbolSize: 34,
        silent: true,
        z: 5,
        // The library would draw it at 80% opacity, which is dull on a dark surface.
        itemStyle: { color: palette.car, opacity: 1, borderColor: palette.surface, borderWidth: 1.5 },
        label: {
          show: true,
          position: 'top',
          formatter: marketText.chart.thisCar,
          ...label,
          color: palette.car,
          fontWeight: 600,
        },
        data: car.price !== null && car.kms !== null ? [[car.kms, car.price, -1]] : [],
      },
    ],
  }
}

/** What the chart shows, for screen readers. */
export function chartDescription({ listings, figures, car }: ChartInput): string {
  const { active, sold } = pointsOf(listings)
  return marketText.chart.description({ active: active.length, sold: sold.length }, figures, car)
}
