import type { TeamMember, TeamServerTest, TeamStatus } from '../../../../contract/team.ts'
import type { TeamRole } from '../../../../contract/team-role.ts'
import { formatAge, formatCount, formatMoment, formatTimeLeft, plural } from '../../../ui/format.ts'

const roles: Readonly<Record<TeamRole, string>> = { owner: 'Owner', member: 'Member' }

const steps: Readonly<Record<TeamServerTest['steps'][number]['step'], string>> = {
  address: 'Address',
  network: 'Network',
  certificate: 'Certificate',
  credentials: 'Credentials',
  tables: 'Tables',
}

/** Owners share the login that owns the tables, so it can't be taken from one of them. */
const keepsLogin =
  ', but as an owner it keeps the login of the database: it can still read and delete encrypted entries there. To prevent that, create a new team in another database.'

export const teamSettingsText = {
  loading: 'Loading the team',
  none: {
    explanation:
      'Several PCs can share one team: everyone sees who is calling which customer, every outcome and who must not be contacted. Your team’s data is stored in a PostgreSQL database of your dealership, encrypted on your PCs.',
    create: 'Create a team…',
    join: 'Join a team…',
    practise: 'Try it with practice data',
    practiceText: 'Practice has a team with a simulated colleague. It needs no server, and nothing leaves this PC.',
    practiceElsewhere: 'To try a team without a server, switch to practice data first.',
    practiceName: 'Practice team',
    practicePc: 'My PC',
  },
  form: {
    address: 'Database address',
    addressHint: 'Ask your IT staff. It looks like postgres://user:password@server:5432/forecourt',
    certificates: 'CA file (optional)',
    certificatesHint: 'Only if your IT staff gave you one.',
    invitedCertificatesHint: 'Only if you were given one. Otherwise the one in the invitation is used.',
    noFile: 'No file selected',
    choose: 'Choose CA file…',
    clear: 'Remove CA file',
    unreadable: {
      kind: 'invalid-input' as const,
      message: 'The CA file is too large.',
      next: 'Choose a certificate file in PEM format.',
    },
    name: 'Team name',
    nameHint: 'For example the name of your dealership. All members see it.',
    pcName: 'Name of this PC',
    pcNameHint: 'The other members see it. For example “Front desk”.',
    /** Of creating and of joining: the members keep what they have received. */
    shares:
      'Everything recorded on this PC so far is shared too: call outcomes and notes, Do Not Contact marks, assigned calls, message templates, saved views and the list of uploads. This can’t be undone. Practice data is not shared.',
    cancel: 'Cancel',
  },
  create: {
    title: 'Create a team',
    explanation: 'This PC becomes the owner. Owners invite and remove members.',
    test: 'Test',
    create: 'Create team',
    creating: 'Creating the tables and the team',
    hasTables: 'This database already has a team. To join it, ask its owner for an invitation.',
    created: (name: string) => `Team ${name} created.`,
  },
  test: {
    running: 'Testing the address, the network and the credentials',
    passed: 'The database can be used.',
    failed: 'The database can’t be used.',
    steps,
    stepStates: { passed: 'passed', failed: 'failed', 'not-reached': 'skipped' },
  },
  join: {
    title: 'Join a team',
    explanation: 'You need an invitation from an owner of the team, and its passphrase.',
    /** What other PCs have decided is carried out here as well. */
    receives:
      'The team’s work comes to this PC. Its Do Not Contact marks apply here, also after you leave. People that the team has deleted are deleted here too, and at the service.',
    invitation: 'Invitation',
    invitationHint: 'Paste the whole text. It begins with “forecourt-team-”.',
    passphrase: 'Passphrase',
    passphraseHint: 'Five groups of four letters and digits. The owner sends it separately.',
    join: 'Join team',
    joining: 'Connecting to the team',
    joined: (name: string) => `You joined ${name}.`,
  },
  invite: {
    title: 'Invite a member',
    role: 'Role',
    roles: [
      { value: 'member', label: 'Member', hint: 'Shares the work of the team.' },
      {
        value: 'owner',
        label: 'Owner',
        hint: 'Also invites and removes members, and has full access to the database.',
      },
    ] as const,
    days: 'Valid for',
    dayOptions: [1, 3, 7, 14, 30].map((value) => ({ value, label: plural(value, 'day') })),
    invite: 'Create invitation',
    shownTitle: 'Invitation',
    shownOnce:
      'Send the invitation and the passphrase in two different ways, for example by email and by phone. They are shown only once and work for one PC.',
    practice: 'In practice, a simulated colleague accepts each invitation by itself.',
    text: 'Invitation',
    passphrase: 'Passphrase',
    copyText: 'Copy invitation',
    copyPassphrase: 'Copy passphrase',
    copied: 'Copied.',
    expires: (at: string) => `Expires ${formatMoment(at)}.`,
    done: 'Done',
  },
  practiceNotice:
    'This is a practice team with a simulated colleague. It shares practice data only, stays on this PC and ends when you close Forecourt.',
  practiceTag: 'Practice',
  facts: {
    server: 'Database',
    role: 'Your role',
    synced: 'Last synced',
    waiting: 'Waiting to send',
    newer: 'From a newer version',
    refused: 'Rejected',
  },
  roles,
  state({ state, failure, progress, age, leaving }: TeamStatus): string {
    if (leaving) return 'Leaving the team'
    if (state === 'removed') return 'Removed from the team'
    if (failure) return 'Not connected'
    if (progress) return 'Downloading the team’s data'
    return age?.syncedAt ? 'Connected' : 'Connecting'
  },
  synced: (at: string | null, now: Date) => (at === null ? 'Never' : `${formatMoment(at)} (${formatAge(at, now)})`),
  waiting: (count: number) => (count === 0 ? 'Nothing' : plural(count, 'change')),
  newer: (count: number) => `${plural(count, 'change')}. Update Forecourt to see ${count === 1 ? 'it' : 'them'}.`,
  refused: (count: number) => `${plural(count, 'entry', 'entries')}, because of a wrong signature or a removed member`,
  progress: ({ done, total, secondsLeft }: NonNullable<TeamStatus['progress']>) =>
    [`${formatCount(done)} of ${formatCount(total)}`, formatTimeLeft(secondsLeft)].filter(Boolean).join(', '),
  /** Beside the progress of a PC that joins. */
  cancel: { label: 'Cancel', description: 'Cancel joining the team', done: 'Joining was cancelled.' },
  waits: 'Your work is saved on this PC and sent when the connection is back.',
  members: {
    title: 'Members',
    count: (count: number) => `Members (${count})`,
    thisPc: 'This PC',
    active: (at: string | null, now: Date) => (at === null ? 'No activity yet' : `Last active ${formatAge(at, now)}`),
    unknown: 'The members are shown when the keys of the team can be read.',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removed: (count: number) => `Removed members (${count})`,
    confirm: ({ name, role }: TeamMember) => ({
      title: `Remove ${name} from the team?`,
      text: `${name} gets no new data of the team${role === 'owner' ? keepsLogin : ' and loses access to the database.'} What that PC has already received stays on it. Its past calls and notes stay with the team, and calls that are assigned to its people stay assigned to them: assign them to others.`,
      confirmLabel: 'Remove member',
    }),
    done: (name: string) => `${name} was removed from the team.`,
  },
  inviteButton: 'Invite…',
  syncNow: 'Sync now',
  leave: 'Leave team…',
  leaving: {
    confirmLabel: 'Leave team',
    title: (name: string) => `Leave ${name}?`,
    /** `waiting`: changes that the database does not have. */
    text: (waiting: number) =>
      [
        'Your own calls and notes stay on this PC, and so do all templates, saved views and Do Not Contact marks.',
        'The calls, notes and uploads of the others are removed, and calls assigned to people of other PCs are not assigned afterwards.',
        waiting === 0
          ? ''
          : `${plural(waiting, 'change is', 'changes are')} waiting: what can’t be sent within 5 seconds never reaches the others.`,
        'To come back, you need a new invitation.',
      ]
        .filter(Boolean)
        .join(' '),
    lastOwner: 'You are the only owner: afterwards nobody can invite or remove members.',
    practice: 'The practice team and what the simulated colleague recorded are removed from this PC.',
    done: 'This PC left the team.',
  },
} as const
