import type { Connection } from '../../../contract/connections.ts'
import { formatCount } from '../../ui/format.ts'
import { regionNames } from '../../../contract/region-names.ts'

/** What a user should know before working with another connection. */
export interface UnfinishedWork {
  /** Uploads that are being sent or followed. */
  readonly running: number
  /** Uploads that wait, are paused or need the user. */
  readonly waiting: number
  /** Edits and deletions that are being sent. */
  readonly edits: number
  /** Deletions that wait while Undo is offered: a switch ends that. */
  readonly held: number
  /** Edits and deletions that failed or conflict. */
  readonly problems: number
  /** What has text that was typed and not saved, by name. */
  readonly typed: readonly string[]
}

const typedLines = (typed: readonly string[]): string[] =>
  typed.map((name) => `Unsaved text in “${name}”. It will be lost.`)

const line = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? one : `${formatCount(count)} ${many}`]

/** What working with another region ends, a line each. */
const endingLines = ({ held, typed }: Pick<UnfinishedWork, 'held' | 'typed'>): string[] => [
  ...line(
    held,
    '1 deletion is sent, and Undo is no longer offered.',
    'deletions are sent, and Undo is no longer offered.',
  ),
  ...typedLines(typed),
]

/** What is not finished in the connection in use, a line each. */
function unfinishedLines({ running, waiting, edits, problems, ...ending }: UnfinishedWork): string[] {
  return [
    ...line(running, '1 upload is running. It continues.', 'uploads are running. They continue.'),
    ...line(waiting, '1 upload is waiting. It stays in the history.', 'uploads are waiting. They stay in the history.'),
    ...line(edits, '1 change isn’t saved yet. It is still sent.', 'changes aren’t saved yet. They are still sent.'),
    ...line(problems, '1 change needs your attention in Customers.', 'changes need your attention in Customers.'),
    ...endingLines(ending),
  ]
}

/** The texts of the menu of connections in the top bar. */
export const switcherText = {
  status: (name: string, status: string) => `${name}: ${status}`,
  name: 'Connections',
  region: 'Region',
  practice: 'Practice',
  address: ({ kind, baseUrl, region }: Connection) =>
    `${kind === 'practice' ? 'Sample data on this PC' : baseUrl.replace(/^https:\/\//, '').replace(/\/$/, '')}, ${regionNames[region]}`,
  notInUse: 'Not in use',
  credentialsMissing: 'Credentials missing',
  manage: 'Manage connections',
  add: 'Add a connection',
  tryAgain: 'Try again',
  trying: 'Trying to connect',
  updateCredentials: 'Update credentials',
  problems: {
    offline: (name: string) => `Can’t connect to ${name}. Check your internet connection.`,
    'service-down': (name: string) => `${name} isn’t responding. Try again in a few minutes.`,
    'sign-in-required': (name: string) => `${name} refused your credentials. Update them to continue.`,
    missing: (name: string) => `The credentials of ${name} are missing. Enter them to continue.`,
  },
  stillFailing: 'Still no connection.',
  removed: (name: string) => `The connection ${name} was removed.`,
  /** `lost`: what had unsaved text. */
  switched: ({ name, region }: Connection, lost: readonly string[]) =>
    [
      `Now using ${name}, ${regionNames[region]}.`,
      ...lost.map((title) => `Unsaved text in “${title}” was discarded.`),
    ].join(' '),
  question: {
    title: (name: string) => `Switch to ${name}?`,
    text: (from: string) => `In ${from}:`,
    confirm: 'Switch',
    discard: 'Discard',
    keep: 'Keep editing',
    endingLines,
    unfinishedLines,
  },
} as const
