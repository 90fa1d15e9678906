import { FileSpreadsheet } from '@lucide/vue'
import { success } from '../../../../contract/result.ts'
import type { PaletteSource } from '../../../app/palette/palette-source.ts'
import { rank } from '../../../app/palette/rank.ts'
import { formatAge } from '../../../ui/format.ts'
import { openRecentFile } from '../opening/useOpenFile.ts'
import { recentText as text } from './recent-text.ts'

const mostShown = 5

/** The recent files by name, to open them once more. */
export const recentPalette: PaletteSource = {
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
          note: `${file.isMissing ? text.missing : formatAge(file.openedAt)} · ${file.folder}`,
          icon: FileSpreadsheet,
          score,
          run: () => void openRecentFile(file, router),
        })),
    )
  },
}
