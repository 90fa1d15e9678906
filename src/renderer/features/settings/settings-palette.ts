import { Settings } from '@lucide/vue'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { findSettings } from './settings-index.ts'
import { routeOfPage } from './settings-pages.ts'
import { settingsText as text } from './settings-text.ts'

const mostItems = 5

/** Sections and settings, by their labels, hints and other words. */
export const settingsPalette: PaletteSource = {
  title: text.title,
  async find(typed, { client, router }) {
    const updates = await client.read('updates.status', {})
    const host = {
      isDesktop: client.host === 'electron',
      hasUpdates: updates.ok && updates.value.state !== 'off',
    }
    return success(
      findSettings(typed, host)
        .slice(0, mostItems)
        .map(({ page, label, score }) => ({
          key: `${page} ${label}`,
          label,
          note: text.pages[page],
          icon: Settings,
          score,
          run: () => void router.push({ name: routeOfPage(page), query: { find: label } }),
        })),
    )
  },
}
