import type { ChartPalette } from './market-chart-option.ts'

/** The colours of a high-contrast theme that differ from each other in all of them. */
const systemColors = {
  ink: 'CanvasText',
  quiet: 'CanvasText',
  line: 'GrayText',
  surface: 'Canvas',
  active: 'Highlight',
  sold: 'CanvasText',
  car: 'LinkText',
  band: 'GrayText',
} as const

/** The chart's colours in the current theme, or in the high-contrast theme of the system. A canvas can't use CSS variables. */
export function readChartPalette(isForced = false, element: HTMLElement = document.documentElement): ChartPalette {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(`--fc-${name}`).trim()
  const font = token('font')
  if (isForced) {
    const colors = resolveColors(element)
    return { ...colors, band: colors.band.replace(/^rgb\((.*)\)$/, 'rgb($1, 0.45)'), font }
  }
  return {
    ink: token('ink'),
    quiet: token('ink-3'),
    line: token('line-strong'),
    surface: token('surface'),
    active: token('accent'),
    sold: token('ink-3'),
    car: token('bad'),
    band: token('accent-soft'),
    font,
  }
}

/** The library does not know the names of system colours. */
function resolveColors(element: HTMLElement): Record<keyof typeof systemColors, string> {
  const probe = document.createElement('span')
  element.append(probe)
  const resolve = (name: string): string => {
    probe.style.color = name
    return getComputedStyle(probe).color
  }
  const resolved = Object.entries(systemColors).map(([name, color]) => [name, resolve(color)] as const)
  probe.remove()
  return Object.fromEntries(resolved) as Record<keyof typeof systemColors, string>
}
