import type { HelpPage } from '../../app/help-page.ts'

/** Help for look-ups. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'lookup',
    title: 'Look up a car',
    group: 'cars',
    summary: 'Find a car by rego, VIN or keywords. Results are saved and open again at no cost.',
    screens: ['lookup', 'lookup-query'],
    keywords: 'rego plate vin search vehicle charge cost state recent pin',
    picture: { name: 'lookup', alt: 'The search box for a rego, VIN or keywords, with recent look-ups below it.' },
    sections: [
      {
        title: 'Look up',
        parts: ['Look up a car'],
        blocks: [
          'Press `Ctrl+Shift+K` on any screen, paste a rego or VIN in any format, and press `Enter`. Forecourt sees which it is; **Search by** changes that. A rego needs its **State**.',
          'A look-up by rego or VIN, a registration status and a market may be charged. Forecourt says so beside each, asks before a saved result is looked up again, and reuses a saved result for the time that is set in [Settings](settings-connection#look-ups-and-imports).',
        ],
      },
      {
        title: 'Recent look-ups',
        parts: ['Recent look-ups'],
        blocks: [
          '**Pinned** and **Recent** results are saved on this PC. Open any time, at no cost and without a network.',
        ],
      },
    ],
  },
  {
    id: 'lookup-result',
    title: 'Result of a look-up',
    group: 'cars',
    summary: 'The vehicle, its registration, its specs and its market.',
    screens: ['lookup-saved', 'lookup-vehicle'],
    keywords:
      'match confidence vehicle registration status write-off expiry road authority option packs print copy compare',
    picture: {
      name: 'lookup-result',
      alt: 'The result of a look-up with the vehicle and the record of the road authority.',
    },
    sections: [
      {
        title: 'Check the match',
        parts: ['Low-confidence match', 'Vehicle'],
        blocks: [
          'With **Low-confidence match**, check the details at the car before you rely on them. If it is another car, choose **Not this car? Search the catalogue**.',
        ],
      },
      {
        title: 'Registration status',
        parts: ['Registration status'],
        blocks: [
          'Shows the expiry of the rego and recorded write-offs, and whether its VIN matches the look-up. Opening it may be charged.',
        ],
      },
      {
        title: 'Specs and market',
        blocks: ['See [Specs](specs) and [Market prices](market). Both need a matched vehicle.'],
      },
      {
        title: 'Compare and print',
        blocks: [
          '**Add to compare** collects up to four cars: see [Compare cars](compare). **Print** prints the open result.',
        ],
      },
    ],
  },
  {
    id: 'lookup-search',
    title: 'Search the catalogue',
    group: 'cars',
    summary: 'Find a vehicle without its rego: by keywords, or by make and model.',
    screens: ['lookup-search', 'lookup-catalogue'],
    keywords: 'browse make model facets keywords catalogue filter',
    picture: { name: 'lookup-catalogue', alt: 'The catalogue with its filters and the vehicles that match.' },
    sections: [
      {
        title: 'By keywords',
        blocks: ['Type words such as year, make, model and badge. **Show more** adds results.'],
      },
      {
        title: 'By make and model',
        blocks: [
          '**Browse by make and model** narrows the catalogue. Select filters in any order; each shows how many vehicles are left. **Clear all** starts again.',
        ],
      },
    ],
  },
  {
    id: 'bulk-lookup',
    title: 'Look up several cars',
    group: 'cars',
    summary: 'Look up a whole list. You see the number of look-ups before anything is sent.',
    screens: ['bulk-lookups', 'bulk-lookup'],
    keywords: 'bulk many list paste file progress pause retry export',
    picture: {
      name: 'bulk-lookup',
      alt: 'The page on which a list of regos and VINs is pasted or opened from a file.',
    },
    sections: [
      {
        title: 'Make a list',
        blocks: [
          {
            steps: [
              'Paste regos and VINs, one per line, with the state after a comma. Or choose a file, or select customers and look up their cars.',
              'Choose **Check list**. Duplicates are merged, and saved results are used.',
              'The review shows how many look-ups are needed. Then start.',
            ],
          },
        ],
      },
      {
        title: 'While it runs',
        blocks: [
          'It continues in the background, also after a restart. **Pause** and **Continue** as you like. A look-up whose answer was lost is marked **May be charged**, and never repeated without your yes.',
        ],
      },
      {
        title: 'Results',
        parts: ['Cars'],
        blocks: [
          '`Enter` opens the result of a car. **Export** saves the whole list with what was found. A write-off that this PC knows from a registration check is shown in red. Nothing is asked for it, so a car without one may not have been checked.',
        ],
      },
    ],
  },
]
