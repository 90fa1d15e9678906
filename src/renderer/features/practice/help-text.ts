import type { HelpPage } from '../../app/help-page.ts'

/** Help for practice. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'practice',
    title: 'Practice',
    group: 'connections',
    summary: 'Try every feature with made-up cars and customers. Nothing leaves this PC, and nothing is charged.',
    screens: [],
    parts: ['Practice'],
    keywords: 'sample demo training test simulate problem reset',
    picture: {
      name: 'practice',
      alt: 'The practice panel with the speed of uploads, simulated problems and a new sighting.',
    },
    sections: [
      {
        title: 'The practice panel',
        blocks: [
          'Open the connections in the top bar and choose **Practice controls**. Set the **Upload speed**, **Simulate a problem** such as no internet, or choose **Make a sighting now** to see a car arrive in the call list.',
        ],
      },
      {
        title: 'Start over',
        parts: ['Reset practice data?'],
        blocks: [
          '**Reset practice data…** replaces all practice customers by new ones, and removes the practice calls, Do Not Contact marks, look-ups, events and the bin. Drafts and other connections stay.',
        ],
      },
      {
        title: 'Change to your account',
        blocks: [
          'Open the connections in the top bar and choose **Add a connection**. See [Connect your account](connect).',
        ],
      },
    ],
  },
]
