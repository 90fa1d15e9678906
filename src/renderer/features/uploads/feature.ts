import { Send } from '@lucide/vue'
import { defineAsyncComponent } from 'vue'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'Upload history',
  routes: [
    { path: '/uploads', name: 'uploads', component: () => import('./UploadList.vue') },
    { path: '/uploads/:id', name: 'upload', component: () => import('./UploadPage.vue'), props: true },
  ],
  navigation: { path: '/uploads', label: 'Upload history', icon: Send, digit: 5 },
  topBar: defineAsyncComponent(() => import('./RunningUploads.vue')),
}
