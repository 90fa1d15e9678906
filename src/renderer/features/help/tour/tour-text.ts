/** A step of the tour: what it says, the screen it is about, and the part of that screen, marked `data-tour`. */
export interface TourStep {
  readonly title: string
  readonly text: string
  readonly route: string
  readonly target: string
}

export const tourSteps: readonly TourStep[] = [
  {
    title: 'Your call list',
    text: 'Cars of past customers that are for sale now. Select one to see who to call and why.',
    route: 'sightings',
    target: 'call-list',
  },
  {
    title: 'Record the outcome',
    text: 'After a call, answer whether you reached them, and save. The next call opens, and you can undo.',
    route: 'sightings',
    target: 'outcome',
  },
  {
    title: 'Import your customers',
    text: 'Open a spreadsheet of past customers. A sample with made-up people shows each step.',
    route: 'import',
    target: 'samples',
  },
  {
    title: 'Find anything, and get help',
    text: 'Ctrl+K searches customers, regos and commands. F1 opens the help for the screen you are on.',
    route: 'sightings',
    target: 'help',
  },
]

/** The texts of the bar that the tour is in. */
export const tourText = {
  label: 'Tour',
  position: (step: number): string => `Tour, ${step + 1} of ${tourSteps.length}`,
  next: 'Next',
  finish: 'Finish',
  back: 'Back',
  later: 'Later',
  skip: 'Skip tour',
  show: 'Show me',
  missing: 'This part isn’t on the screen right now.',
} as const
