import type { HelpPage } from '../../app/help-page.ts'

/** Help for the people who share a PC. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'people',
    title: 'Who is working',
    group: 'calls',
    summary: 'On a shared PC, pick your name, so that each outcome says who recorded it.',
    screens: [],
    parts: ['Who is working?', /^Retire .+\?$/],
    keywords: 'person user name salesperson team retire shared',
    sections: [
      {
        title: 'Pick your name',
        blocks: [
          'Choose your name in the menu at the end of the top bar. It is saved with each outcome, and shown in the call history, in exports and in the report. **Nobody** saves outcomes without a name.',
        ],
      },
      {
        title: 'Add and change names',
        blocks: [
          '**Edit names** adds, renames and retires people. A retired person is no longer offered, and the call history stays. When calls are assigned to that person, Forecourt says how many and asks who makes them now: nobody in particular, or a colleague. **Undo** takes both back.',
          'With **Ask at each start**, Forecourt asks who is working when it opens.',
        ],
      },
    ],
  },
]
