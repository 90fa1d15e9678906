import type { HelpPage } from '../../app/help-page.ts'

/** Help for webhooks. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'webhooks',
    title: 'Webhooks',
    group: 'connections',
    summary: 'Send events to your own systems, such as a CRM, in real time.',
    screens: ['webhooks'],
    keywords: 'events endpoint crm integration token ping api',
    picture: { name: 'webhooks', alt: 'The list of webhooks with their endpoints and events.' },
    sections: [
      {
        title: 'Create a webhook',
        parts: ['New webhook', /^Edit .+/],
        blocks: [
          {
            steps: [
              'Choose **New webhook** and enter the address of your system, with its token as a parameter.',
              'Choose the **Events**. Each says whether the service sends it today.',
              'Choose **Create webhook**, then **Ping** to test it.',
            ],
          },
        ],
      },
      {
        title: 'The address is hidden',
        blocks: [
          'An endpoint may contain a token, so most of it is hidden. **Show** reveals it, **Copy** copies all of it.',
        ],
      },
      {
        title: 'Changed by someone else',
        parts: ['Changed by someone else'],
        blocks: [
          'When another person changed the webhook, nothing is overwritten: choose **Keep theirs** or **Keep mine** for each property.',
        ],
      },
    ],
  },
  {
    id: 'inspector',
    title: 'Inspector',
    group: 'connections',
    summary: 'A receiver on this PC that shows every event as it arrives.',
    screens: ['inspector'],
    keywords: 'events receiver port test raw json malformed',
    picture: { name: 'inspector', alt: 'The inspector with received events and the content of one of them.' },
    sections: [
      {
        title: 'Receive events',
        parts: ['Receiver'],
        blocks: [
          '**Test on this PC** on the screen Webhooks opens the inspector. **Start** opens a receiver that only this PC can reach. In practice, **Send a webhook to the inspector** creates a webhook that sends every event here, and the inspector then starts with Forecourt; **Undo** in the notice takes both back. Events that arrive change customers and sightings on this PC. A real webhook needs a public https address.',
        ],
      },
      {
        title: 'Read events',
        parts: ['Received events', /^Event \d+$/],
        blocks: [
          'Select an event to see what it means, what Forecourt did with it, and its raw text. **Pause** stops the list from moving; new events are still saved.',
          'Numbers of Do Not Contact people are hidden in the list, the raw text, what you copy and the export. **Show customer** leads to the details, which can show them.',
        ],
      },
    ],
  },
]
