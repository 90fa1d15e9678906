import type { HelpPage } from '../../app/help-page.ts'

/** Help for the list of customers, the record and the bin. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'customers',
    title: 'Customers',
    group: 'customers',
    summary: 'All customers whose cars the service watches for. Edit them like a spreadsheet.',
    screens: ['customers', 'customer'],
    keywords: 'list table grid edit cell paste columns sort export selection undo conflict refresh sync',
    picture: {
      name: 'customers',
      alt: 'The list of customers with its columns, the search and the counts at its foot.',
    },
    sections: [
      {
        title: 'Edit cells',
        blocks: [
          'Type in a cell, or press `F2`. `Enter` saves and moves down, `Esc` discards the change. Each change is sent to the service by itself; until then the cell says that it waits.',
          'Paste a block of cells with `Ctrl+V`, fill down with `Ctrl+D`, clear with `Delete`. Forecourt shows what changes and what it refuses before anything is saved. `Ctrl+Z` undoes, `Ctrl+Y` repeats.',
        ],
      },
      {
        title: 'When someone else changed the same value',
        parts: [/ was also changed$/],
        blocks: [
          'Forecourt never overwrites a change of someone else. It shows both values. **Keep mine** saves yours, **Keep theirs** drops yours, **Later** decides another time.',
        ],
      },
      {
        title: 'Saved or not, and Refresh',
        parts: ['Unsaved changes'],
        blocks: [
          'Without a connection, changes wait on this PC and are sent later, also after a restart. The word at the right of the search, such as **All saved**, opens a list of them that says why one was refused. There you also see how old the list is, and **Refresh** reads it from the service again.',
        ],
      },
      {
        title: 'Change or delete many',
        parts: [/^Edit [\d,]+ customers?$/, /^Delete .+\?$/],
        blocks: [
          {
            steps: [
              'Select rows by their boxes, or all with the box in the heading or `Ctrl+A` and `Space`.',
              'Choose edit to extend the expiry date, shift a date, set a value or clear a field. The service deletes a customer on its expiry date.',
              'Or choose delete. Deleted customers go to the [bin](bin).',
            ],
          },
          'A deletion is sent after about 10 seconds, while **Undo** is offered: until then it keeps the customers with their sightings. Later, `Ctrl+Z` restores them from the bin as new records. Closing Forecourt sends it, or its next start does.',
        ],
      },
      {
        title: 'Order and columns',
        parts: ['List options'],
        blocks: [
          'Select a heading to sort by its column, drag it to move the column, and its edge to change the width.',
          '**List options**, the three dots at the right, have **Sort by**, **Columns**, **Export** and the [bin](bin). **Columns** shows, hides and pins columns and sets the height of rows. **Reset columns** brings back the original ones. `Ctrl+K` opens each of them too.',
        ],
      },
      {
        title: 'Export',
        blocks: [
          '**Export** in **List options** saves the customers of the list with the columns and the order shown, for Excel or as CSV. Numbers of people marked Do Not Contact are left out unless you include them.',
        ],
      },
    ],
  },
  {
    id: 'customer',
    title: 'Customer record',
    group: 'customers',
    summary: 'Everything about one customer: its fields, and a timeline of sightings, calls and uploads.',
    screens: ['customer'],
    parts: [/^Details of .+/],
    keywords: 'record details timeline history sightings extra fields do not contact reveal number',
    picture: { name: 'customer', alt: 'The list of customers with the details of one record open at the right.' },
    sections: [
      {
        title: 'Open a record',
        blocks: [
          'Press `Ctrl+Enter` in a row, or choose **Open customer** in its menu. `Ctrl+K` finds a customer by name, rego or mobile from every screen.',
        ],
      },
      {
        title: 'What it shows',
        parts: ['Timeline', 'Extra fields', 'All fields', 'More from the service'],
        blocks: [
          '**Timeline** lists what this PC knows, newest first: the purchase, uploads, each time the car was seen for sale with its price, calls with their outcome, and edits. **Extra fields** are the other columns of your spreadsheet.',
        ],
      },
      {
        title: 'Mark as Do Not Contact',
        parts: [/^Allow contact with .+/],
        blocks: [
          '**Do not contact** hides the number in every list, for everybody who has it. A customer who gets a marked number is hidden too, and the notice says so. **Allow contact** takes it back, and cars that were closed for this reason return to the call list.',
        ],
      },
      {
        title: 'Look up or delete',
        blocks: [
          '**Look up** opens the car in [Look up](lookup). **Delete** moves the customer to the [bin](bin), after about 10 seconds in which **Undo** keeps the record with its sightings.',
        ],
      },
    ],
  },
  {
    id: 'customer-filters',
    title: 'Filters and views',
    group: 'customers',
    summary: 'Find the customers that matter today, and save the filter as a view.',
    screens: ['customers', 'customer'],
    parts: ['Filter customers', 'Filters', 'Saved views'],
    keywords: 'filter search dates missing expiring make model outcome saved view',
    picture: {
      name: 'customer-filters',
      alt: 'The filters of the customers beside the list, with the number of customers for each.',
    },
    sections: [
      {
        title: 'Filter',
        blocks: [
          'Filters narrow the list by **State**, **Dates**, **Missing** values, **Do not contact**, **Outcome of the last call** and **Make and model**. Dates may be counted from today, such as sold 3 to 5 years ago.',
          'Each filter in use has a switch above the list: switch it off to compare, and on again.',
        ],
      },
      {
        title: 'Saved views',
        blocks: [
          'The name of the view beside the title opens all views. **Ready-made views** count customers that need attention: **Expiring soon**, **Missing mobile**, **Never seen** and others. Those with customers are also above the list, except in a low window. **Save as a view** keeps your own search, filters, order and columns under a name; in a [team](team), on all PCs. **Undo** in the notice brings back a view that you changed or deleted.',
        ],
      },
      {
        title: 'Numbers below the list',
        parts: ['Customers in the list'],
        blocks: [
          'The foot counts the customers that are shown, and how many miss a mobile or a VIN. Select a number to show only these.',
        ],
      },
    ],
  },
  {
    id: 'bin',
    title: 'Bin',
    group: 'customers',
    summary: 'Deleted customers stay here until you empty the bin.',
    screens: ['bin'],
    keywords: 'restore deleted undelete permanently recover',
    picture: { name: 'customers-bin', alt: 'The bin with a deleted customer and the button that restores it.' },
    sections: [
      {
        title: 'Restore',
        parts: [/^Restore .+\?$/],
        blocks: [
          'Select customers and choose **Restore**. They are uploaded as new records, without the earlier sightings. Nothing is charged for it.',
          'A customer that the service still has is not uploaded again. It moves back to your list, and its timeline says so.',
        ],
      },
      {
        title: 'Delete permanently',
        parts: [/^Permanently delete .+/, /^Empty the bin of .+/],
        blocks: [
          '**Delete permanently** removes the selected ones from this PC, **Empty bin** all of them, except those whose deletion or restore isn’t finished. This can’t be undone.',
        ],
      },
    ],
  },
]
