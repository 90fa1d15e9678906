import type { Webhook } from '../../../contract/webhooks.ts'
import type { EventKind } from '../../../contract/event-kinds.ts'
import { formatCount, formatFrom } from '../../ui/format.ts'
import { kindOf } from './webhook-events.ts'

export const notProvided = 'Not provided'

/** The texts of the webhooks and of the inspector's frame; the events themselves are in inspector/inspector-text.ts. */
export const webhooksText = {
  title: 'Webhooks',
  inspector: 'Inspector',
  testHere: 'Test on this PC',
  inspectorOn: 'Inspector is on',
  back: 'Back to webhooks',
  subtitle: 'Send events to your own systems in real time.',
  inspectorSubtitle:
    'Receives events on this PC and changes customers and sightings by them. See each one as it arrives.',
  newWebhook: 'New webhook',
  list: {
    label: 'Webhooks',
    loading: 'Loading webhooks',
    retry: 'Retry',
    savedList: (at: string | null) => `Showing the list ${formatFrom(at)}.`,
    unavailable: {
      title: 'No webhooks in this region',
      text: (reason: string) => `${reason} Choose another region at the top.`,
    },
    empty: {
      title: (region: string) => `No webhooks in ${region} yet`,
      text: 'A webhook notifies your own system as soon as a past customer’s car is listed for sale.',
    },
    sendToInspector: 'Send to the inspector',
    /** `other`: a webhook that sends there too. */
    sendsToInspector: (webhook: Named, other: Named | undefined) =>
      `${webhookName(webhook)} now sends to the inspector, which starts with Forecourt from now on.${other ? ` ${webhookName(other)} sends there too: an event that both send arrives twice.` : ''}`,
    createdForInspector: (webhook: Named) =>
      `Created ${webhookName(webhook)}, which sends every event to the inspector. The inspector starts with Forecourt from now on.`,
    restored: (webhook: Named) => `${webhookName(webhook)} sends to its own address again.`,
    created: (webhook: Named) => `Created ${webhookName(webhook)}.`,
    deleted: (webhook: Named) => `Deleted ${webhookName(webhook)}.`,
  },
  toInspector: (webhook: Named, address: string) => ({
    title: `Send ${webhookName(webhook)} to the inspector?`,
    text: `Its address ${address} is replaced by the inspector of this PC, which starts with Forecourt from now on. Your own system gets no events from it. You can undo this for a few seconds; later, enter the address again.`,
    confirmLabel: 'Replace address',
  }),
  deletion: (webhook: Named) => ({
    title: `Delete ${webhookName(webhook)}?`,
    text: 'The service stops sending events to it. A few queued events may still arrive. This can’t be undone.',
    confirmLabel: 'Delete webhook',
    tone: 'danger' as const,
  }),
  card: {
    localInspector: 'Local inspector',
    created: (moment: string) => `Created ${moment}`,
    ping: 'Ping',
    edit: 'Edit',
    delete: 'Delete',
    more: 'More from the service',
  },
  endpoint: {
    label: 'Endpoint',
    none: 'No endpoint: nothing is sent.',
    show: 'Show',
    hide: 'Hide',
    copy: 'Copy',
    toggle: (isShown: boolean, webhook: Named) =>
      `${isShown ? 'Hide' : 'Show'} the full address of ${webhookName(webhook)}`,
    copyLabel: 'Copy the full address',
    copied: 'Copied the full address, including its token.',
    placeholder: 'https://crm.example.com.au/events?token=…',
    hint: 'The service posts events to this address. Add your system’s token as a parameter.',
    removed: 'Removed when you save. Nothing is sent any more.',
    keep: 'Keep current endpoint',
    showAndEdit: 'Show and edit',
    replace: 'Enter a new one',
    remove: 'Remove',
  },
  events: {
    label: 'Events',
    none: 'No events: nothing is sent.',
    unknown: 'Unknown',
    unknownNote: 'unknown event',
    unknownTitle: 'Forecourt doesn’t know this event. It stays unchanged.',
    unknownHint:
      'The service lists this event for the webhook, but Forecourt doesn’t know it. It stays unless you clear it.',
    knownTitle: (name: string, kind: EventKind) => `${name}: ${kind.meaning} ${availability[kind.sent]}.`,
    pingHint: 'A ping needs no subscription. It is sent when you select Ping.',
  },
  pings: {
    earlier: (count: number) => `Earlier pings from this PC (${formatCount(count)})`,
    noAnswer: 'no answer',
  },
  saved: {
    label: 'Saved changes',
    none: 'Saved. Nothing had to change.',
    some: 'Saved. The service changed:',
    columns: ['Property', 'Before', 'After'],
    removed: 'Removed',
  },
  conflict: {
    label: 'Changed by someone else',
    title: 'This webhook was also changed by someone else. Nothing was overwritten.',
    columns: [{ title: 'Property', hidden: true }, 'Theirs', 'Yours'],
    keepTheirs: 'Keep theirs',
    keepMine: 'Keep mine',
    unchanged: 'Unchanged',
    typedEndpoint: 'The address you entered',
    name: 'Name',
  },
  editor: {
    title: (webhook: Named | null) => (webhook ? `Edit ${webhookName(webhook)}` : 'New webhook'),
    name: 'Name',
    nameHint: (isNew: boolean) =>
      `Stored by the service, e.g. Sales desk.${isNew ? '' : ' Clear it to remove the name.'}`,
    region: 'Region',
    otherRegion: (region: string) => `To see it in the list, choose ${region} at the top.`,
    cancel: 'Cancel',
    save: 'Save',
    create: 'Create webhook',
    nameMissing: 'Enter a name.',
    endpointMissing: 'Enter the address that receives the events.',
  },
} as const

type Named = Pick<Webhook, 'name'>

export const webhookName = ({ name }: Named): string => name ?? 'Unnamed webhook'

/** Whether the service sends an event today. */
export const availability: Readonly<Record<EventKind['sent'], string>> = {
  today: 'Available',
  'not-yet': 'Not available yet',
  'if-configured': 'On request',
}

export const eventLabel = (name: string): string => kindOf(name)?.label ?? name

export const eventsText = (events: readonly string[]): string => events.map(eventLabel).join(', ') || notProvided

const propertyLabels: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['endpoint', 'Endpoint'],
  ['events', 'Events'],
  ['format', 'Format'],
])

/** A property of a webhook by the service's name for it: "retry_limit" becomes "Retry limit". */
export function propertyLabel(property: string): string {
  const text = property.replaceAll('_', ' ').trim()
  return propertyLabels.get(property) ?? (text === '' ? 'A property' : text[0]?.toUpperCase() + text.slice(1))
}
