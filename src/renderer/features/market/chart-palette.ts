import type { ChartPalette } from './market-chart-option.ts'

/** The chart's colours in the current theme. A canvas can't use CSS variables. */
export function readChartPalette(element: Element = document.documentElement): ChartPalette {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--fc-${name}`).trim()
  return {
    ink: token('ink'),
    quiet: token('ink-3'),
    line: token('line-strong'),
    surface: token('surface'),
    active: token('accent'),
    sold: token('ink-3'),
    car: token('bad'),
    band: token('accent-soft'),
    font: token('font'),
  }
}
