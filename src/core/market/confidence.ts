import type { MarketView } from '../../contract/market.ts'
import { confidenceText as text } from './market-text.ts'
import { targetSampleSize } from './market-measures.ts'

/**
 * Interface, part 8: the period is 60 days unless `minimum_days` is given, and the service extends it until four
 * listings are found.
 */
const defaultDays = 60
/** From this size on, one more car hardly moves the median. */
const goodSample = 10
/** Below this size, a sample from an extended period is only a guide. */
const fairSample = 6
/** Prices from a longer period may be out of date. */
const recentDays = 120

export interface MarketSample {
  readonly listings: number
  /** As the service reports it. */
  readonly sampleSize: number
  readonly priced: number
  readonly daysChecked: number | null
}

/**
 * How reliable a sample is, by its size and by the period that the service had to search. The words do not repeat size
 * and period of a sample that is not empty: they are shown beside them.
 */
export function sampleConfidence(sample: MarketSample, minimumDays: number | null): MarketView['trust'] {
  const { priced, sampleSize, daysChecked } = sample
  const requestedDays = minimumDays ?? defaultDays
  const size = Math.max(sampleSize, sample.listings)
  if (size === 0) return { level: 'none', words: text.nothingFound(text.period(daysChecked)) }
  if (priced === 0) return { level: 'none', words: text.noPrices }
  const unpriced = priced < size ? [text.priced(priced)] : []
  const isExtended = daysChecked !== null && daysChecked > requestedDays
  const extension = isExtended
    ? [text.extended(requestedDays, daysChecked)]
    : daysChecked === null
      ? [text.unknownPeriod]
      : []
  if (priced < targetSampleSize) return { level: 'thin', words: join([...unpriced, ...extension, text.tooFew]) }
  const isOld = daysChecked !== null && daysChecked > Math.max(recentDays, minimumDays ?? 0)
  if (priced >= goodSample && !isOld && !isExtended) return { level: 'good', words: join([...unpriced, text.reliable]) }
  if (!isExtended) return { level: 'fair', words: join([...unpriced, isOld ? text.mayBeOld : text.moreWouldHelp]) }
  const words = [...unpriced, ...extension, isOld ? text.mayBeOld : text.rare]
  return priced < fairSample
    ? { level: 'thin', words: join([...words, text.guideOnly]) }
    : { level: 'fair', words: join(words) }
}

const join = (sentences: readonly string[]): string => sentences.join(' ')
