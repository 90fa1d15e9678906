import type { HelpPage } from '../../app/help-page.ts'

/** Help for the settings: a page for each of theirs, a section for each of theirs. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'settings-connection',
    title: 'Settings: Connection',
    group: 'program',
    summary: 'The accounts that Forecourt connects to, their region, and look-ups.',
    screens: ['settings', 'settings-connection'],
    keywords: 'preferences options region connection account key default state',
    picture: {
      name: 'settings-connection',
      alt: 'The index of the settings, the connections, the region and look-ups.',
    },
    sections: [
      {
        title: 'Find a setting',
        parts: ['Pages of Settings'],
        blocks: [
          'Settings has six pages. **Search settings** finds a setting by its label, its explanation and other words, opens its page and marks it. `Ctrl+K` finds settings too.',
        ],
      },
      {
        title: 'Connections',
        parts: [/^Remove .+\?$/],
        blocks: [
          'The accounts Forecourt connects to. **Test** checks one, **Update credentials** replaces its key, **Remove** deletes it from this PC with its downloaded customers, calls, Do Not Contact marks, look-ups and views; its watched folders stop. Customers at the service aren’t affected.',
        ],
      },
      {
        title: 'Region',
        blocks: ['Customers, uploads and the rules for regos depend on the region.'],
      },
      {
        title: 'Look-ups and imports',
        blocks: [
          'The **Default state of regos** is used for look-ups, and for imports without a state column.',
          '**Reuse results for** sets how long a saved result is used before a look-up is repeated. Look-ups may be charged; saved results cost nothing.',
        ],
      },
    ],
  },
  {
    id: 'settings-this-pc',
    title: 'Settings: This PC',
    group: 'program',
    summary: 'How Forecourt looks, starts and closes on this PC, the lock, and watched folders.',
    screens: ['settings-this-pc'],
    keywords: 'preferences options theme dark density dates autostart tray PIN',
    picture: { name: 'settings-this-pc', alt: 'The appearance, the start, the lock and the watched folders.' },
    sections: [
      {
        title: 'Appearance',
        blocks: [
          '**Light**, **Dark** or **System**, how close together the rows of tables are, and how dates are written.',
        ],
      },
      {
        title: 'Start',
        blocks: ['**Start Forecourt when I sign in to this PC** opens it in the tray, where it checks for sightings.'],
      },
      {
        title: 'When you close the window',
        blocks: ['While an upload runs: **Ask me**, **Continue in the tray**, or **Stop, and continue next time**.'],
      },
      {
        title: 'Lock',
        blocks: [
          '**Lock now** hides your customers when you leave the desk; uploads continue. **Lock when not used for** does it by itself. It unlocks with your password or a PIN: **Set a PIN**.',
        ],
      },
      {
        title: 'Watched folders',
        blocks: ['Leads to the folders whose new files become drafts or uploads by themselves.'],
      },
    ],
  },
  {
    id: 'settings-calls',
    title: 'Settings: Calls',
    group: 'program',
    summary: 'When Forecourt checks for sightings and tells you about them, calling hours and public holidays.',
    screens: ['settings-calls'],
    keywords: 'preferences options notify digest interval hours holidays weekend phone',
    picture: {
      name: 'settings-calls',
      alt: 'How new sightings are checked, the hours for calls, and public holidays.',
    },
    sections: [
      {
        title: 'New sightings',
        blocks: [
          '**Check for new sightings every** sets how often the customer list is downloaded. Choose whether Forecourt notifies you about sightings and price drops, and whether and when it shows a **Daily digest of what to call**.',
        ],
      },
      {
        title: 'Calling hours',
        blocks: [
          'The hours in which Forecourt calls without a warning, in the customer’s local time. **Change hours…** sets them for each day.',
        ],
      },
      {
        title: 'Public holidays',
        blocks: [
          '**Public holidays without calls** chooses which count. **Show holidays…** lists them for a state or area and a year: **Remove** one, or add your own with **Add holiday**.',
        ],
      },
    ],
  },
  {
    id: 'settings-privacy',
    title: 'Settings: Privacy and data',
    group: 'program',
    summary: 'Protection of your data on this PC, the recovery key, backups, and the deletion of all data.',
    screens: ['settings-privacy'],
    keywords: 'password encryption keychain recovery key backup restore delete all',
    picture: { name: 'settings-privacy', alt: 'The protection of the data, the recovery key and backups.' },
    sections: [
      {
        title: 'Protection',
        parts: ['Password for your data', 'Keep the key in the keychain'],
        blocks: [
          'Your data on this PC is encrypted. **Change the password…**, or move its key between the keychain and a password.',
        ],
      },
      {
        title: 'Recovery key',
        blocks: [
          '**Show recovery key** and **Print** it, and lock it away. It opens your data when the password is forgotten or the keychain is lost. Anyone who has it and this PC can open your data.',
        ],
      },
      {
        title: 'Backup',
        parts: ['Save a backup', 'Restore a backup'],
        blocks: [
          '**Save a backup…** writes all your work on this PC to one encrypted file with a password. **Restore a backup…** brings it back, on this PC or another. API keys and passwords are never in it.',
          'After a restore, uploads, changes and bulk look-ups that weren’t finished are paused, and so are watched folders that send by themselves. Resume what you still need: Forecourt looks for the rows of an upload at the service first, and sends only those that aren’t there. Do Not Contact marks made since the backup are gone, except those of your team.',
        ],
      },
      {
        title: 'Automatic backups',
        blocks: ['**Set up…** writes a backup to a folder of your choice each day or week while Forecourt is open.'],
      },
      {
        title: 'Privacy',
        parts: ['Delete all data on this PC'],
        blocks: [
          '**Open Privacy** leads to what is stored about one person, and to what leaves this PC.',
          '**Delete all data on this PC…** removes everything that Forecourt stores here, with its keys. That includes Do Not Contact marks, the bin and the names of people. In a team, leave it first: otherwise this PC stays in its list of members. Nothing changes at the service, and files that you saved elsewhere stay. Afterwards Forecourt starts as if it were newly installed.',
        ],
      },
    ],
  },
  {
    id: 'settings-advanced',
    title: 'Settings: Advanced and about',
    group: 'program',
    summary: 'Settings for what your provider hasn’t documented, updates, and versions for support.',
    screens: ['settings-advanced'],
    keywords: 'expert options batch reference webhooks version licences report update',
    picture: {
      name: 'settings-advanced',
      alt: 'The advanced settings of uploads, each with its effect in a sentence.',
    },
    sections: [
      {
        title: 'Advanced',
        blocks: [
          'For behaviour that your provider hasn’t documented. Most people never change these. Open a group to see its settings: each says why it exists.',
        ],
      },
      {
        title: 'Updates',
        blocks: [
          '**Check for updates** looks for a newer version, where your build has an address for them. An update never interrupts an upload.',
        ],
      },
      {
        title: 'About',
        blocks: ['Versions and the data folder, for support, and the licences of other software in Forecourt.'],
      },
    ],
  },
  {
    id: 'team',
    title: 'Team',
    group: 'program',
    summary: 'Share the work with the other PCs of your dealership.',
    screens: ['settings-team'],
    parts: ['Members'],
    picture: {
      name: 'settings-team',
      alt: 'A team with its members and when each was last active, and the buttons to invite and to leave.',
    },
    keywords:
      'share colleagues several PCs PostgreSQL database invite invitation passphrase member owner sync assign take',
    sections: [
      {
        title: 'Create a team',
        blocks: [
          {
            steps: [
              'Ask your IT staff for the address of a PostgreSQL database, and for a CA file if it has its own certificate. `docs/team.md` tells them what to set up.',
              'In **Settings**, page **Team**, select **Create a team…** and paste the address. **Test** checks it in five steps.',
              'Select **Create team**. This PC becomes the owner, and the first invitation is shown.',
            ],
          },
        ],
      },
      {
        title: 'Add and remove PCs',
        parts: ['Join a team', 'Invite a member', 'Invitation', /^Remove .+ from the team\?$/, /^Leave .+\?$/],
        blocks: [
          '**Invite…** makes an invitation and a passphrase for one PC. Send them in two different ways. On the other PC, select **Join a team…** and paste both. While the team’s data arrives, **Cancel** beside the progress takes that PC out of the team again.',
          '**Remove** takes a PC out of the team: it gets nothing new, and its access to the database ends. An owner keeps its login to the database and could still read and delete encrypted entries there. Anyone can leave with **Leave team…**; their own work stays on their PC, and calls assigned to people of other PCs are not assigned there afterwards.',
        ],
      },
      {
        title: 'Work together',
        blocks: [
          'On the call card, **Take** (`F`) shows the others that you are calling, for ten minutes. **Assign** (`G`) gives the call to a colleague. Both are in the menu of the car in the list. **Mine** above the call list shows what is assigned to you.',
          'The [upload history](uploads) shows the uploads of the whole team, and you are told before you send a file that a colleague has sent.',
          'The call card shows how old the team’s data is. While the server can’t be reached, you keep working: everything is sent later.',
        ],
      },
      {
        title: 'What the others see',
        blocks: [
          {
            list: [
              'All members see call outcomes and notes with the name of who recorded them, assigned cars, Do Not Contact marks, message templates, saved views and which files were uploaded. That includes the work from before the PC joined.',
              'Each entry names the customer and the car that it is about. The list of customers itself, connections, API keys and drafts are not shared.',
              'Only the work of your accounts is shared. Practice data is not.',
            ],
          },
        ],
      },
      {
        title: 'What a removed member keeps',
        blocks: [
          'What a PC received before it was removed stays readable on it. It gets no later entries and no new keys. If that matters, delete the data on that PC as well.',
        ],
      },
      {
        title: 'What the server administrator sees',
        blocks: [
          'Entries are encrypted and signed on your PCs. An administrator sees how many PCs and entries there are, how large they are, when they arrive and from where. No name, number, rego or VIN. They can’t add or change entries, but they can delete them: each PC keeps what it has received.',
        ],
      },
      {
        title: 'Try it with practice data',
        blocks: [
          'The practice team has a simulated colleague who joins, calls customers, takes cars and marks one person as Do Not Contact. It shares practice data only, stays on this PC and ends when you close Forecourt.',
        ],
      },
    ],
  },
]
