import type { HelpPage } from '../../app/help-page.ts'

/** Help for what belongs to no screen. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'start',
    title: 'How Forecourt works',
    group: 'start',
    summary:
      'Upload your past customers. The service watches the used-car sites. You call when one of their cars is listed.',
    screens: [],
    keywords: 'overview introduction begin tour',
    sections: [
      {
        title: 'The three steps',
        blocks: [
          {
            steps: [
              '[Import](import) a spreadsheet of past customers. It is checked on this PC, and you send the rows that are right.',
              'The service watches for their cars. Forecourt checks for new sightings by itself and notifies you.',
              'Work through the [call list](sightings): call, record the outcome, go to the next.',
            ],
          },
        ],
      },
      {
        title: 'Help on every screen',
        blocks: [
          '`F1` opens the page about the screen, the dialog or the section of Settings you are in. The tour and the keyboard shortcuts are at the top of this list.',
        ],
      },
    ],
  },
  {
    id: 'find',
    title: 'Find anything',
    group: 'program',
    summary: 'One box for customers, regos, mobiles, uploads and commands.',
    screens: [],
    parts: ['Search and run commands', 'Notifications', 'Connections'],
    keywords: 'palette search command navigation back forward notifications connections switch region offline',
    sections: [
      {
        title: 'Search and run commands',
        blocks: [
          'Press `Ctrl+K` and type a name, rego, VIN, mobile, file name or command. Press `Enter` to open the first result.',
        ],
      },
      {
        title: 'Back and Forward',
        blocks: [
          '`Alt+Left` goes back to where you were, with the same row and scroll position. `Alt+1` to `Alt+5` open the screens of the sidebar, `Alt+6` Webhooks and `Alt+7` Settings.',
        ],
      },
      {
        title: 'Notifications',
        blocks: [
          'A message stands below the top bar. The bell keeps what happened without you, such as new sightings and ended uploads, and what failed, since you opened Forecourt.',
        ],
      },
      {
        title: 'Person, theme and settings',
        parts: ['Person, theme and settings'],
        blocks: [
          'The menu at the end of the top bar has the person who is working, the light or dark theme, Settings and Webhooks.',
        ],
      },
      {
        title: 'Connections',
        blocks: [
          'The menu of connections in the top bar shows the account in use with its region and status, and switches to another account or region. It says first what is unfinished.',
        ],
      },
    ],
  },
  {
    id: 'keyboard',
    title: 'Keyboard',
    group: 'program',
    summary: 'Everything works without a mouse.',
    screens: [],
    parts: ['Keyboard shortcuts'],
    keywords: 'shortcuts keys map print accessibility zoom screen reader',
    sections: [
      {
        title: 'Keyboard shortcuts',
        blocks: [
          'Press `?` outside a text field for all shortcuts, those of the open screen first. You can search the list and print it.',
        ],
      },
      {
        title: 'Keys that changed',
        blocks: [
          'Every other key of earlier versions does what it did.',
          {
            list: [
              '`G` recorded the outcome “Passed to a colleague”. Now it assigns the call to a person, and records no outcome.',
              '`H` assigned the call in a team. Now it is `G`.',
              '`Z` still records **Do Not Contact**. Its button is now in the menu of the call card.',
              '`A`, `B`, `O` and the other letters still choose an outcome at once, also while its button is not shown.',
              '`N` in the import check now goes to the next issue. In a cell it types a letter, and `F8` goes on.',
              '`Alt+6` and `Alt+7` still open Webhooks and Settings, which are now in the menu at the end of the top bar.',
            ],
          },
        ],
      },
      {
        title: 'Larger text',
        blocks: [
          '`Ctrl+Plus` and `Ctrl+Minus` zoom the window, `Ctrl+0` resets it. Forecourt follows the contrast and motion settings of your system.',
        ],
      },
    ],
  },
  {
    id: 'what-leaves',
    title: 'What leaves this PC',
    group: 'program',
    summary: 'Calls to the service you connected and to your team’s database, and what you open or save elsewhere.',
    screens: [],
    keywords: 'privacy security data internet service updates tracking offline telemetry',
    sections: [
      {
        title: 'Calls to the service',
        blocks: [
          {
            list: [
              'Rows that you or your watched folders send in an upload, and changes and deletions of customers.',
              'Requests for your customers, sightings and webhooks.',
              'Look-ups, specs and market data of a car that you ask for.',
            ],
          },
          'They go to the address of the connection in use, encrypted. Practice makes none.',
        ],
      },
      {
        title: 'Other calls',
        blocks: [
          'In a [team](team), call outcomes, notes and what else you share go to its database, encrypted on this PC. Backups, exports and watched folders are where you choose, which may be a network drive. Updates, where your build has an address for them. Webhooks are sent by the service, not by this PC. Listings, phone calls and messages open in your own programs, when you choose them. Nothing else leaves this PC: no statistics, and no fonts or pictures from elsewhere.',
        ],
      },
      {
        title: 'What stays',
        blocks: [
          'Drafts, saved look-ups and your settings stay on this PC, encrypted, and so do call outcomes and notes without a team.',
        ],
      },
    ],
  },
]
