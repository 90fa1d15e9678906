import type { ProgramClient } from '../../bridge/program-client.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { helpUiText as text } from './help-ui-text.ts'
import type { HelpTarget } from './help-store.ts'

/** The part of the store of Help that the changes of a version need. */
export interface NewsState {
  hasNews: boolean
  show(target: HelpTarget): void
}

/** After an update: a notice, once, and a dot until the user has opened the changes. */
export async function useNews(
  { read, call }: Pick<ProgramClient, 'read' | 'call'>,
  toasts: Pick<Toasts, 'success'>,
  state: NewsState,
): Promise<void> {
  const [info, preferences] = await Promise.all([read('app.info', {}), read('app.preferences', {})])
  if (!info.ok || !preferences.ok) return
  const { version } = info.value
  state.hasNews = preferences.value.readVersion !== version
  if (preferences.value.noticedVersion === version) return
  const action = { label: text.news.show, lasting: true, run: () => state.show('news') }
  toasts.success(text.news.notice(version), action, 'news')
  await call('app.setPreferences', { noticedVersion: version })
}
