import type { DomainHandlers } from '../../contract/methods.ts'
import type { Clock } from '../ports/clock.ts'
import type { DigestTimer } from './digest-timer.ts'
import type { ListFigures } from './list-figures.ts'
import type { ListedCars } from './listed-cars.ts'
import { continueVisit, type SightingVisits } from './sighting-visits.ts'

export interface VisitHandlerParts {
  readonly clock: Clock
  readonly figures: Pick<ListFigures, 'summary' | 'sources'>
  readonly visits: SightingVisits
  readonly digestTimer: Pick<DigestTimer, 'check'>
  readonly listed: Pick<ListedCars, 'updatedSources'>
  announce(customerId: null): void
}

/** The methods that say what is new since the last visit, and when that was. */
export function createVisitHandlers({
  clock,
  figures,
  visits,
  digestTimer,
  listed,
  announce,
}: VisitHandlerParts): Pick<DomainHandlers<'sightings', AbortSignal>, 'summary' | 'sources' | 'visit' | 'markSeen'> {
  return {
    summary: async () => figures.summary(await listed.updatedSources()),
    sources: async () => ({ sources: figures.sources(await listed.updatedSources()) }),

    async visit() {
      const sources = await listed.updatedSources()
      digestTimer.check(sources)
      for (const source of sources) visits.setVisit(source, continueVisit(visits.visit(source), clock.now()))
      return figures.summary(sources)
    },

    async markSeen({ undo }) {
      const sources = await listed.updatedSources()
      const before = visits.setSeen(sources, clock.now().toISOString(), undo)
      announce(null)
      return { summary: await figures.summary(sources), before }
    },
  }
}
