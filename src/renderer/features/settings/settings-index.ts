import { Settings } from '@lucide/vue'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { score, scoreOf } from '../../app/palette/rank.ts'
import { descriptionOf, type SettingSection, settingsOf } from '../../app/settings/settings.ts'
import { advancedNames, advancedSettings, advancedText } from './advanced-fields.ts'
import { automaticText, backupText } from './backup-text.ts'
import { deleteAllText } from './delete-all-text.ts'
import { routeOfPage, type SettingsPage } from './settings-pages.ts'
import { settingsText as text } from './settings-text.ts'
import { teamSettingsText } from './team/team-settings-text.ts'

/** A section or a setting. Its label is its place on the page, and in the address (`?find=Row height`). */
interface IndexEntry {
  readonly page: SettingsPage
  readonly label: string
  readonly hint?: string
  /** Other words by which it is found, with commas between them. */
  readonly words?: string
  /** Only where the host or the build has it. */
  readonly needs?: 'desktop' | 'updates'
}

interface IndexSection extends IndexEntry {
  readonly settings?: SettingSection
}

const { find } = text
/** Shorter texts begin a word of every other hint. */
const shortestInHint = 3

const labels = (...all: readonly string[]): string => all.map((label) => label.replace('…', '')).join(', ')

/** A section by the texts that its screen shows. `words`: those that it is also found by. */
const section = (
  page: SettingsPage,
  { title, text: hint }: { readonly title: string; readonly text?: string },
  words: readonly string[] = [],
  more: Pick<IndexSection, 'settings' | 'needs'> = {},
): IndexSection => ({ page, label: title, ...(hint && { hint }), words: labels(...words), ...more })

const { connections, lock, recoveryKey, about } = text
const { protection } = backupText
const { none, inviteButton, leave } = teamSettingsText
const sections: readonly IndexSection[] = [
  section('connection', connections, [
    find.connections,
    connections.updateCredentials,
    connections.add,
    connections.usePractice,
  ]),
  section('connection', text.region, [find.region]),
  section('connection', text.lookups, [find.lookups], { settings: 'lookups' }),
  section('this-pc', text.appearance, [], { settings: 'appearance' }),
  section('this-pc', text.start, [], { settings: 'start' }),
  section('this-pc', text.closing, [], { settings: 'closing', needs: 'desktop' }),
  section('this-pc', lock, [find.lock, lock.now, lock.set, lock.change], { settings: 'lock' }),
  section('this-pc', text.folders, [find.folders]),
  section('calls', text.sightings, [], { settings: 'sightings' }),
  section('calls', text.calling, [find.calling]),
  section('calls', text.holidays, [find.holidays], { settings: 'calling' }),
  section('team', text.team, [find.team, none.create, none.join, inviteButton, leave]),
  section('privacy', protection, [find.protection, protection.changePassword]),
  section('privacy', recoveryKey, [find.recoveryKey, recoveryKey.show]),
  section('privacy', backupText, [find.backup, backupText.save, backupText.restore]),
  section('privacy', automaticText, [find.automatic]),
  section('privacy', text.privacy, [find.privacy, deleteAllText.open]),
  section('advanced', advancedText, [find.advanced]),
  section('advanced', text.updates, [find.updates], { needs: 'updates' }),
  section('advanced', about, [find.about, about.copy, about.report, about.notices]),
]

/** Everything that Settings has. A section may have the label of its first setting: both are one place. */
const entries: readonly IndexEntry[] = [
  ...sections,
  ...sections.flatMap(({ page, needs, settings }) =>
    (settings ? settingsOf(settings) : []).map((name) => ({
      ...descriptionOf(name),
      page,
      ...(needs ? { needs } : {}),
    })),
  ),
  ...advancedNames.map((name) => {
    const { label, effect } = advancedSettings[name]
    return { page: 'advanced' as const, label, hint: effect }
  }),
]

export interface FoundSetting {
  readonly page: SettingsPage
  readonly label: string
  /** By `score` of rank.ts. */
  readonly score: number
}

export interface SettingsHost {
  readonly isDesktop: boolean
  readonly hasUpdates: boolean
}

function scoreOfEntry(typed: string, { label, words = '', hint = '' }: IndexEntry): number | null {
  const byLabel = scoreOf(typed, label)
  if (byLabel !== null) return byLabel
  if (words.split(', ').some((word) => (scoreOf(typed, word) ?? 0) > score.within)) return score.within
  return typed.trim().length >= shortestInHint && (scoreOf(typed, hint) ?? 0) > score.initials ? score.fuzzy : null
}

/** Sections and settings whose label, other words or hint contain the text, the best first. */
export function findSettings(typed: string, { isDesktop, hasUpdates }: SettingsHost): readonly FoundSetting[] {
  const found = entries
    .filter(({ needs }) => (needs === 'desktop' ? isDesktop : needs !== 'updates' || hasUpdates))
    .flatMap((entry) => {
      const found = scoreOfEntry(typed, entry)
      return found === null ? [] : [{ page: entry.page, label: entry.label, score: found }]
    })
    .toSorted((one, two) => two.score - one.score)
  return [...new Map(found.toReversed().map((each) => [`${each.page} ${each.label}`, each])).values()].toReversed()
}

/** The page of a section or setting; the first page for what is unknown. */
export const pageOfLabel = (label: unknown): SettingsPage =>
  entries.find((entry) => entry.label === label)?.page ?? 'connection'

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
        .map(({ page, label, score: found }) => ({
          key: `${page} ${label}`,
          label,
          note: text.pages[page],
          icon: Settings,
          score: found,
          run: () => void router.push({ name: routeOfPage(page), query: { find: label } }),
        })),
    )
  },
}
