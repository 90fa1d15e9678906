import type { HelpPage } from '../../app/help-page.ts'

/** Help for what comes before the program itself. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'welcome',
    title: 'Welcome',
    group: 'start',
    summary: 'Begin with practice data, or connect your dealership’s account.',
    screens: ['first-run', 'welcome', 'start', 'starting', 'failed'],
    keywords: 'first start begin practice account new',
    picture: { name: 'first-run', alt: 'The first page with its two choices: practice data, or your account.' },
    sections: [
      {
        title: 'Try it with practice data',
        blocks: [
          '**Start practising** opens every feature with made-up cars and customers. Nothing leaves this PC. A short tour begins at the call list; skip it whenever you like.',
        ],
      },
      {
        title: 'Connect my account',
        blocks: ['**Enter account details** connects your dealership: see [Connect your account](connect).'],
      },
    ],
  },
  {
    id: 'connect',
    title: 'Connect your account',
    group: 'start',
    summary: 'Enter the address of the service and your key, and test the connection.',
    screens: ['connect'],
    parts: ['Connect my account'],
    keywords: 'api key client secret address region test connection credentials',
    picture: { name: 'connect', alt: 'The form with the service address, the region and the key.' },
    sections: [
      {
        title: 'What you need',
        blocks: [
          'The **Service address** that came with your account, and an API key or a client ID with its secret. Ask your provider if you don’t have them.',
        ],
      },
      {
        title: 'Test, then save',
        blocks: [
          '**Test connection** checks the address, the network, the certificate, the credentials and the licence, one after the other, and says what to do about the first problem. **Save and connect** then opens your customers.',
          'You can save while offline: the connection is tested later.',
        ],
      },
    ],
  },
  {
    id: 'protect-data',
    title: 'Protect your data',
    group: 'start',
    summary: 'Choose how the data on this PC is stored when the PC has no keychain.',
    screens: ['storage:needs-choice'],
    keywords: 'storage encryption password keychain first start nothing',
    picture: { name: 'storage', alt: 'The choice between a password and storing nothing.' },
    sections: [
      {
        title: 'Use a password',
        blocks: [
          'Everything is stored encrypted, and you enter the password at each start. Print your recovery key from [Settings](settings-privacy#recovery-key): it is the only way back if you forget the password.',
        ],
      },
      {
        title: 'Don’t store anything',
        blocks: ['Drafts, downloaded customers and your sign-in are removed when you close Forecourt.'],
      },
    ],
  },
  {
    id: 'unlock',
    title: 'Unlock Forecourt',
    group: 'start',
    summary: 'Your password opens the data that Forecourt stores on this PC.',
    screens: ['storage:needs-password', 'locked'],
    keywords: 'lock password forgot open',
    picture: { name: 'storage-password', alt: 'The page that asks for the password.' },
    sections: [
      {
        title: 'Open your data',
        blocks: [
          'Enter the **Password** and choose **Open**. Nobody can read the data without it.',
          'After several wrong passwords, Forecourt waits before it accepts another one, also after a restart.',
        ],
      },
      {
        title: 'Forgot password?',
        blocks: ['**Forgot password?** asks for the recovery key that you printed: see [Recover your data](recovery).'],
      },
    ],
  },
  {
    id: 'recovery',
    title: 'Recover your data',
    group: 'start',
    summary: 'What to do when the password is forgotten, the keychain is lost or the data is damaged.',
    screens: [
      'storage:key-lost',
      'storage:vault-locked',
      'storage:unreadable',
      'storage:unavailable',
      'storage:needs-password',
    ],
    parts: ['Use your recovery key'],
    keywords: 'recovery key lost keychain damaged unreadable backup restore start empty set aside',
    picture: { name: 'storage-recovery', alt: 'The page that asks for the recovery key and a new password.' },
    sections: [
      {
        title: 'Use the recovery key',
        blocks: [
          'Choose **Use recovery key** and enter the 55 characters as printed. Then choose a new password if asked.',
        ],
      },
      {
        title: 'The keychain is locked or missing',
        blocks: [
          'Signing in to the PC again usually unlocks it: then choose **Try again**. Nothing is lost meanwhile.',
        ],
      },
      {
        title: 'The data can’t be read',
        blocks: ['Forecourt keeps a backup and offers to restore it. The damaged files are renamed, not deleted.'],
      },
      {
        title: 'Start with empty data',
        parts: ['Start with empty data on this PC?'],
        blocks: [
          '**Set data aside and start empty** is the last resort. The old files stay on this PC under another name. Customers at the service aren’t affected.',
        ],
      },
    ],
  },
]
