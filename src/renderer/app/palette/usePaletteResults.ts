import { useDebounceFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import { createLatest } from '../../bridge/latest.ts'
import type { PaletteItem, PaletteSource, ScoredItem } from './palette-source.ts'
import { rank } from './rank.ts'

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** Items that are known without asking anything. */
export interface KnownItems {
  readonly title: string
  readonly items: readonly PaletteItem[]
  /** Shown before anything is typed, this many. */
  readonly atFirst: number
  /** Letters in between do no harm: for the names of commands. */
  readonly fuzzy?: boolean
}

interface SourceAnswer {
  readonly title: string
  readonly items: readonly ScoredItem[]
  readonly failure: Failure | null
}

/** The sources are asked this long after the last key. */
const askAfterMs = 60
/** Items of a known group that fit a text. */
const mostKnown = 6

/** What the palette shows for a text: the known items at once, the records of the sources as they arrive, the best group first. */
export function usePaletteResults(
  tools: Parameters<PaletteSource['find']>[1],
  known: () => readonly KnownItems[],
  sources: () => readonly PaletteSource[],
) {
  const text = ref('')
  const typed = computed(() => text.value.trim())
  const answers = shallowRef<readonly SourceAnswer[]>([])
  /** A source has not answered the text yet. */
  const searching = ref(false)
  const latest = createLatest()

  async function ask(): Promise<void> {
    const isLatest = latest.begin()
    const current = typed.value
    if (current === '') return
    const found = new Map<PaletteSource, SourceAnswer>()
    const askOne = async (source: PaletteSource): Promise<void> => {
      const result = await source.find(current, tools)
      if (!isLatest()) return
      found.set(source, {
        title: source.title,
        items: result.ok ? result.value : [],
        failure: result.ok ? null : result.error,
      })
      answers.value = sources().flatMap((each) => found.get(each) ?? [])
    }
    await Promise.all(sources().map(askOne))
    if (isLatest()) searching.value = false
  }
  const askSoon = useDebounceFn(() => void ask(), askAfterMs)

  watch([typed, sources], ([now]) => {
    latest.cancel()
    searching.value = now !== ''
    if (now === '') answers.value = []
    else void askSoon()
  })

  const groups = computed<readonly PaletteGroup[]>(() => {
    if (typed.value === '') {
      return known()
        .map(({ title, items, atFirst }) => ({ title, items: items.slice(0, atFirst) }))
        .filter(({ items }) => items.length > 0)
    }
    const local = known().map(({ title, items, fuzzy = false }) => {
      const ranked = rank(typed.value, items, ({ label }) => label, { fuzzy }).slice(0, mostKnown)
      return { title, items: ranked.map(({ item }) => item), best: ranked[0]?.score ?? 0 }
    })
    const asked = answers.value.map(({ title, items }) => ({
      title,
      items: items.toSorted((a, b) => b.score - a.score),
      best: Math.max(0, ...items.map(({ score }) => score)),
    }))
    return [...local, ...asked].filter(({ items }) => items.length > 0).toSorted((a, b) => b.best - a.best)
  })

  return {
    text,
    groups,
    searching,
    failures: computed(() => answers.value.flatMap(({ title, failure }) => (failure ? [{ title, failure }] : []))),
    retry() {
      searching.value = typed.value !== ''
      void ask()
    },
  }
}
