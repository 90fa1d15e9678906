import type { HelpPage } from '../../app/help-page.ts'

/** Help for the calls. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'sightings',
    title: 'Call list',
    group: 'calls',
    summary: 'Past customers whose cars are for sale now, in the order in which to call them.',
    screens: ['sightings'],
    keywords: 'sightings spotted listed leads phone digest filter sort order group due reminder assign',
    picture: {
      name: 'sightings',
      alt: 'The call list at the left with the cars to call, and the card of the selected customer at the right.',
    },
    sections: [
      {
        title: 'What the list shows',
        parts: ['Groups and orders explained'],
        blocks: [
          'Each line is a car of a past customer that the service has seen for sale. Forecourt checks for new ones by itself.',
          {
            list: [
              '**Overdue** and **Today**: calls that were planned.',
              '**New**: cars listed since your last visit.',
              '**Price drops**: cars that are cheaper than at your last visit.',
              '**Open**: all other cars to call. **Later**: calls planned for another day. **Done**: cars with a final outcome.',
            ],
          },
          'Each car is in one group. Select the head of a group to open or close it, or press `Left` and `Right`. When a call moves a car, it stays in its place and says where it is now until the list is loaded again.',
          'The line under the title says what is new and due. It leads to the [report](call-report).',
        ],
      },
      {
        title: 'Assign calls to people',
        parts: ['Assign to'],
        blocks: [
          'Press `G` or **Assign** on the card to choose who makes a call: one of the people of this PC, someone of your team, or a new name. The name is shown in the list, and you can undo it. A new name is added to the people of this PC, and stays. Reminders stay on the PC that planned the call. Select several cars to assign them at once.',
          '**Mine** above the list shows the calls that are assigned to who is working, **Everyone** shows all. The filter finds those that are **Not assigned**.',
        ],
      },
      {
        title: 'Choose the order',
        parts: ['List options'],
        blocks: [
          'Open **List options** (`Q`). Under **Order**, choose **Suggested**, **Due first**, **Newest**, **Price position** or **Best chance**. Forecourt remembers your choice.',
        ],
      },
      {
        title: 'Search and filter',
        parts: ['Filter sightings'],
        blocks: [
          'Press `Ctrl+F` to search by name, rego or note. `J`, or **Filter** in the list options, narrows by **State**, **Last seen**, **Asking price**, **Upload**, **Outcome** and who recorded the last outcome.',
          'A search and a filter look in all groups. Each filter in use is shown above the list. Select it to remove it, or choose **Clear search and filters**.',
        ],
      },
      {
        title: 'All connections in one list',
        parts: ['Connections in the list'],
        blocks: [
          'With several connections or regions, choose **All connections** above the list. Each line then says where the car comes from, and everything that you do goes to that connection.',
          'The same panel shows which connections are up to date, and narrows the list to some of them. **Customer record** switches to the connection of the car.',
        ],
      },
      {
        title: 'One outcome for several cars',
        parts: ['Outcome for all'],
        blocks: [
          {
            steps: [
              'Select cars with `Space`, or with `Shift+Down` for a row of cars.',
              'Choose **Outcome** in the bar above the list, then the outcome, a date and a note.',
              'Forecourt asks once, and you can undo it once for all cars.',
            ],
          },
        ],
      },
      {
        title: 'Print or export a call sheet',
        blocks: [
          '**Print the call sheet** (`Ctrl+P`) in the list options prints the open groups for the day: up to 21 calls on one page, each with the price, why to call, outcomes to tick and a line to write. Longer lists go on with the next page. People marked Do Not Contact are not printed, and the sheet says how many.',
          '**Excel workbook** and **CSV** save the list, without the numbers of people marked Do Not Contact.',
        ],
      },
      {
        title: 'Notifications and the daily digest',
        blocks: [
          '**Settings** in the list options leads to how often Forecourt checks for new sightings, whether it notifies you, and when the daily digest is shown: see [Calls](settings-calls#new-sightings).',
        ],
      },
    ],
  },
  {
    id: 'call-card',
    title: 'Call a customer',
    group: 'calls',
    summary: 'The card shows who to call, about which car, and what happened before. Record the outcome in two keys.',
    screens: ['sightings'],
    parts: [/^Call .+/],
    keywords: 'call phone outcome note next action call back appraisal offer sms email template do not contact hours',
    picture: {
      name: 'call-card',
      alt: 'A call card: the customer, the car and its price, the last call, and the question whether you reached them.',
    },
    sections: [
      {
        title: 'Call, SMS or email',
        parts: [/^(SMS|Email) to .+/, /^Call .+ anyway\?$/],
        blocks: [
          'Press `K` or **Call** to call with the phone program of this PC. `M` writes an SMS and `E` an email in your own program. Forecourt sends nothing itself.',
          'Outside calling hours, which follow the customer’s local time, the button is **Call anyway** and asks for a reason. It is saved in the call history.',
        ],
      },
      {
        title: 'Message templates',
        parts: ['Message templates'],
        blocks: [
          'Choose a **Template** and its fields are filled in for this customer. **Edit templates** changes them or adds new ones; in a [team](team), on all PCs. A message must say who it is from and how to opt out: Forecourt tells you when that is missing.',
        ],
      },
      {
        title: 'Record an outcome',
        parts: ['Outcome'],
        blocks: [
          {
            steps: [
              'Answer **Did you reach them?** and, after **Spoke**, **What did they say?** Or press the letter of the outcome at once.',
              'Add **Notes**. A call back is planned for the next permitted time; change its **Date** and **Time** if needed. **Suggested times** has others within the calling hours of the customer.',
              'Press `Ctrl+Enter` for **Save and next**.',
            ],
          },
          'Every outcome can be undone from the notice, from the **Call history** or in the menu of the card. Undoing **Do not contact** lets everybody with the number be contacted again. The name of who is working is saved with it: see [Who is working](people).',
        ],
      },
      {
        title: 'Do Not Contact',
        parts: [/^Mark .+ as Do Not Contact\?$/],
        blocks: [
          '**Mark as Do Not Contact** in the menu of the card (`Z`) hides the number in every list and leaves it out of exports of customers and calls. The cars of everybody with this number leave the call list. **Allow contact again** takes it back for all of them; in a [team](team), on all PCs. Showing a hidden number is recorded.',
        ],
      },
      {
        title: 'Compare the price',
        parts: ['Market'],
        blocks: [
          '**Compare with market** shows on the card by how much the asking price is below or above similar cars, and where it is among them under **More about the car**. It makes up to 3 look-ups, which may be charged, and the result is saved. **View market** opens all figures: see [Market prices](market).',
        ],
      },
    ],
  },
  {
    id: 'call-report',
    title: 'Calls in numbers',
    group: 'calls',
    summary: 'How many calls were made and their outcomes, by person, by day, and towards your goal.',
    screens: ['call-report'],
    keywords: 'report figures statistics week month person people compare goal target export team',
    picture: { name: 'call-report', alt: 'The report of a week: totals, a table by person and a chart by day.' },
    sections: [
      {
        title: 'Choose the period',
        blocks: ['Choose **Week** or **Month**. `[` and `]` go to the one before and the one after.'],
      },
      {
        title: 'Set a goal',
        parts: ['Goal'],
        blocks: [
          '**Set a goal** says how many calls, appraisals booked or both you want in a week, from the dealership together or from each person. The report then shows how far you are, such as 34 of 60 calls this week. A month has its part of the weekly goal.',
          'Each connection has a goal, and the list of all connections has another one. The goal of today also applies to earlier weeks. **Undo** in the notice sets it back.',
        ],
      },
      {
        title: 'Compare people',
        parts: ['By person'],
        blocks: [
          'Who bought most cars is first, then who made more offers, booked, reached and called more. In a [team](team) the people of all PCs are compared. **Not recorded** has the calls without a person: see [Who is working](people).',
        ],
      },
      {
        title: 'How it counts',
        parts: ['Totals', 'By day'],
        blocks: [
          'Days are those of this PC. A car counts once as reached, booked, offered and bought. A car that two people reached counts for both under **By person**, and once in the **Totals**.',
        ],
      },
      {
        title: 'Export the report',
        blocks: [
          '**Export** saves the total, the goal, a row for each person and one for each day, for Excel or as CSV, or prints the report.',
        ],
      },
    ],
  },
]
