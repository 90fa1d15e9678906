import type { PracticeOutage, PracticeSpeed, PracticeState } from '../../../contract/practice.ts'
import { formatCount, plural } from '../../ui/format.ts'

const outages: Readonly<Record<PracticeOutage, { readonly choice: string; readonly state: string }>> = {
  none: { choice: 'No problem', state: 'The practice service is working.' },
  'no-network': { choice: 'No internet', state: 'No internet (simulated).' },
  'service-down': { choice: 'Service unavailable', state: 'The service is unavailable (simulated).' },
}

const speedState = (speed: PracticeSpeed): string => {
  if (speed === 'at-once') return 'Uploads are processed at once.'
  if (speed === 0) return 'Uploads and new sightings are paused.'
  return `Uploads: ${plural(speed, 'customer')} per second.`
}

export const practiceText = {
  title: 'Practice',
  command: 'Practice controls',
  summary: ({ outage, speed, customers, waiting }: PracticeState) =>
    [
      outages[outage].state,
      speedState(speed),
      `${plural(customers, 'customer')} in all regions, ${formatCount(waiting)} waiting.`,
    ].join(' '),
  outage: {
    label: 'Simulate a problem',
    choices: (['none', 'no-network', 'service-down'] as const).map((value) => ({
      value,
      label: outages[value].choice,
    })),
  },
  speed: {
    label: 'Upload speed',
    choices: [
      { value: 5, label: 'Slow', hint: '5 per second' },
      { value: 40, label: 'Normal', hint: '40 per second' },
      { value: 400, label: 'Fast', hint: '400 per second' },
      { value: 'at-once', label: 'At once', hint: 'No waiting' },
    ] satisfies readonly { value: PracticeSpeed; label: string; hint: string }[],
    custom: 'Customers per second',
    invalid: 'Enter a number from 0 (paused) to 100,000.',
  },
  sighting: {
    title: 'Make a sighting',
    any: 'Make a sighting now',
    search: 'Or choose a customer',
    searchPlaceholder: 'Or for a customer: name, rego, mobile',
    found: 'Customers found',
    none: 'No matching customers.',
    noName: 'Customer without a name',
    made: (customer: string, listing: string, isShown: boolean) =>
      `Listed for sale: ${customer} (${listing}).${isShown ? '' : ' It appears when the service is available again.'}`,
    show: 'See the call',
  },
  otherUpload: {
    title: 'Upload from another PC',
    make: 'Make an upload on another PC',
    made: (customers: number) =>
      `Upload of ${plural(customers, 'customer')} made. Follow it in the upload history with its ID.`,
    copy: 'Copy ID',
    copied: 'ID copied',
  },
  reset: {
    button: 'Reset practice data…',
    /** What is removed, and the running uploads that end with it. */
    question: (openUploads: number) => ({
      title: 'Reset practice data?',
      text: [
        'All practice customers, sightings and uploads are replaced by new sample data, in every region. Practice calls, who they are assigned to, the goal, Do Not Contact marks, look-ups, webhooks, events and the bin are removed.',
        openUploads === 0 ? '' : `${plural(openUploads, 'running upload ends', 'running uploads end')}.`,
        'Drafts, saved views, watched folders with their history and other connections stay. A file that a watched folder has sent isn’t sent again. This can’t be undone.',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Reset practice data',
      tone: 'danger' as const,
    }),
    done: 'Practice data reset.',
  },
}
