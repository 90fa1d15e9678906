import { computed, type ComputedRef } from 'vue'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { type Reveal, useReveal as useRevealedSecret } from '../../ui/useReveal.ts'

export interface RevealedAddress extends Pick<Reveal<unknown>, 'failure' | 'show' | 'hide'> {
  /** The full address; null while it is hidden. */
  readonly address: ComputedRef<string | null>
}

/** A webhook's full address, for half a minute at most and never while the window is hidden. */
export function useReveal(client: Pick<ProgramClient, 'call'>, id: () => string): RevealedAddress {
  const { value, ...reveal } = useRevealedSecret((webhook) => client.call('webhooks.reveal', { id: webhook }), id)
  return { ...reveal, address: computed(() => value.value?.endpoint ?? null) }
}
