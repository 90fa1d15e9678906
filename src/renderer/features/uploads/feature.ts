import { Send } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
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
  navigation: { path: '/uploads', label: 'Upload history', icon: Send, digit: 5 },
  setup() {
    const toasts = useToasts()
    useEvent(useClient(), 'uploads.corrected', ({ subject }) => {
      if (subject !== null) toasts.success(subject)
    })
    return []
  },
  topBar: defineAsyncComponent(() => import('./RunningUploads.vue')),
}
