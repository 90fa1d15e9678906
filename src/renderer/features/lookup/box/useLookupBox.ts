import { useDebounceFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { whyUnavailable } from '../../../../contract/availability.ts'
import type { Interpretation, LookupKind } from '../../../../contract/lookup.ts'
import type { Region, StateCode } from '../../../../contract/region.ts'
import { type Failure, type Result, success } from '../../../../contract/result.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { createLatest } from '../../../bridge/latest.ts'
import type { LookupQuery } from '../lookup-routes.ts'
import { providedState } from '../../../ui/provided-state.ts'

/** The text is interpreted this long after the last key. */
const interpretAfterMs = 120

export type BoxDecision =
  /** `likelyStates`: the plate's pattern is of these states only, and the state in use is none of them. Else empty. */
  | { readonly kind: 'look-up'; readonly query: LookupQuery; readonly likelyStates: readonly StateCode[] }
  | { readonly kind: 'search'; readonly keywords: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'state-needed' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Whether the texts differ by one character that was typed, removed or replaced. */
function differsByOneCharacter(before: string, now: string): boolean {
  const shorter = Math.min(before.length, now.length)
  let start = 0
  while (start < shorter && before[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end += 1
  return Math.max(before.length, now.length) - start - end <= 1
}

const alphanumericKey = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]+/g, '')

/** Whether two texts are equal apart from case, spaces and punctuation. */
export const isSameText = (one: string, other: string): boolean => alphanumericKey(one) === alphanumericKey(other)

/** The states of the plate's pattern when `state` is none of them; else empty. */
function statesInstead(interpretation: Interpretation | null, state: StateCode | null): readonly StateCode[] {
  const states = interpretation?.states ?? []
  return state === null || states.includes(state) ? [] : states
}

/** One box for plate, VIN and keywords: its text, the interpretation, and what Enter does. */
export function useLookupBox(given: {
  readonly region: () => Region
  /** The region when a switch that is under way has ended. */
  readonly settledRegion: () => Promise<Region>
  readonly rememberedState: () => StateCode | null
}) {
  const { read } = useClient()
  const text = ref('')
  const latest = createLatest()
  const interpreted = shallowRef<{
    readonly text: string
    readonly region: Region
    readonly value: Interpretation
  } | null>(null)
  /** The text of the newest request. */
  let requestedText = ''
  const selectedKind = ref<LookupKind | null>(null)
  const selectedState = shallowRef<{ readonly code: StateCode | null } | null>(null)

  /** How the text is interpreted; null while it is empty or has just changed. */
  const interpretation = computed(() => (text.value.trim() === '' ? null : (interpreted.value?.value ?? null)))
  /** The kind in use: the user's choice, else that of the interpretation. */
  const kind = computed<LookupKind | null>(() =>
    interpretation.value ? (selectedKind.value ?? interpretation.value.kind) : null,
  )
  const suggested = computed(() =>
    given.region() === 'au' && kind.value === 'plate' ? (interpretation.value?.state ?? null) : null,
  )
  /** The state in use and its origin. Null outside Australia or when none is known. */
  const state = computed((): { code: StateCode; origin: 'chosen' | 'suggested' | 'remembered' } | null => {
    if (given.region() !== 'au') return null
    if (selectedState.value) return selectedState.value.code && { code: selectedState.value.code, origin: 'chosen' }
    if (suggested.value) return { code: suggested.value, origin: 'suggested' }
    const remembered = given.rememberedState()
    return remembered && { code: remembered, origin: 'remembered' }
  })

  /** The states that the plate's pattern is of, when the state in use is none of them; else empty. */
  const likelyStates = computed(() =>
    kind.value === 'plate' ? statesInstead(interpretation.value, state.value?.code ?? null) : [],
  )

  /** An answer to an older text is not shown. */
  async function interpretNow(): Promise<Result<Interpretation>> {
    const isLatest = latest.begin()
    const current = text.value
    requestedText = current
    const region = given.region()
    const result = await read('lookup.interpret', { text: current.slice(0, 300) })
    if (isLatest() && result.ok) interpreted.value = { text: current, region, value: result.value }
    return result
  }
  const interpretSoon = useDebounceFn(() => {
    if (text.value.trim() !== '' && text.value !== requestedText) void interpretNow()
  }, interpretAfterMs)

  watch(text, (now, before) => {
    // A corrected character keeps the user's choices; another text resets them.
    if (now.trim() === '' || !differsByOneCharacter(before, now)) {
      selectedKind.value = null
      selectedState.value = null
    }
    if (now.trim() === '') {
      latest.cancel()
      requestedText = ''
      interpreted.value = null
    } else {
      void interpretSoon()
    }
  })
  watch(given.region, () => {
    selectedState.value = null
    if (text.value.trim() !== '') void interpretNow()
  })

  /** What to do with the current text. Interprets it first when that has not been done yet. */
  async function decide(): Promise<BoxDecision> {
    const region = await given.settledRegion()
    if (text.value.trim() === '') return { kind: 'empty' }
    const typed = text.value.trim()
    const known = interpreted.value?.text === text.value && interpreted.value.region === region
    const result: Result<Interpretation> =
      known && interpreted.value ? success(interpreted.value.value) : await interpretNow()
    // The region was switched while the text was read.
    if (given.region() !== region) return decide()
    if (!result.ok) return { kind: 'failed', failure: result.error }
    const kind = selectedKind.value ?? result.value.kind
    // The interpreted text belongs to the interpreted kind; for another kind the typed text is sent.
    const isInterpreted = kind === result.value.kind
    const query = isInterpreted ? result.value.query : typed
    if (kind === 'text') return { kind: 'search', keywords: query }
    if (kind === 'vin') {
      const reason = whyUnavailable('vin-search', region)
      const blocked = reason ?? (isInterpreted ? result.value.blocked : null)
      if (blocked !== null) return { kind: 'unavailable', reason: blocked }
      return { kind: 'look-up', query: { kind: 'vin', vin: query }, likelyStates: [] }
    }
    if (region !== 'au') {
      return { kind: 'look-up', query: { kind: 'plate', plate: query, state: null }, likelyStates: [] }
    }
    const state = selectedState.value ? selectedState.value.code : (result.value.state ?? given.rememberedState())
    if (!state) return { kind: 'state-needed' }
    const likelyStates = statesInstead(result.value, state)
    return { kind: 'look-up', query: { kind: 'plate', plate: query, state }, likelyStates }
  }

  return {
    text,
    interpretation,
    kind,
    isKindChosen: computed(() => interpretation.value !== null && kind.value !== interpretation.value.kind),
    state,
    suggested,
    likelyStates,
    chooseKind(next: LookupKind) {
      selectedKind.value = next
    },
    /** Sets the state for the current text. The caller saves it. */
    chooseState(code: StateCode | null) {
      selectedState.value = { code }
    },
    /** Sets the text as if it was typed. */
    fill(next: string) {
      text.value = next
    },
    decide,
  }
}

export const [provideLookupBox, useProvidedBox] = providedState('look-up box', useLookupBox)
