import { defineAsyncComponent } from 'vue'
import type { Feature } from '../../app/feature.ts'

export const feature: Feature = {
  title: 'People',
  topBar: defineAsyncComponent(() => import('./PersonPicker.vue')),
  overlay: defineAsyncComponent(() => import('./AskPerson.vue')),
}
