import type { MessageChannel } from '../../../contract/merge-fields.ts'
import type { OutcomeCode } from '../../../contract/call-note.ts'
import { searchShortcut } from '../../app/shortcuts/search-shortcut.ts'
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts'
import { outcomeByKey } from './outcomes.ts'
import { sightingsShortcuts } from './sightings-shortcuts.ts'

export interface CallKeyActions {
  /** A car is open on the card. */
  isOpen(): boolean
  choose(outcome: OutcomeCode): void
  call(): void
  write(channel: MessageChannel): void
  copyEntry(): void
  /** What takes or releases the car for the team; null: there is no team. */
  takeCar(): (() => void) | null
  /** Opens the choice of who calls. */
  assign(): void
  /** Asks what the customer said. */
  reached(): void
  listMenu(): void
  filter(): void
  print(): void
  report(): void
  /** Saves the entry and opens the next car. */
  save(): void
  toList(): void
  toSearch(): void
}

const workspace = '[data-workspace]'

/**
 * The keys of the call list. A single letter works in the list and on the card only, and not in a text field, so that speech input
 * does not trigger it elsewhere (WCAG 2.1.4).
 */
export function useCallKeys(actions: CallKeyActions): void {
  const whileOpen = { isActive: actions.isOpen, within: workspace }
  useShortcuts([
    { ...sightingsShortcuts.saveAndNext, run: actions.save, isActive: actions.isOpen, inTextFields: true },
    { ...searchShortcut, run: actions.toSearch, inTextFields: true },
    { ...sightingsShortcuts.toList, run: actions.toList, inTextFields: true, ...whileOpen },
    { ...sightingsShortcuts.call, run: actions.call, ...whileOpen },
    { ...sightingsShortcuts.sms, run: () => actions.write('sms'), ...whileOpen },
    {
      ...sightingsShortcuts.takeCar,
      run: () => actions.takeCar()?.(),
      isActive: () => actions.takeCar() !== null,
      within: workspace,
    },
    { ...sightingsShortcuts.assign, run: actions.assign, ...whileOpen },
    // The key of a team's PCs before there was one for all.
    { keys: 'H', label: sightingsShortcuts.assign.label, hidden: true, run: actions.assign, ...whileOpen },
    { ...sightingsShortcuts.reached, run: actions.reached, ...whileOpen },
    { ...sightingsShortcuts.listMenu, run: actions.listMenu, within: workspace },
    { ...sightingsShortcuts.filter, run: actions.filter, within: workspace },
    { ...sightingsShortcuts.print, run: actions.print, inTextFields: true },
    { ...sightingsShortcuts.report, run: actions.report, inTextFields: true },
    { ...sightingsShortcuts.email, run: () => actions.write('email'), ...whileOpen },
    {
      ...sightingsShortcuts.copyEntry,
      run: actions.copyEntry,
      // Selected text is copied by the browser.
      isActive: () => actions.isOpen() && (window.getSelection()?.isCollapsed ?? true),
      within: workspace,
    },
    ...[...outcomeByKey].map(([keys, outcome]) => ({
      keys,
      label: outcome,
      hidden: true,
      run: () => actions.choose(outcome),
      ...whileOpen,
    })),
  ])
}
