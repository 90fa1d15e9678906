import { onScopeDispose } from 'vue'
import type { EventName, ProgramEvent } from '../../contract/events.ts'
import { onEvent } from '../bridge/client.ts'

/** Hears one kind of program event for as long as the component (or effect scope) lives. */
export function useEvent(name: EventName, listener: (event: ProgramEvent) => void): void {
  onScopeDispose(onEvent(name, listener))
}
