import { type InjectionKey, inject } from 'vue'
import type { StateCode } from '../../../contract/region.ts'

/** What lies under the box tells the page around it. */
export interface LookupPageHandle {
  /** Puts what is shown into the box, so that the two never speak of different cars; not while she is typing in it. */
  showInBox(text: string, state: StateCode | null): Promise<void>
  /** Says it to those who do not see the screen. */
  announce(words: string): void
}

export const lookupPageKey: InjectionKey<LookupPageHandle> = Symbol('lookup-page')

export function useLookupPage(): LookupPageHandle {
  const handle = inject(lookupPageKey)
  if (!handle) throw new Error('useLookupPage needs the LookupPage around it')
  return handle
}
