import { Send } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import { useRouter } from 'vue-router'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useToasts } from '../../ui/useToasts.ts'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Upload history',
  routes: [
    { path: '/uploads', name: 'uploads', component: () => import('./UploadList.vue') },
    { path: '/uploads/:id', name: 'upload', component: () => import('./UploadPage.vue'), props: true },
  ],
  palette: async () => (await import('./uploads-palette.ts')).uploadsPalette,
  navigation: {
    path: '/uploads',
    label: 'Upload history',
    icon: Send,
    digit: 5,
    state: defineAsyncComponent(() => import('./RunningUploads.vue')),
  },
  setup() {
    const client = useClient()
    const router = useRouter()
    const toasts = useToasts()
    useEvent('uploads.corrected', ({ subject }) => {
      if (subject !== null) toasts.success(subject, undefined, 'corrected')
    })
    const open = (id: string): void => void router.push({ name: 'upload', params: { id } })
    useEvent('uploads.selected', ({ subject }) => {
      if (subject !== null) open(subject)
    })
    useEvent('uploads.noticed', ({ subject: id }) => {
      const { name, params } = router.currentRoute.value
      // The page of the upload shows it anyway.
      if (id === null || (name === 'upload' && params['id'] === id)) return
      void import('./noticed-upload.ts').then(({ showNotice }) => showNotice(client, toasts, id, open))
    })
    return []
  },
}
