import { PhoneCall } from '@lucide/vue'
import { useRoute, useRouter } from 'vue-router'
import { rowKey } from '../../../contract/source-key.ts'
import type { Feature } from '../../app/feature.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { useDigestNotice } from './digest-notice.ts'
import { listedSightingsShortcuts } from './sightings-shortcuts.ts'

/** A side panel such as the practice panel is open; it reports the sightings that it creates itself. */
const panelIsOpen = (): boolean => document.querySelector('[role="dialog"]:not([popover])') !== null

export const feature: Feature = {
  title: 'Sightings',
  routes: [
    { path: '/sightings', name: 'sightings', component: () => import('./SightingsPage.vue') },
    { path: '/sightings/report', name: 'call-report', component: () => import('./report/ReportPage.vue') },
  ],
  navigation: { path: '/sightings', label: 'Sightings', icon: PhoneCall, digit: 1 },
  home: { when: 'has-customers', path: '/sightings' },
  shortcuts: [{ title: 'In the call list', shortcuts: listedSightingsShortcuts }],
  setup() {
    const router = useRouter()
    const route = useRoute()
    const toasts = useToasts()
    const showNew = (): void => void router.push({ name: 'sightings', query: { group: 'new' } })

    const client = useClient()
    useDigestNotice(() => route.name === 'sightings', {
      label: 'Show',
      lasting: true,
      run: () => void router.push({ name: 'sightings' }),
    })
    useEvent('sightings.spotted', ({ subject }) => {
      // The open call list counts new sightings itself.
      if (subject === null || route.name === 'sightings' || panelIsOpen()) return
      // Many cars can arrive within seconds: one notice is enough, the others are in the list of notices.
      toasts.success(subject, { label: 'Show', lasting: true, run: showNew }, 'sightings')
    })
    const showCall = (key?: string): void =>
      void router.push({ name: 'sightings', query: key ? { call: key } : { group: 'today' } })
    const showReminders = async (): Promise<void> => {
      const answer = await client.call('sightings.takeReminders', {})
      const calls = answer.ok ? answer.value.calls : []
      const [first] = calls
      if (!first) return
      const { reminderText } = await import('./car-summary.ts')
      const run = (): void => showCall(calls.length === 1 ? rowKey(first.customerId, first.source) : undefined)
      toasts.success(reminderText(calls), {
        label: calls.length === 1 ? 'Open call' : 'Show calls',
        lasting: true,
        run,
      })
    }
    useEvent('sightings.reminded', () => void showReminders())
    // Those that became due before this window was open.
    void showReminders()
    return [
      { name: 'show-sightings', run: showNew },
      { name: 'show-call', run: showCall },
      { name: 'show-due-calls', run: () => showCall() },
    ]
  },
}
