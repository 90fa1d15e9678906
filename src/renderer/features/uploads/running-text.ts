import { plural } from '../../ui/format.ts'

/** What the sidebar says of the uploads. It is in the first script of the window: apart from uploads-text.ts. */
export const runningText = {
  attention: (count: number) => plural(count, 'upload needs attention', 'uploads need attention'),
  waiting: (count: number) => `${plural(count, 'upload')} waiting`,
  paused: (count: number) => `${plural(count, 'upload')} paused`,
  running: (count: number, percent: number | null) =>
    `${plural(count, 'upload')} ${percent === null ? 'finishing' : `running, ${percent}%`}`,
} as const
