/** The limits of a column that is as wide as its content. */
const [smallestPx, largestPx] = [52, 320]
/** The title is bold and has a handle beside it; a pixel is rounded away. */
const [titleRoomPx, roundingPx] = [16, 1]
/** How much wider a few texts may make a column. */
const outlierPx = 40

/** The width in pixels at which nearly all texts of a column are shown in full; a few very long ones are cut. */
export function columnWidth(
  title: string,
  texts: readonly string[],
  measure: (texts: readonly string[]) => number[],
  mostPx = largestPx,
): number {
  const [titlePx = 0, ...widths] = measure([title, ...texts])
  const sorted = widths.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0
  const most = Math.min(sorted.at(-1) ?? 0, usual + outlierPx)
  return Math.ceil(Math.min(mostPx, Math.max(smallestPx, most + roundingPx, titlePx + titleRoomPx)))
}

/** The widths that texts have in a cell like this one, with its padding. One layout for all of them. */
export function measureIn(cell: HTMLElement): (texts: readonly string[]) => number[] {
  return (texts) => {
    const copies = texts.map((text) => {
      const copy = cell.cloneNode(false) as HTMLElement
      copy.textContent = text
      Object.assign(copy.style, { position: 'absolute', width: 'max-content', contain: 'none', visibility: 'hidden' })
      return copy
    })
    cell.parentElement?.append(...copies)
    const widths = copies.map((copy) => copy.getBoundingClientRect().width)
    for (const copy of copies) copy.remove()
    return widths
  }
}

/** The width in pixels at which the drawn cells of a column, its heading included, are shown in full, up to a limit. */
export function drawnWidth(cells: readonly HTMLElement[]): number {
  const copies = cells.map((cell) => {
    const copy = cell.cloneNode(true) as HTMLElement
    Object.assign(copy.style, { position: 'absolute', width: 'max-content', contain: 'none', visibility: 'hidden' })
    copy.removeAttribute('id')
    cell.parentElement?.append(copy)
    return copy
  })
  const widths = copies.map((copy) => copy.getBoundingClientRect().width)
  for (const copy of copies) copy.remove()
  return Math.ceil(Math.min(largestPx * 2, Math.max(smallestPx, ...widths) + roundingPx))
}
