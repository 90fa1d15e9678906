import { Settings } from '@lucide/vue'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { score, scoreOf } from '../../app/palette/rank.ts'
import { type SettingSection, wordsOf } from '../../app/settings/settings.ts'
import { advancedText } from './advanced-text.ts'
import { automaticText } from './automatic-backups-text.ts'
import { backupText } from './backup-text.ts'
import { preferencesText } from './preferences-text.ts'
import { settingsText as text } from './settings-text.ts'

interface FoundSection {
  readonly title: string
  /** Other words for what is set there. */
  readonly words?: string
  readonly settings?: SettingSection
}

const sections: readonly FoundSection[] = [
  { title: text.connections.title, words: text.find.connections },
  { title: text.region.title, words: text.find.region },
  { title: text.team.title, words: text.find.team },
  { title: text.lookups.title, words: text.find.lookups, settings: 'lookups' },
  { title: text.appearance.title, settings: 'appearance' },
  { title: preferencesText.work.title, words: text.find.work, settings: 'work' },
  { title: preferencesText.calling.title, words: text.find.calling, settings: 'calling' },
  { title: preferencesText.start.title, settings: 'start' },
  { title: preferencesText.lock.title, words: text.find.lock, settings: 'lock' },
  { title: advancedText.title, words: text.find.advanced },
  { title: backupText.protection.title, words: text.find.protection },
  { title: text.recoveryKey.title, words: text.find.recoveryKey },
  { title: backupText.title, words: text.find.backup },
  { title: automaticText.title, words: text.find.automatic },
  { title: text.folders.title, words: text.find.folders },
  { title: text.privacy.title, words: text.find.privacy },
  { title: text.about.title, words: text.find.about },
]
/** Only where the host has them. */
const desktopSections: readonly FoundSection[] = [{ title: text.closing.title, settings: 'closing' }]
const updateSections: readonly FoundSection[] = [{ title: text.updates.title, words: text.find.updates }]

/** The sections of the settings, by their titles and by what is set in them. */
export const settingsPalette: PaletteSource = {
  title: text.title,
  async find(typed, { client, router }) {
    const updates = await client.read('updates.status', {})
    const shown = [
      ...sections,
      ...(client.host === 'electron' ? desktopSections : []),
      ...(updates.ok && updates.value.state !== 'off' ? updateSections : []),
    ]
    return success(
      shown
        .flatMap(({ title, words, settings }) => {
          const others = [...(words?.split(', ') ?? []), ...(settings ? wordsOf(settings) : [])]
          const byWord = others.some((each) => (scoreOf(typed, each) ?? 0) > score.within)
          const found = scoreOf(typed, title) ?? (byWord ? score.within : null)
          if (found === null) return []
          const run = (): void => void router.push({ name: 'settings', query: { section: title } })
          return [{ key: title, label: title, icon: Settings, score: found, run }]
        })
        .toSorted((one, two) => two.score - one.score)
        .slice(0, 5),
    )
  },
}
