import { plural } from '../../ui/format.ts'

/** The texts of the top bar's upload button, which is in the first script of the window: apart from uploads-text.ts. */
export const runningText = {
  attention: (count: number) => plural(count, 'upload needs attention', 'uploads need attention'),
  waiting: (count: number) => `${plural(count, 'upload')} waiting`,
  paused: (count: number) => `${plural(count, 'upload')} paused`,
  running: (count: number, percent: number | null) =>
    `${plural(count, 'upload')} ${percent === null ? 'finishing' : `running, ${percent}%`}`,
} as const
