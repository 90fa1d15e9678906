import { onScopeDispose } from 'vue'
import type { EventName, ProgramEvent } from '../../contract/events.ts'
import { useClient } from './program-client.ts'

/** Listens to one kind of program event for as long as the component or effect scope lives. */
export function useEvent(name: EventName, listener: (event: ProgramEvent) => void): void {
  onScopeDispose(useClient().onEvent(name, listener))
}
