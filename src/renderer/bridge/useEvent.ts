import { onScopeDispose } from 'vue'
import type { EventName, ProgramEvent } from '../../contract/events.ts'
import type { ProgramClient } from './program-client.ts'

/** Listens to one kind of program event for as long as the component or effect scope lives. */
export function useEvent(
  client: Pick<ProgramClient, 'onEvent'>,
  name: EventName,
  listener: (event: ProgramEvent) => void,
): void {
  onScopeDispose(client.onEvent(name, listener))
}
