import type { HelpPage } from '../../app/help-page.ts'

/** Help for specs and the comparison. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'specs',
    title: 'Specs',
    group: 'cars',
    summary: 'All details of a vehicle, by category.',
    screens: ['lookup-saved', 'lookup-vehicle'],
    parts: ['Specs'],
    keywords: 'specifications features equipment details category csv',
    picture: { name: 'lookup-specs', alt: 'The specs of a vehicle by category, with a search.' },
    sections: [
      {
        title: 'Find a detail',
        blocks: [
          '**Search specs** looks in the categories that are loaded. **Load and search all** includes the others.',
        ],
      },
      { title: 'Keep the specs', blocks: ['**Print** prints the open categories, **Export CSV** saves them.'] },
    ],
  },
  {
    id: 'compare',
    title: 'Compare cars',
    group: 'cars',
    summary: 'Two to four cars side by side.',
    screens: ['compare'],
    keywords: 'comparison differences side by side',
    picture: { name: 'compare', alt: 'Three cars side by side with their differences marked.' },
    sections: [
      {
        title: 'Add cars',
        parts: ['Add a car to the comparison'],
        blocks: [
          'Choose **Add to compare** on the result of a look-up, or **Add car** here to search by make, model and year.',
        ],
      },
      {
        title: 'See the differences',
        parts: ['Specs side by side'],
        blocks: ['Rows that differ are marked. **Only differences** hides the others. **Export CSV** saves the table.'],
      },
    ],
  },
]
