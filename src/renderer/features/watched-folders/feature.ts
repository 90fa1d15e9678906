import { useRouter } from 'vue-router'
import type { Feature } from '../../app/feature.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useToasts } from '../../ui/useToasts.ts'

export const feature: Feature = {
  title: 'Watched folders',
  routes: [{ path: '/folders', name: 'watched-folders', component: () => import('./WatchedFoldersPage.vue') }],
  setup() {
    const router = useRouter()
    const toasts = useToasts()
    const run = (): void => void router.push({ name: 'watched-folders' })
    useEvent('folders.selected', run)
    useEvent('folders.noticed', ({ subject }) => {
      if (subject !== null) toasts.reminder(subject, { label: 'Show', lasting: true, run }, 'watched-folders')
    })
    return [{ name: 'watched-folders', label: 'Watched folders', run }]
  },
}
