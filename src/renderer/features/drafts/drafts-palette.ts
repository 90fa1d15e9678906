import { FileSpreadsheet } from '@lucide/vue'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { rank } from '../../app/palette/rank.ts'
import { formatAge } from '../../ui/format.ts'
import { countsSentence, recentText as text } from './drafts-text.ts'
import { openRecentFile } from './opening/useOpenFile.ts'

const mostShown = 5

const openDrafts: PaletteSource = {
  title: 'Drafts',
  async find(typed, { client, router }) {
    const result = await client.read('drafts.list', {})
    if (!result.ok) return result
    const ranked = rank(typed, result.value.drafts, ({ name, fileName }) =>
      name === fileName ? name : `${name} ${fileName}`,
    )
    return success(
      ranked.slice(0, mostShown).map(({ item: draft, score }) => ({
        key: draft.id,
        label: draft.name,
        note: `${countsSentence(draft.counts)} · ${formatAge(draft.changedAt)}`,
        icon: FileSpreadsheet,
        score,
        run: () => void router.push({ name: 'draft', params: { id: draft.id } }),
      })),
    )
  },
}

/** The recent files by name, to open them once more. */
const recentFiles: PaletteSource = {
  title: text.title,
  async find(typed, { client, router }) {
    const result = await client.read('drafts.recentFiles', {})
    if (!result.ok) return result
    return success(
      rank(typed, result.value.files, ({ name }) => name)
        .slice(0, mostShown)
        .map(({ item: file, score }) => ({
          key: file.id,
          label: file.name,
          note: `${formatAge(file.openedAt)} · ${file.folder}`,
          icon: FileSpreadsheet,
          score,
          run: () => void openRecentFile(file, router),
        })),
    )
  },
}

export const draftsPalettes: readonly PaletteSource[] = [openDrafts, recentFiles]
