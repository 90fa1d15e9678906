import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { run } from './project.mjs'

/**
 * Linux adds the CPU of a process to its parent when the parent waits for it. Chromium's processes often end after the process that
 * started them, and would be lost: two thirds of the CPU of a window test. This parent adopts such processes (prctl 36,
 * PR_SET_CHILD_SUBREAPER), ends what is left at the end, and waits for all. Node cannot call prctl; Perl is part of Debian and Ubuntu.
 */
const adopter = `
  my $name = shift;
  syscall(shift, 36, 1, 0, 0, 0) == 0 or die "prctl: $!";
  my $main = fork() // die "fork: $!";
  if ($main == 0) { exec { $ARGV[0] } @ARGV or exit 127 }
  my ($ended, $status) = (0, 0);
  while (($ended = wait()) > 0) {
    $status = $? if $ended == $main;
    last if $ended == $main;
  }
  while (open(my $list, '<', "/proc/$$/task/$$/children")) {
    my @left = split ' ', (readline($list) // '') or last;
    kill 'KILL', @left;
    wait() for @left;
  }
  my (undef, undef, $user, $system) = times;
  printf "\nCPU of %s: %.0f s\n", $name, $user + $system if $name ne '';
  exit($status & 127 ? 1 : $status >> 8);
`

/** The number of the system call prctl. */
const prctl = { x64: 157, arm64: 167 }[process.arch]
const canCount =
  process.platform === 'linux' &&
  prctl !== undefined &&
  spawnSync('perl', ['-e', '1'], { stdio: 'ignore' }).status === 0

/** Runs a program like `run`; its CPU and that of all its descendants is counted, and printed at its end when it has a name. */
export const runCounted = (program, words, options, name = '') =>
  canCount
    ? run('perl', ['-e', adopter, name, String(prctl), program, ...words], options)
    : run(program, words, options)

/** The CPU of this script and of all that it started, in seconds: user and system. Null where it is not known. */
function cpuSeconds() {
  if (!canCount) return null
  // The fields after the name: 11 to 14 are utime, stime, cutime and cstime, in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100
}

/** The CPU and the time since the start of this process, as a line: `CPU: 793 s, 8 min 12 s`. */
export function timeUsed() {
  const seconds = Math.round(performance.now() / 1000)
  const duration = `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const cpu = cpuSeconds()
  return cpu === null ? `Time: ${duration}` : `CPU: ${Math.round(cpu)} s, ${duration}`
}
