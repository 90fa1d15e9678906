import { PhoneCall } from '@lucide/vue'
import { useRoute, useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { listedSightingsShortcuts } from './sightings-shortcuts.ts'

/** A side panel such as the practice panel is open; it reports the sightings that it creates itself. */
const panelIsOpen = (): boolean => document.querySelector('[role="dialog"]:not([popover])') !== null

export const feature: Feature = {
  title: 'Sightings',
  routes: [{ path: '/sightings', name: 'sightings', component: () => import('./SightingsPage.vue') }],
  navigation: { path: '/sightings', label: 'Sightings', icon: PhoneCall, digit: 1 },
  home: { when: 'has-customers', path: '/sightings' },
  shortcuts: [{ title: 'In the call list', shortcuts: listedSightingsShortcuts }],
  setup() {
    const router = useRouter()
    const route = useRoute()
    const toasts = useToasts()
    const showNew = (): void => void router.push({ name: 'sightings', query: { view: 'new' } })

    useEvent(useClient(), 'sightings.spotted', ({ subject }) => {
      // The open call list counts new sightings itself.
      if (subject === null || route.name === 'sightings' || panelIsOpen()) return
      // Many cars can arrive within seconds: one notice is enough, the others are in the list of notices.
      toasts.success(subject, { label: 'Show', lasting: true, run: showNew }, 'sightings')
    })
    return [{ name: 'show-sightings', run: showNew }]
  },
}
