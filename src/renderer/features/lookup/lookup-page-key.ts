import { type InjectionKey, inject } from 'vue'
import type { StateCode } from '../../../contract/region.ts'

/** What the screens below the search box tell the page around them. */
export interface LookupPageHandle {
  /** Puts the shown query into the box, unless the user is typing there. */
  showInBox(text: string, state: StateCode | null): Promise<void>
  /** Announces a text to screen readers. */
  announce(text: string): void
}

export const lookupPageKey: InjectionKey<LookupPageHandle> = Symbol('lookup-page')

export function useLookupPage(): LookupPageHandle {
  const handle = inject(lookupPageKey)
  if (!handle) throw new Error('useLookupPage needs the LookupPage around it')
  return handle
}
