import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

/** The keys of the call list that the screen registers, in the order of the shortcuts dialog. */
export const sightingsShortcuts = {
  reached: { keys: 'Y', label: 'Record that you spoke to the customer' },
  saveAndNext: { keys: 'Ctrl+Enter', label: 'Save and go to the next call' },
  call: { keys: 'K', label: 'Call the customer' },
  sms: { keys: 'M', label: 'Write an SMS' },
  email: { keys: 'E', label: 'Write an email' },
  copyEntry: { keys: 'Ctrl+C', label: 'Copy the call as text' },
  takeCar: { keys: 'F', label: 'Take or release the car (in a team)' },
  assign: { keys: 'G', label: 'Assign the call' },
  toList: { keys: 'Esc', label: 'Back to the list' },
  listMenu: { keys: 'Q', label: 'Open the list options' },
  filter: { keys: 'J', label: 'Filter the call list' },
  print: { keys: 'Ctrl+P', label: 'Print the call sheet' },
  report: { keys: 'Alt+R', label: 'Open the call report' },
  earlier: { keys: '[', label: 'Report: previous week or month' },
  later: { keys: ']', label: 'Report: next week or month' },
} satisfies Record<string, Shortcut>

/** All keys of the call list, for the shortcuts dialog. */
export const listedSightingsShortcuts: readonly Shortcut[] = [
  { keys: 'Up or Down', label: 'Next or previous call' },
  { keys: 'Enter', label: 'Open the call' },
  { keys: 'Space', label: 'Select the car for one outcome for several' },
  { keys: 'Shift+Up or Shift+Down', label: 'Select more cars' },
  { keys: 'Ctrl+A', label: 'Select all cars that are shown' },
  { keys: 'Shift+F10', label: 'Open the menu of the car' },
  { keys: 'Left or Right', label: 'Close or open a group' },
  { keys: 'N, V, C, A, O …', label: 'Choose an outcome: the letter on its button' },
  ...Object.values(sightingsShortcuts),
]
