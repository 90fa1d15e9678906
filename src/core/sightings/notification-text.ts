/** What has just come: cars seen for the first time, and cars that cost less than before. Titles, never names: a notice is read by whoever matchesFilter. */
export interface SightingNews {
  readonly newTitles: readonly string[]
  readonly dropTitles: readonly string[]
}

const mostTitles = 3

/** The notice for a batch; null when there is nothing to tell. */
export function notificationText({ newTitles, dropTitles }: SightingNews): { title: string; body: string } | null {
  const sentences: string[] = []
  if (newTitles.length > 0) {
    sentences.push(
      newTitles.length === 1
        ? 'A car has just been seen for sale'
        : `${newTitles.length} cars have just been seen for sale`,
    )
  }
  if (dropTitles.length > 0) {
    const count = dropTitles.length === 1 ? 'one price has' : `${dropTitles.length} prices have`
    sentences.push(newTitles.length > 0 ? `${count} dropped` : `${count.replace(/^o/, 'O')} dropped`)
  }
  if (sentences.length === 0) return null
  const titles = [...newTitles, ...dropTitles]
  const more = titles.length - mostTitles
  const body = titles.slice(0, mostTitles).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return { title: `${sentences.join(', ')}.`, body }
}
