import { CarFront } from '@lucide/vue'
import type { Interpretation } from '../../../contract/lookup.ts'
import { success } from '../../../contract/result.ts'
import type { PaletteSource } from '../../app/palette/palette-source.ts'
import { score } from '../../app/palette/rank.ts'
import { formatPlate } from '../../ui/format.ts'
import { useBoxFocusStore } from './box/box-focus-store.ts'
import { lookupText } from './lookup-text.ts'

const { palette: text } = lookupText

function labelOf({ kind, query, state }: Interpretation): string {
  if (kind === 'plate') return text.plate(formatPlate(query), state)
  return kind === 'vin' ? text.vin(query) : text.keywords(query)
}

/** Looks up the typed rego, VIN or words. A rego or VIN that is certain comes before names; other words come last. */
export const lookupPalette: PaletteSource = {
  title: text.title,
  async find(typed, { client, router }) {
    if (!/[\p{L}\p{N}]/u.test(typed)) return success([])
    const result = await client.read('lookup.interpret', { text: typed })
    if (!result.ok) return result
    const { kind, blocked } = result.value
    if (blocked !== null) return success([])
    return success([
      {
        key: 'look-up',
        label: labelOf(result.value),
        icon: CarFront,
        ...(kind === 'text' ? {} : { note: text.mayCost }),
        score: kind === 'text' ? 1 : score.initials,
        run() {
          useBoxFocusStore().request(typed, true)
          if (router.currentRoute.value.meta['screen'] !== 'lookup') void router.push('/lookup')
        },
      },
    ])
  },
}
