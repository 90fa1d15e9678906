import { Settings } from '@lucide/vue'
import { useRouter } from 'vue-router'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { useToasts } from '../../ui/useToasts.ts'
import type { Feature } from '../../app/feature.ts'
import { routeOfPage, type SettingsPage, settingsPages } from './settings-pages.ts'

const SettingsPage = () => import('./SettingsPage.vue')

export const feature: Feature = {
  title: 'Settings',
  routes: [
    {
      path: '/settings',
      name: 'settings',
      component: SettingsPage,
      // A link that names no page: the one that has what it asks for. `section` is the older word for it.
      async beforeEnter({ query: { section, ...query } }) {
        const find = query['find'] ?? section
        const { pageOfLabel } = await import('./settings-index.ts')
        return { name: routeOfPage(pageOfLabel(find)), query: find ? { ...query, find } : query }
      },
    },
    ...settingsPages.map((page) => ({
      path: `/settings/${page}`,
      name: routeOfPage(page),
      component: SettingsPage,
      props: { page },
      meta: { screen: 'settings' },
    })),
  ],
  palette: async () => (await import('./settings-index.ts')).settingsPalette,
  navigation: { path: '/settings', label: 'Settings', icon: Settings, digit: 7, inMenu: true },
  setup() {
    let noticed: string | null = null
    const router = useRouter()
    const client = useClient()
    const toasts = useToasts()
    const openSettings = (page: SettingsPage = 'connection'): void => void router.push({ name: routeOfPage(page) })
    // The text of the notice and the status are loaded when there is an update.
    const noticeUpdate = async (): Promise<void> => {
      const status = await client.read('updates.status', {})
      if (!status.ok || status.value.state !== 'ready' || noticed === status.value.version) return
      noticed = status.value.version
      const { updates: text } = (await import('./settings-text.ts')).settingsText
      toasts.success(
        text.notice(noticed),
        { label: text.show, lasting: true, run: () => openSettings('advanced') },
        'update',
      )
    }
    useEvent('updates.changed', () => void noticeUpdate())
    // A series of failed attempts is one notice.
    let failingSince: string | null = null
    const noticeFailedBackup = async (): Promise<void> => {
      const status = await client.read('backups.status', {})
      if (!status.ok || status.value.running || status.value.failingSince === failingSince) return
      failingSince = status.value.failingSince
      if (!status.value.failure) return
      const { automaticText: text } = await import('./backup-text.ts')
      toasts.failure(status.value.failure, { label: text.show, lasting: true, run: () => openSettings('privacy') })
    }
    useEvent('backups.changed', () => void noticeFailedBackup())
    return [
      {
        name: 'check-updates',
        run() {
          openSettings('advanced')
          void client.call('updates.check', {})
        },
      },
      {
        name: 'lock',
        label: 'Lock now',
        async run() {
          const locked = await client.call('lock.now', {})
          if (!locked.ok) toasts.failure(locked.error, { label: 'Settings', run: () => openSettings('this-pc') })
        },
      },
      {
        name: 'settings',
        shortcut: { keys: 'Ctrl+,', label: 'Settings' },
        run: () => openSettings(),
      },
    ]
  },
}
