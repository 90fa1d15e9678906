import { FileSpreadsheet } from '@lucide/vue'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { rank } from '../../app/palette/rank.ts'
import { formatAge } from '../../ui/format.ts'
import { countsSentence } from './drafts-text.ts'

const mostShown = 5

/** Drafts by their names and file names. */
export const draftsPalette: PaletteSource = {
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
