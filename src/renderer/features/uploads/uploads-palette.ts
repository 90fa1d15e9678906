import { Send } from '@lucide/vue'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { score, scoreOf } from '../../app/palette/rank.ts'
import { formatMoment } from '../../ui/format.ts'
import { stateLabelOf } from './uploads-text.ts'

const mostShown = 5

export const uploadsPalette: PaletteSource = {
  title: 'Uploads',
  async find(typed, { client, router }) {
    const found = await client.read('uploads.search', { text: typed.slice(0, 120), within: 'names', limit: mostShown })
    if (!found.ok || found.value.found.length === 0) return found.ok ? success([]) : found
    const list = await client.read('uploads.list', { ids: found.value.found.map(({ id }) => id) })
    if (!list.ok) return list
    return success(
      list.value.uploads.map((upload) => ({
        key: upload.id,
        label: upload.name,
        note: `${stateLabelOf(upload).text} · ${formatMoment(upload.createdAt)}`,
        icon: Send,
        score: scoreOf(typed, upload.name) ?? score.within,
        run: () => void router.push({ name: 'upload', params: { id: upload.id } }),
      })),
    )
  },
}
