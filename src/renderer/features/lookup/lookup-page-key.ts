import type { StateCode } from '../../../contract/region.ts'
import { providedState } from '../../ui/provided-state.ts'

/** What the screens below the search box tell the page around them. */
interface LookupPage {
  /** Puts the shown query into the box, unless the user is typing there. */
  showInBox(text: string, state: StateCode | null): Promise<void>
  announce(text: string): void
}

export const [provideLookupPage, useLookupPage] = providedState('look-up page', (page: LookupPage) => page)
