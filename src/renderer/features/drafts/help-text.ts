import type { HelpPage } from '../../app/help-page.ts'

/** Help for the import of spreadsheets. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'import',
    title: 'Import customers',
    group: 'import',
    summary: 'Open a spreadsheet of past customers, check it on this PC, and send it.',
    screens: ['import', 'draft'],
    keywords: 'spreadsheet excel csv xlsx open file drop paste sample draft by hand template dealer system',
    picture: { name: 'import', alt: 'The import page: the area for a spreadsheet, the samples and the drafts.' },
    sections: [
      {
        title: 'Open a spreadsheet',
        parts: ['Opening'],
        blocks: [
          'Drop a file anywhere in the window, press `Ctrl+O`, or choose **Choose a spreadsheet**. You can also copy a table in Excel and paste it with `Ctrl+V`.',
          'Excel, CSV and OpenDocument files work as your dealer system saves them. Title rows, totals and mixed date formats are fine. The file itself never changes, and nothing is sent until you press Send.',
        ],
      },
      {
        title: 'Sample spreadsheets',
        blocks: [
          'Two spreadsheets with made-up people, to try the import. In practice they open at once; you can save them to this PC with every connection. Use them in practice only: their cars don’t exist.',
          { samples: true },
        ],
      },
      {
        title: 'Add cars by hand',
        blocks: ['**Add cars by hand** starts a draft without a file. `Insert` adds a row.'],
      },
      {
        title: 'Drafts',
        blocks: [
          'A file stays a draft until it is sent or removed. **Continue where you left off** lists all drafts; open one to go on with each choice and edit kept. Rename or duplicate it by its buttons.',
        ],
      },
      {
        title: 'Templates',
        parts: ['Templates', 'Rename template'],
        blocks: [
          'Forecourt remembers the columns of each file that you send, and a separator that you chose. The next file with the same header is set up by itself. **Templates** renames, exports and forgets them. **Import template** reads one from another PC.',
        ],
      },
    ],
  },
  {
    id: 'import-columns',
    title: 'Import: Columns',
    group: 'import',
    summary: 'Say what each column of your file is. Forecourt has suggested it and says why.',
    screens: ['draft'],
    parts: ['Columns'],
    keywords:
      'match map header row sheet encoding separator date order default state private country region new zealand',
    picture: { name: 'import-columns', alt: 'The columns of a file with samples, what each is imported as, and why.' },
    sections: [
      {
        title: 'Match your columns',
        blocks: [
          'Columns that Forecourt is sure of are matched, one line each: open a line to see sample values and why, or to choose something else. Columns that want a look come first as cards. A car is found by its rego or its VIN, so one of them is needed.',
          '**Needs a decision** marks a column whose name says one thing and whose values say another, for example a mobile column that Excel shortened to 4.12E+08. Choose what it is, or **Confirm** the suggestion. **Guess** marks a suggestion that Forecourt is not sure of, and **Date format** dates that can be read in two ways. The command line and watched folders send nothing before.',
          'A mobile under another phone, such as a home phone, is used in rows whose mobile column has none. A missing rego, VIN or mobile is listed first: choose its column.',
          'The first line says for which region the rows are checked, and which state is used for regos without one. **Change** sets both.',
        ],
      },
      {
        title: 'All values of a column',
        blocks: [
          'A column with few different values, such as the state or a status, has a link with their number; in **Check** it is in the menu of the column’s heading. It lists all values with their rows: give a value another meaning once for all rows, or, in other columns, exclude its rows, such as “Unsold”. What you choose is remembered for the next file with the same columns.',
        ],
      },
      {
        title: 'Other columns',
        blocks: [
          'The other columns are folded under their number of extra fields. **Keep all** saves the other columns with each customer; you see them when the car is listed. **Ignore all** leaves them out. Private columns, such as a licence number, are ignored unless you choose them one by one.',
          'Times, durations and numbers are sent as your spreadsheet shows them, with their unit, such as $24,990.00 or 85,000 km. An error or a formula without its value, such as #N/A, is not sent.',
        ],
      },
      {
        title: 'Do not contact',
        blocks: [
          'When a column says who must not be contacted, Forecourt asks: **Exclude them** or **Send them**. Nothing is sent until you choose.',
          'Notes that forbid contact, such as “do not call”, are listed with their number of rows and ticked: their rows are excluded. Notes that may forbid it, such as “call after 6” or “complaint”, are listed below and not ticked. Tick those that do, then include the others. Nothing is sent before. In a column of notes or comments, the others are listed behind these, so that you can look at them and tick more. Each note is remembered for files with the same header.',
        ],
      },
      {
        title: 'Two countries in one file',
        blocks: [
          'Forecourt reads a column of countries, mobiles and regos. When some rows are from another country, you can move them to a second draft, which is checked and sent in their region. They are excluded here. Undo includes them here again; remove the second draft then. The command line and watched folders send nothing before.',
        ],
      },
      {
        title: 'Header, sheet or encoding is wrong',
        parts: ['File details', 'How the file is read'],
        blocks: [
          'Open **File details** and choose **Change how the file is read**. Choose the sheet, the header row, the last row, the encoding or the separator, with a preview. Monthly sheets with the same columns are read together; other sheets with the same columns can be.',
          'Titles, totals and footers are skipped. **File details** lists these rows: take back any row that is a customer.',
          'When a file has several tables of cars, in one sheet or in several, a draft has the rows of one of them. Forecourt says how many rows are in another table. Choose the table as you choose a sheet, or apply the one that is shown.',
        ],
      },
    ],
  },
  {
    id: 'import-check',
    title: 'Import: Check',
    group: 'import',
    summary: 'Every rego, VIN, mobile and date is checked. Fix errors, many rows at once.',
    screens: ['draft'],
    parts: ['Check'],
    keywords: 'errors warnings fix exclude row suggestion find replace issues duplicate grid edit',
    picture: { name: 'import-check', alt: 'The rows of a file with their errors, and the list of issues beside them.' },
    sections: [
      {
        title: 'Fix issues',
        parts: ['Issues'],
        blocks: [
          '**Next issue** (`N`) goes through the errors one by one: it moves to the cell, and on to the next when you have fixed it. In a cell, where `N` types a letter, press `F8`. While the rows are filtered by warnings or by an issue, it goes through those.',
          'Issues are grouped: a fix applies to all rows of its group. Accept the suggestion, or enter a value. **Errors (must be fixed)** are not sent, **Warnings** are sent unless you change them, and what was tidied up is folded under the number of cells cleaned.',
          'For a rego without a state you can use the state whose plates look like it, send the VIN alone, or set a default state. A name such as “RYAN, Ingrid” is sent as “Ingrid RYAN” unless you keep it as in the file.',
          'The original text of a cell is always shown with its row. `Ctrl+Z` undoes each step.',
        ],
      },
      {
        title: 'Edit rows',
        parts: ['Rows of the spreadsheet', 'Details of the row', 'Selected row'],
        blocks: [
          'Edit cells as in Excel: type, paste, fill down, clear. `Alt+Enter` accepts the suggestion of a cell. `Ctrl+I` opens the details of the row. What can be done about a row is below the grid and in the menu of its cells.',
        ],
      },
      {
        title: 'Change many cells',
        parts: ['Find and replace', 'Set a value', 'Paste cells', 'Fill down', 'Clear cells'],
        blocks: ['**Find and replace** (`Ctrl+H`) and **Set a value** show each change before it is made.'],
      },
      {
        title: 'Exclude rows',
        blocks: [
          'An excluded row is a customer that is not sent. Press `Space` to exclude or include the selected rows. A row that is no customer, such as a total, can be marked **Not a customer**.',
        ],
      },
      {
        title: 'Export the checked rows',
        blocks: ['**Export** saves the rows as they would be sent, or those with errors, to fix them elsewhere.'],
      },
    ],
  },
  {
    id: 'import-send',
    title: 'Import: Send',
    group: 'import',
    summary: 'See how many rows are sent and what may be charged, then send them.',
    screens: ['draft'],
    parts: ['Send'],
    keywords: 'send upload cost paid look-up vin reference existing customers update dry run',
    picture: { name: 'import-send', alt: 'The summary before sending: rows to send, excluded rows, and the choices.' },
    sections: [
      {
        title: 'Before you send',
        blocks: [
          {
            list: [
              '**Upload name**: shown in the upload history and at the service.',
              '**Look up missing VINs**: the service finds them from the rego. The exact number of paid look-ups is shown.',
              '**Fill in known VINs**: from your earlier look-ups and uploads, at no cost.',
              '**Add a row reference**: lets Forecourt resume an interrupted upload without sending a row twice.',
              '**Existing customers**: exclude their rows, update the customers, or add them again.',
            ],
          },
        ],
      },
      {
        title: 'Update existing customers',
        parts: ['Changes of existing customers'],
        blocks: [
          '**Update** gives existing customers the name, mobile, sale date and auto-delete date of the file where they differ. Empty cells change nothing. **See the changes** lists each one; untick a customer to exclude its row. The changes are made when you send, like your own edits: they wait while you’re offline, a value that was changed elsewhere is not overwritten, and you can undo them in **Customers**. The choice is remembered for the next file with the same columns.',
        ],
      },
      {
        title: 'See the requests',
        parts: ['What will be sent'],
        blocks: [
          'Under **Advanced**, **Show what will be sent** lists each request exactly as it will be sent. Your key is not shown.',
        ],
      },
      {
        title: 'After you send',
        blocks: ['The upload continues in the background, also after a restart. See [One upload](upload).'],
      },
    ],
  },
]
