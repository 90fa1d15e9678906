import type { HelpPage } from '../../app/help-page.ts'

/** Help for uploads. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'uploads',
    title: 'Upload history',
    group: 'import',
    summary: 'Every upload with its progress and result. Uploads continue in the background.',
    screens: ['uploads'],
    keywords: 'uploads progress pause resume queue order search history remove elsewhere',
    picture: { name: 'uploads', alt: 'The upload history with a finished upload and its counts.' },
    sections: [
      {
        title: 'Pause and order',
        blocks: [
          '**Pause** stops sending after the batch that is running, **Resume** continues. With several uploads, move one up to send it earlier.',
        ],
      },
      {
        title: 'Find an upload',
        parts: ['Search in the upload history'],
        blocks: ['Search by name, file, date, ID or the customer of a row, and narrow by **Status** and **Period**.'],
      },
      {
        title: 'Uploads of the team',
        parts: ['Uploads of the team'],
        blocks: [
          'In a [team](team), **Team** shows who uploaded which file, when, how many rows and to which connection. **Uploaded by** narrows the list to one person. The rows of a file stay on the PC that uploaded it.',
        ],
      },
      {
        title: 'Uploads made elsewhere',
        blocks: ['An upload of another PC can be followed by its ID. The service gives its numbers, not its rows.'],
      },
    ],
  },
  {
    id: 'upload',
    title: 'One upload',
    group: 'import',
    summary: 'What happened to each row, what failed and why, and what to do about it.',
    screens: ['upload'],
    keywords:
      'result failed rejected rows errors fix retry correct download cancel undo duplicates lost answer batch row summary leave out',
    picture: { name: 'upload', alt: 'A finished upload: how many customers are tracked, and the summary of its rows.' },
    sections: [
      {
        title: 'Read the result',
        parts: ['Row summary', 'Progress', 'Result'],
        blocks: [
          'The **Row summary** adds up to the rows of your file: **Tracked**, **Failed**, **Not sent: errors**, **Excluded** and so on. Select a number to see its rows.',
          'When cars of these customers are for sale, the result says how many. **See the calls** shows them in Sightings. **More** has downloads, batches, details, rename, remove and undo; the command palette (`Ctrl+K`) has the same.',
        ],
      },
      {
        title: 'Rows with errors',
        parts: ['Rows to look after'],
        blocks: [
          'Rows with errors are not sent. The sentence that counts them opens them as a draft with everything that you had decided, and opens that draft again until you send it. What you send from it joins this upload: a fixed row counts as tracked here, and the sum stays that of your file. A row that another draft has sent already is not sent again: Forecourt names it, and you exclude it.',
        ],
      },
      {
        title: 'Failed rows',
        parts: ['Rows by outcome', 'Download rows'],
        blocks: [
          {
            list: [
              'Retry them as they are, when the reason was temporary.',
              'Select rows in the table and correct them here, without a file.',
              '**More**, **Download rows**: get them with their reasons, correct them in Excel, and open that file: the rows join this upload. In a workbook, errors are red and reasons amber.',
            ],
          },
        ],
      },
      {
        title: 'Rows that the service rejects',
        parts: [/^The service rejected /],
        blocks: [
          'When the service rejects a batch, Forecourt sends it in smaller parts until it knows why. Rows that are rejected alone are shown with the service’s reason, and the others are sent. **Leave them out and go on** keeps them as **Not sent**: correct them in the table and send them later. **Try again** sends them once more.',
        ],
      },
      {
        title: 'Did a batch arrive?',
        parts: [/^Did batch \d+ arrive\?$/],
        blocks: [
          'When the connection breaks at a bad moment, or your data was restored, it can be unknown whether a batch arrived. Forecourt compares the rows with the customer list and recommends what to choose: **They arrived**, **They didn’t arrive** or **Decide later**. No row is lost meanwhile.',
        ],
      },
      {
        title: 'Cancel or undo',
        parts: [/^Cancel .+\?$/, /^Undo .+ and delete .+/],
        blocks: [
          '**Cancel upload** stops what is not processed yet. **Undo upload** deletes the customers that the upload created; you can restore them from the [bin](bin). Customers of rows that joined the upload are deleted too. Updates of existing customers stay.',
        ],
      },
    ],
  },
]
