import { formatBytes, formatCount, plural } from '../../../ui/format.ts'
import { webhookName } from '../webhooks-text.ts'

export const inspectorText = {
  loading: 'Opening the inspector',
  receiver: {
    label: 'Receiver',
    listening: (port: number | null) => `Listening on port ${port ?? ''}`,
    stopped: 'Not listening',
    port: 'Port',
    otherPort: 'Another port',
    anyPort: 'any free port',
    invalidPort: 'Enter a port from 1024 to 65535.',
    start: 'Start',
    usePort: 'Use this port',
    stop: 'Stop',
    startWithForecourt: 'Start with Forecourt',
    received: (count: number) => `${formatCount(count)} received`,
    saved: (count: number) => `${formatCount(count)} saved`,
    rejected: (count: number) => `${formatCount(count)} rejected`,
    rejectedHint: (limitBytes: number) =>
      `Requests to another address, or larger than ${formatBytes(limitBytes)}, are rejected without being read.`,
    copy: 'Copy',
    copyLabel: 'Copy the inspector’s address',
    copied: 'Copied the inspector’s address.',
    sendTo: 'Send a webhook to the inspector',
    sendToHint:
      'Creates a webhook. Practice data then sends every event of this region here, and the inspector starts with Forecourt.',
    active: (webhook: { name: string | null }, limitBytes: number) =>
      `“${webhookName(webhook)}” sends here, up to ${formatBytes(limitBytes)} per event. Create a sighting in the practice panel, or ping it, to see it arrive.`,
    inactive: (webhook: { name: string | null }) =>
      `“${webhookName(webhook)}” sends here, but the inspector isn’t running. Start it to receive events.`,
    account:
      'This receiver is reachable from this PC only. A real webhook needs a public https address: one of your own system, or a tunnel to this address.',
  },
  events: {
    label: 'Received events',
    toolbar: 'Filter and actions',
    search: 'Search events',
    event: 'Event',
    allEvents: 'All events',
    malformedOnly: 'Malformed only',
    pause: 'Pause',
    resume: 'Resume',
    export: 'Export',
    clear: 'Clear',
    exported: (rows: number, fileName: string) =>
      `Saved ${plural(rows, 'event')} to ${fileName}. Do Not Contact numbers are hidden in it.`,
    showNew: (count: number) => `Show ${plural(count, 'new event')}`,
    paused: 'Paused. New events are still saved.',
    count: (count: number, isFiltered: boolean) => `${plural(count, 'event')}${isFiltered ? ' found' : ''}`,
    noMatch: { title: 'No matching events', text: 'Try clearing the search or filters.' },
    none: { title: 'No events yet', text: 'Events appear here as they arrive, newest first.' },
    columns: { at: 'Time', event: 'Event', summary: 'Summary', applied: 'Result', size: 'Size' },
    notApplied: 'None',
    malformed: 'Malformed',
  },
  clearing: {
    title: 'Clear all events?',
    text: 'The events are removed from this PC. Changes they made to customers and sightings stay.',
    confirmLabel: 'Clear events',
    tone: 'danger',
  },
  event: {
    label: (number: number) => `Event ${number}`,
    malformed: 'Malformed event',
    copy: 'Copy',
    copyJson: 'Copy as JSON',
    copied: 'Copied the event.',
    close: 'Close the event',
    content: 'Content of the event',
    loading: 'Opening the event',
    done: 'Done',
    showCustomer: 'Show customer',
    raw: 'Raw text',
    hiddenNumbers:
      'Do Not Contact numbers are hidden here, in what you copy and in the export. The customer’s details can show them.',
  },
  valuation: {
    showVehicle: 'Show this car',
    label: 'Change that triggered the event',
    columns: [{ title: 'Price', hidden: true }, 'Before', 'After', 'Change'],
    noChange: 'No change',
  },
} as const
