/** The help of each command: how it is called, what it does, and its own options. */
const commands = {
  import: {
    call: 'forecourt import FILE',
    does: 'import a spreadsheet; it is sent when nothing is left to decide',
    title: 'Import',
    options: `  --template NAME           set up the columns as this template says
  --name NAME               what the upload is called; otherwise the name of the file
  --look-up-vins            let the service look up missing VINs, which may be charged
  --dry-run                 read and check the file, send nothing and leave no draft
  --yes                     send without being asked
  --keep-draft              leave a draft also when the service can't be reached`,
  },
  status: {
    call: 'forecourt status',
    does: 'what there is to do',
    title: 'Status',
    options:
      '  --wait                    wait until running uploads have ended, for example after a stop in the middle',
  },
  sightings: {
    call: 'forecourt sightings',
    does: 'cars of the call list',
    title: 'Sightings',
    options: `  --since DATE              only cars that were seen on or after this date (2026-11-22)
  --csv                     as CSV: the call sheet`,
  },
  customers: {
    call: 'forecourt customers',
    does: 'customers on this PC',
    title: 'Customers',
    options: `  --csv                     as CSV; numbers of Do Not Contact people are left out
  --refresh                 sync with the service first`,
  },
  lookup: {
    call: 'forecourt lookup CAR ...',
    does: 'look up regos and VINs; a look-up may be charged',
    title: 'Look-up',
    options:
      '  --state CODE              the state of regos that exist in several: NSW, NT, QLD, SA, TAS, VIC, WA or ACT',
  },
  backup: {
    call: 'forecourt backup FILE',
    does: 'save a backup of all work on this PC',
    title: 'Backup',
    options: `  --backup-password-file F  a file that only you can read, with the password of the backup
  --overwrite               replace a file of this name`,
  },
  export: {
    call: 'forecourt export PLACE',
    does: 'write everything to a new folder',
    title: 'Export',
    options: `  --xlsx                    as workbooks, which is the default
  --csv                     as CSV
  --include-do-not-contact  with the numbers and e-mail addresses of Do Not Contact people
                            without --connection, all connections are exported`,
  },
} as const

const commonOptions = `All commands
  --connection NAME         the connection to use; otherwise the one that was used last
  --json                    one JSON object on stdout
  --quiet                   no progress on stderr
  --password-file F         a file that only you can read, with the password that protects the data on this PC
  --password-stdin          read that password from standard input
  --data-dir FOLDER         where the database and the log are saved
  --practice                use practice data: no account is needed
  --practice-speed N        customers that the practice service processes in a second
  --practice-seed N         where there is no practice data yet, create it from this number
  --no-keychain             run as on a PC without a keychain
  --help                    show this text; after a command, that of the command
  --version                 show the version of Forecourt

Exit codes
  0   done                                  5   the data is locked, or there are no credentials
  1   a defect; its reference is shown      6   Forecourt is open with another connection
  2   a person has to decide something      7   sent, but the service refused some rows
  3   a file can't be read or written       64  the command or an option is wrong
  4   the service can't be reached, or refuses the work
                                            130 stopped by Ctrl+C
`

/** A command opens the whole program, unless its window is open already. */
const alsoContinues = `While a command runs, Forecourt goes on with everything that waits, as with its window open: uploads, changes and deletions
of customers, bulk look-ups (which may be charged), watched folders, automatic backups and the team.
`

const line = (call: string, does: string): string => `  ${call.padEnd(25)} ${does}\n`

/** The help of one command; null: of all. */
export function helpOf(command: keyof typeof commands | null): string {
  if (command !== null) {
    const { call, does, title, options } = commands[command]
    return `${line(call, does).trimStart()}\n${alsoContinues}\n${title}\n${options}\n\n${commonOptions}`
  }
  const all = Object.values(commands)
  const calls = all.map(({ call, does }) => line(call, does)).join('')
  const sections = all.map(({ title, options }) => `${title}\n${options}\n\n`).join('')
  return `Forecourt without its window: for jobs that run by themselves.\n\n${calls}\n${alsoContinues}\n${sections}${commonOptions}`
}
