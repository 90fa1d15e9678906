import type { HelpPage } from '../../app/help-page.ts'

/** Help for the Privacy screen. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'privacy',
    title: 'Privacy',
    group: 'program',
    summary:
      'Find, hand over or delete what is stored about one person, delete old data, and see what leaves this PC. A tab for each.',
    screens: ['privacy'],
    keywords:
      'person delete erase export everything zip backup personal data request receipt calls service retention old days age',
    picture: { name: 'privacy', alt: 'The tabs of Privacy, the search for a person, and the receipts of deletions.' },
    sections: [
      {
        title: 'Find a person',
        blocks: [
          'Type a name, mobile, rego or VIN and press **Find**. Everything on this PC is searched: customers, bin, drafts, uploads, call notes, look-ups and the log. Select the records that are this person; the next owner of the same car is listed but not selected.',
          '**Export as a page** saves everything about them in a form to read, **Export as data** in a form for another program.',
        ],
      },
      {
        title: 'Delete a person',
        parts: ['Delete this person everywhere?', 'Receipts'],
        blocks: [
          '**Delete everywhere…** deletes the selected records on this PC and at the service. Rows that are being sent are deleted after the upload. Offline, the service deletes them when it can be reached.',
          'The other PCs of your team delete what they have of the person too: when Forecourt closes or starts there, or when nobody has used it for an hour. Records with the same name and the same number or car are deleted without a question, also at the service. Each PC has its own receipt.',
          'Each deletion has a receipt without personal data, which you can **Save** or **Print**. Backups that you saved elsewhere still have the person; when one is restored on this PC, the deletion is applied again.',
        ],
      },
      {
        title: 'Delete old data',
        parts: ['Delete old data now?'],
        blocks: [
          'On the tab **Old data**, choose for **Look-ups**, **Uploads**, **Call notes and history**, **Log** and **Exports and revealed numbers** after how long they are deleted on this PC. Before you save, Forecourt counts what the next run deletes. By default everything is kept.',
          'Unfinished uploads and bulk look-ups, references by which duplicates are found, and Do Not Contact marks are never deleted.',
        ],
      },
      {
        title: 'Exports and revealed numbers',
        blocks: [
          'On the tab **Exports**: each exported file, backup, shown or copied hidden number, and opened call, SMS or email, with the time and who was working. The list has no names and numbers of customers, and stays when a person is deleted. **Export as CSV** saves it.',
        ],
      },
      {
        title: 'Export everything',
        blocks: [
          '**Export everything…** writes customers, sightings, call notes, uploads and look-ups to a folder or a .zip file, as Excel workbooks or CSV. A list of the files with their numbers of rows is added. Numbers and email addresses of Do Not Contact people are left out unless you include them.',
          'You can cancel, which removes what was written. If Forecourt closes in the middle, the export can be continued from the tab **Exports**.',
        ],
      },
      {
        title: 'What leaves this PC',
        blocks: [
          'Each kind of call that Forecourt makes, when and why, with example data: to the service, to the database of your team, and of the updater.',
        ],
      },
    ],
  },
]
