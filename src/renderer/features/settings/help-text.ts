import type { HelpPage } from '../../app/help-page.ts'

/** Help for the settings, a section for each of theirs. */
export const helpPages: readonly HelpPage[] = [
  {
    id: 'settings',
    title: 'Settings',
    group: 'program',
    summary: 'Connections, look-ups, appearance, protection of your data, backup and updates.',
    screens: ['settings'],
    keywords: 'preferences options theme dark density region connection backup password',
    picture: { name: 'settings', alt: 'The first sections of the settings: connections, region and look-ups.' },
    sections: [
      {
        title: 'Connections',
        parts: [/^Remove .+\?$/],
        picture: {
          name: 'settings-connections',
          alt: 'The connection in use, with buttons to test, edit and remove it.',
        },
        blocks: [
          'The accounts Forecourt connects to. **Test** checks one, **Update credentials** replaces its key, **Remove** deletes it with its downloaded customers from this PC. Customers at the service aren’t affected.',
        ],
      },
      {
        title: 'Region',
        picture: { name: 'settings-region', alt: 'The choice of the region.' },
        blocks: ['Customers, uploads and the rules for regos depend on the region.'],
      },
      {
        title: 'Team',
        parts: [
          'Create a team',
          'Join a team',
          'Invite a member',
          'Invitation',
          /^Remove .+ from the team\?$/,
          /^Leave .+\?$/,
        ],
        picture: {
          name: 'settings-team',
          alt: 'A team with its members and when each was last active, and the buttons to invite and to leave.',
        },
        blocks: [
          'Several PCs of a dealership share calls, notes and Do Not Contact marks. **Create a team…** makes one, **Join a team…** adds this PC to one. **Try it with practice data** needs no server. More in [Team](team).',
        ],
      },
      {
        title: 'Look-ups',
        picture: {
          name: 'settings-look-ups',
          alt: 'How long saved look-ups are used, and how many results a page has.',
        },
        blocks: [
          '**Reuse results for** sets how long a saved result is used before a look-up is repeated. Look-ups may be charged; saved results cost nothing.',
        ],
      },
      {
        title: 'Appearance',
        picture: { name: 'settings-appearance', alt: 'The theme, the height of rows and the form of dates.' },
        blocks: ['**Light**, **Dark** or **Same as system**, and how close together the rows of tables are.'],
      },
      {
        title: 'When you close the window',
        blocks: ['While an upload runs: **Ask me**, **Continue in the tray**, or **Stop, and continue next time**.'],
      },
      {
        title: 'Advanced',
        picture: { name: 'settings-advanced', alt: 'The first advanced settings, each with its effect in a sentence.' },
        blocks: [
          'For behaviour that your provider hasn’t documented. Most people never change these. Each setting says why it exists.',
        ],
      },
      {
        title: 'Protection',
        parts: ['Password for your data', 'Keep the key in the keychain'],
        picture: {
          name: 'settings-protection',
          alt: 'Where the key of the data is kept, and the button to change the password.',
        },
        blocks: [
          'Your data on this PC is encrypted. **Change the password…**, or move its key between the keychain and a password.',
        ],
      },
      {
        title: 'Recovery key',
        picture: { name: 'settings-recovery-key', alt: 'The buttons to show the recovery key and to replace it.' },
        blocks: [
          '**Show recovery key** and **Print** it, and lock it away. It opens your data when the password is forgotten or the keychain is lost. Anyone who has it and this PC can open your data.',
        ],
      },
      {
        title: 'Backup',
        parts: ['Save a backup', 'Restore a backup'],
        picture: { name: 'settings-backup', alt: 'The buttons to save a backup and to restore one.' },
        blocks: [
          '**Save a backup…** writes all your work on this PC to one encrypted file with a password. **Restore a backup…** brings it back, on this PC or another. API keys and passwords are never in it.',
          'After a restore, uploads, changes and bulk look-ups that weren’t finished are paused, and so are watched folders that send by themselves. Resume what you still need: Forecourt looks for the rows of an upload at the service first, and sends only those that aren’t there.',
        ],
      },
      {
        title: 'Everyday work',
        picture: {
          name: 'settings-everyday-work',
          alt: 'The default state of regos, and how often new sightings are checked.',
        },
        blocks: ['The **Default state of regos** and how often Forecourt checks for new sightings.'],
      },
      {
        title: 'Calling hours',
        picture: {
          name: 'settings-calling-hours',
          alt: 'The hours for calls on each day, and the public holidays below them.',
        },
        blocks: [
          'The hours in which Forecourt calls without a warning, in the customer’s local time, and the **Public holidays without calls**. **Reset to defaults** brings the usual ones back.',
        ],
      },
      {
        title: 'Start',
        picture: { name: 'settings-start', alt: 'The switch that starts Forecourt when you sign in to the PC.' },
        blocks: ['**Start Forecourt when I sign in to this PC** opens it in the tray, where it checks for sightings.'],
      },
      {
        title: 'Lock',
        picture: {
          name: 'settings-lock',
          alt: 'The time after which the window locks itself, and the button that locks it now.',
        },
        blocks: [
          '**Lock now** hides your customers when you leave the desk; uploads continue. **Lock when not used for** does it by itself. It unlocks with your password or a PIN: **Set a PIN**.',
        ],
      },
      {
        title: 'Automatic backups',
        picture: { name: 'settings-automatic-backups', alt: 'The button that sets up automatic backups to a folder.' },
        blocks: ['**Set up…** writes a backup to a folder of your choice each day or week while Forecourt is open.'],
      },
      {
        title: 'Watched folders',
        picture: { name: 'settings-watched-folders', alt: 'The link to the watched folders.' },
        blocks: ['Leads to the folders whose new files become drafts or uploads by themselves.'],
      },
      {
        title: 'Privacy',
        parts: ['Delete all data on this PC'],
        picture: {
          name: 'settings-privacy',
          alt: 'The link to the Privacy screen, and the button that deletes all data.',
        },
        blocks: [
          '**Open Privacy** leads to what is stored about one person, and to what leaves this PC.',
          '**Delete all data on this PC…** removes everything that Forecourt stores here, with its keys. Nothing changes at the service, and files that you saved elsewhere stay. Afterwards Forecourt starts as if it were newly installed.',
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
    screens: [],
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
              'In [Settings](settings#team), select **Create a team…** and paste the address. **Test** checks it in five steps.',
              'Select **Create team**. This PC becomes the owner, and the first invitation is shown.',
            ],
          },
        ],
      },
      {
        title: 'Add and remove PCs',
        blocks: [
          '**Invite…** makes an invitation and a passphrase for one PC. Send them in two different ways. On the other PC, select **Join a team…** and paste both. While the team’s data arrives, **Cancel** beside the progress takes that PC out of the team again.',
          '**Remove** takes a PC out of the team: it gets nothing new, and its access to the database ends. Anyone can leave with **Leave team…**; their own work stays on their PC.',
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
              'All members see call outcomes and notes with the name of who recorded them, assigned cars, Do Not Contact marks, message templates, saved views and which files were uploaded.',
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
