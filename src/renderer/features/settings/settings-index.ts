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

const sections: readonly IndexSection[] = [
  {
    page: 'connection',
    label: text.connections.title,
    hint: text.connections.text,
    words: `${find.connections}, ${labels(text.connections.updateCredentials, text.connections.add, text.connections.usePractice)}`,
  },
  { page: 'connection', label: text.region.title, hint: text.region.text, words: find.region },
  {
    page: 'connection',
    label: text.lookups.title,
    hint: text.lookups.text,
    words: find.lookups,
    settings: 'lookups',
  },
  { page: 'this-pc', label: text.appearance.title, settings: 'appearance' },
  { page: 'this-pc', label: text.start.title, settings: 'start' },
  { page: 'this-pc', label: text.closing.title, settings: 'closing', needs: 'desktop' },
  {
    page: 'this-pc',
    label: text.lock.title,
    hint: text.lock.text,
    words: `${find.lock}, ${labels(text.lock.now, text.lock.set, text.lock.change)}`,
    settings: 'lock',
  },
  { page: 'this-pc', label: text.folders.title, hint: text.folders.text, words: find.folders },
  { page: 'calls', label: text.sightings.title, settings: 'sightings' },
  {
    page: 'calls',
    label: text.calling.title,
    hint: text.calling.text,
    words: find.calling,
  },
  { page: 'calls', label: text.holidays.title, words: find.holidays, settings: 'calling' },
  {
    page: 'team',
    label: text.team.title,
    hint: text.team.text,
    words: `${find.team}, ${labels(teamSettingsText.none.create, teamSettingsText.none.join, teamSettingsText.inviteButton, teamSettingsText.leave)}`,
  },
  {
    page: 'privacy',
    label: backupText.protection.title,
    hint: backupText.protection.text,
    words: `${find.protection}, ${labels(backupText.protection.changePassword)}`,
  },
  {
    page: 'privacy',
    label: text.recoveryKey.title,
    hint: text.recoveryKey.text,
    words: `${find.recoveryKey}, ${labels(text.recoveryKey.show)}`,
  },
  {
    page: 'privacy',
    label: backupText.title,
    hint: backupText.text,
    words: `${find.backup}, ${labels(backupText.save, backupText.restore)}`,
  },
  { page: 'privacy', label: automaticText.title, hint: automaticText.text, words: find.automatic },
  {
    page: 'privacy',
    label: text.privacy.title,
    hint: text.privacy.text,
    words: `${find.privacy}, ${labels(deleteAllText.open)}`,
  },
  { page: 'advanced', label: advancedText.title, hint: advancedText.text, words: find.advanced },
  { page: 'advanced', label: text.updates.title, words: find.updates, needs: 'updates' },
  {
    page: 'advanced',
    label: text.about.title,
    words: `${find.about}, ${labels(text.about.copy, text.about.report, text.about.notices)}`,
  },
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
