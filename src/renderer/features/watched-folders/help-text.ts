import type { HelpPage } from '../../app/help-page.ts'

/** Help for the screen of watched folders. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'watched-folders',
    title: 'Watched folders',
    group: 'import',
    summary: 'Files that arrive in a folder become drafts by themselves, or are sent.',
    screens: ['watched-folders'],
    parts: ['Add a watched folder', 'Edit watched folder'],
    keywords: 'automatic nightly export folder watch network drive report done failed send itself',
    picture: { name: 'watched-folders', alt: 'A watched folder with its state, its settings and its last file.' },
    sections: [
      {
        title: 'Add a folder',
        blocks: [
          {
            steps: [
              'Open [Watched folders](watched-folders) and press **Add folder**.',
              'Choose the folder into which your system exports, the connection and the region.',
              'Choose a **Template**, so that the columns are set up as in your own import.',
            ],
          },
          'Spreadsheets that are in the folder already are imported as well, and moved. Folders are watched while Forecourt runs, also in the tray. A network folder that goes away is watched again when it is back.',
        ],
      },
      {
        title: 'What happens to a file',
        blocks: [
          'A file is read when its size no longer changes. Hidden and temporary files, links and other folders are left alone. It is then moved to “done” beneath the folder, or to “failed” when it can’t be imported, with a report beside it. No file is ever overwritten.',
          'The same content twice sends nothing. Rows of customers that the service has already are excluded, so a full export sends only what is new. A template with **Existing customers** set to **Update** changes these customers instead, also when the folder sends by itself.',
        ],
      },
      {
        title: 'Send by itself',
        blocks: [
          'With **Send by itself**, rows are sent without you when the template fits, no row has an error, no question is open, the paid look-ups are within your limit, and the number of rows is usual. Otherwise the draft waits under [Import customers](import), and a notice says why.',
          'The usual number of rows comes from the earlier files of the folder: 30 percent or 20 rows around them. So send the first file yourself.',
        ],
      },
      {
        title: 'When something is in the way',
        blocks: [
          'A full disk, a locked file or a missing network is shown on the folder. The file stays where it is and is tried again. **Check now** tries at once, **Pause** leaves the folder alone.',
        ],
      },
    ],
  },
]
