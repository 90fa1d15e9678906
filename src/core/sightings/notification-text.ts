import { formatNumber } from '../../contract/regional-format.ts'
/**
 * Cars that are new in the list, and cars whose price dropped. Titles only: anyone who passes may read a notification.
 */
export interface SightingNews {
  readonly newTitles: readonly string[]
  readonly dropTitles: readonly string[]
}

const maxTitles = 3

/** The notification for a batch of sightings; null when the batch is empty. */
export function notificationText({ newTitles, dropTitles }: SightingNews): { title: string; body: string } | null {
  const sentences: string[] = []
  if (newTitles.length > 0) {
    sentences.push(
      newTitles.length === 1
        ? 'A past customer’s car was just listed'
        : `${formatNumber(newTitles.length)} past customers’ cars were just listed`,
    )
  }
  if (dropTitles.length > 0) {
    const count = dropTitles.length === 1 ? 'one price' : `${formatNumber(dropTitles.length)} prices`
    sentences.push(newTitles.length > 0 ? `${count} dropped` : `${count.replace(/^o/, 'O')} dropped`)
  }
  if (sentences.length === 0) return null
  const titles = [...newTitles, ...dropTitles]
  const more = titles.length - maxTitles
  const body = titles.slice(0, maxTitles).join(', ') + (more > 0 ? ` and ${formatNumber(more)} more` : '')
  return { title: `${sentences.join(', ')}.`, body }
}
