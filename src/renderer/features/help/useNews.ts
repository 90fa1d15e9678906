import { useClient } from '../../bridge/program-client.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { helpUiText as text } from './help-ui-text.ts'
import { useHelpStore } from './help-store.ts'

/** After an update: a notice, once, and a dot until the user has opened the changes. */
export async function useNews(): Promise<void> {
  const { read, call } = useClient()
  const toasts = useToasts()
  const store = useHelpStore()
  const [info, preferences] = await Promise.all([read('app.info', {}), read('app.preferences', {})])
  if (!info.ok || !preferences.ok) return
  const { version } = info.value
  store.hasNews = preferences.value.readVersion !== version
  if (preferences.value.noticedVersion === version) return
  const action = { label: text.news.show, lasting: true, run: () => store.show('news') }
  toasts.success(text.news.notice(version), action, 'news')
  await call('app.setPreferences', { noticedVersion: version })
}
