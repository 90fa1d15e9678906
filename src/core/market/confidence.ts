import type { MarketView } from '../../contract/market.ts'
import { targetSampleSize } from './price-position.ts'

/** Interface, part 8: the window starts at 60 days unless `minimum_days` is given, and grows by 10 until four listings are found. */
const firstDays = 60
const stepDays = 10
/** From here on a median is steady: one car more or less moves it little. */
const goodSample = 10
/** Below this, a sample for which the service had to look further back than it would is a hint. */
const fairSample = 6
/** Prices that are older than this may not be today's. */
const recentDays = 120

/** How far to rely on a sample, by its size and by how far back the service had to look. Pure. */
export function sampleConfidence(
  sample: {
    readonly listings: number
    readonly sampleSize: number
    readonly priced: number
    readonly daysChecked: number | null
  },
  minimumDays: number | null,
): MarketView['trust'] {
  const { priced, sampleSize } = sample
  const size = Math.max(sampleSize, sample.listings)
  const span = spanWords(sample.daysChecked, minimumDays ?? firstDays)
  if (size === 0)
    return {
      level: 'none',
      words: `No listings of such cars were found${span.within}. There is nothing to compare with.`,
    }
  if (priced === 0) return { level: 'none', words: `${listings(size)} found${span.within}, but none with a price.` }
  const found = `${listings(size)} found${span.within}.`
  const unpriced = priced < size ? ` ${priced === 1 ? 'One has' : `${priced} have`} a price.` : ''
  if (priced < targetSampleSize) {
    return {
      level: 'thin',
      words:
        `${found}${unpriced} ${span.grown} With fewer than four, one car more would change the figures: take them as a hint.`.replaceAll(
          / {2,}/g,
          ' ',
        ),
    }
  }
  const isOld = sample.daysChecked !== null && sample.daysChecked > Math.max(recentDays, minimumDays ?? 0)
  if (priced >= goodSample && !isOld && !span.hasGrown) {
    return { level: 'good', words: `${found}${unpriced} That is enough for the median to be relied on.` }
  }
  const why = span.hasGrown
    ? `${span.grown}${isOld ? ' Older prices may not be today’s.' : ' Such cars are rare.'}`
    : isOld
      ? 'Some of these prices are old.'
      : 'A few cars more would move the figures a little.'
  if (span.hasGrown && priced < fairSample) {
    return { level: 'thin', words: `${found}${unpriced} ${why} Take the figures as a hint.` }
  }
  return { level: 'fair', words: `${found}${unpriced} ${why}` }
}

const listings = (count: number): string => (count === 1 ? '1 listing was' : `${count} listings were`)

interface Span {
  /** " within 60 days"; empty where the service does not say. */
  readonly within: string
  readonly hasGrown: boolean
  readonly grown: string
}

function spanWords(daysChecked: number | null, least: number): Span {
  if (daysChecked === null)
    return { within: '', hasGrown: false, grown: 'The service does not say how far back it looked.' }
  const within = ` within ${daysChecked === 1 ? '1 day' : `${daysChecked} days`}`
  if (daysChecked <= least) return { within, hasGrown: false, grown: '' }
  const steps = (daysChecked - least) / stepDays
  const grown = Number.isInteger(steps)
    ? `To find them the service had to look back ${daysChecked - least} days further than the first ${least}.`
    : `The service looked back ${daysChecked} days rather than ${least}.`
  return { within, hasGrown: true, grown }
}
