import { FileSpreadsheet } from '@lucide/vue'
import type { Feature } from '../../app/feature.ts'
import { listedDraftsShortcuts } from './drafts-shortcuts.ts'
import FileDropOverlay from './opening/FileDropOverlay.vue'
import { useOpenCommands } from './opening/useOpenCommands.ts'

export const feature: Feature = {
  title: 'Import customers',
  routes: [
    { path: '/import', name: 'import', component: () => import('./ImportHome.vue') },
    { path: '/import/:id', name: 'draft', component: () => import('./DraftPage.vue'), props: true },
  ],
  palette: async () => (await import('./drafts-palette.ts')).draftsPalettes,
  navigation: { path: '/import', label: 'Import customers', icon: FileSpreadsheet, digit: 4 },
  home: { when: 'no-customers', path: '/import' },
  shortcuts: [{ title: 'While importing', shortcuts: listedDraftsShortcuts }],
  // Not loaded on demand: until it listens, the browser leaves the page for a dropped file.
  overlay: FileDropOverlay,
  setup: useOpenCommands,
}
