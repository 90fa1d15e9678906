import { useDebounceFn } from '@vueuse/core'
import { computed, type ComputedRef, type Ref, ref, type ShallowRef, shallowRef, watch } from 'vue'
import { whyUnavailable } from '../../../../contract/availability.ts'
import type { Interpretation, LookupKind } from '../../../../contract/lookup.ts'
import type { Region, StateCode } from '../../../../contract/region.ts'
import { type Failure, type Result, success } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import type { LookupQuestion } from '../lookup-routes.ts'

/** While she types, the text is read this long after the last key. */
const readAfterMs = 120

/** What Enter comes to. */
export type BoxDecision =
  | { readonly kind: 'ask'; readonly question: LookupQuestion }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'state-needed' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface LookupBox {
  readonly text: Ref<string>
  /** What the text in the box was taken for; null while it is empty, or has just changed. */
  readonly reading: ComputedRef<Interpretation | null>
  /** The kind in use: hers where she overruled. */
  readonly kind: ComputedRef<LookupKind | null>
  readonly overruled: ComputedRef<boolean>
  /** The state in use, and where it comes from. Null outside Australia, or when none is known. */
  readonly state: ComputedRef<{
    readonly code: StateCode
    readonly from: 'chosen' | 'suggested' | 'remembered'
  } | null>
  readonly suggested: ComputedRef<StateCode | null>
  overrule(kind: LookupKind): void
  /** Her choice for the text in the box; remembering it is the caller's. */
  chooseState(state: StateCode | null): void
  /** Puts a text in, as if it had been typed. */
  fill(text: string): void
  /** What is to be done with the text as it stands. Reads it first where that has not been done yet. */
  decide(): Promise<BoxDecision>
}

/** Whether one text came of the other by a single letter typed, taken away or replaced, wherever it stood. */
function isLetterMended(before: string, now: string): boolean {
  const shorter = Math.min(before.length, now.length)
  let start = 0
  while (start < shorter && before[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end += 1
  return Math.max(before.length, now.length) - start - end <= 1
}

/** One box for plate, VIN and words: what it holds, what that was taken for, and what Enter does. */
export function useLookupBox(
  { call }: Pick<ProgramClient, 'call'>,
  given: { readonly region: () => Region; readonly rememberedState: () => StateCode | null },
): LookupBox {
  const text = ref('')
  const read: ShallowRef<{ readonly text: string; readonly region: Region; readonly value: Interpretation } | null> =
    shallowRef(null)
  const selectedKind = ref<LookupKind | null>(null)
  const selectedState = shallowRef<{ readonly code: StateCode | null } | null>(null)
  let underWay: {
    readonly text: string
    readonly region: Region
    readonly answer: Promise<Result<Interpretation>>
  } | null = null

  const reading = computed(() => (text.value.trim() === '' ? null : (read.value?.value ?? null)))
  const kind = computed<LookupKind | null>(() => (reading.value ? (selectedKind.value ?? reading.value.kind) : null))
  const suggested = computed(() =>
    given.region() === 'au' && kind.value === 'plate' ? (reading.value?.state ?? null) : null,
  )
  const state = computed<LookupBox['state']['value']>(() => {
    if (given.region() !== 'au') return null
    if (selectedState.value) return selectedState.value.code && { code: selectedState.value.code, from: 'chosen' }
    if (suggested.value) return { code: suggested.value, from: 'suggested' }
    const remembered = given.rememberedState()
    return remembered && { code: remembered, from: 'remembered' }
  })

  /** Reads the text as it stands, once however often it is asked for. An answer to an older text changes nothing on the screen. */
  function readNow(): Promise<Result<Interpretation>> {
    const asked = text.value
    const region = given.region()
    if (underWay?.text === asked && underWay.region === region) return underWay.answer
    const answer = call('lookup.interpret', { text: asked.slice(0, 300) })
    const mine = { text: asked, region, answer }
    underWay = mine
    return answer.then((result) => {
      if (underWay !== mine) return result
      underWay = null
      if (result.ok) read.value = { text: asked, region, value: result.value }
      return result
    })
  }
  const readSoon = useDebounceFn(() => {
    if (text.value.trim() !== '') void readNow()
  }, readAfterMs)

  watch(text, (now, before) => {
    // She mends a letter and means what she said; another text is another question.
    if (now.trim() === '' || !isLetterMended(before, now)) {
      selectedKind.value = null
      selectedState.value = null
    }
    if (now.trim() === '') {
      underWay = null
      read.value = null
    } else {
      void readSoon()
    }
  })
  watch(given.region, () => {
    selectedState.value = null
    if (text.value.trim() !== '') void readNow()
  })

  async function decide(): Promise<BoxDecision> {
    if (text.value.trim() === '') return { kind: 'empty' }
    const typed = text.value.trim()
    const known = read.value?.text === text.value && read.value.region === given.region() ? read.value.value : null
    const result: Result<Interpretation> = known ? success(known) : await readNow()
    if (!result.ok) return { kind: 'failed', failure: result.error }
    const taken = result.value
    const wanted = selectedKind.value ?? taken.kind
    // What she overruled goes as she typed it: the reading of another kind is not of this one.
    const query = wanted === taken.kind ? taken.query : typed
    if (wanted === 'text') return { kind: 'words', text: query }
    if (wanted === 'vin') {
      const reason = whyUnavailable('vin-search', given.region())
      return reason ? { kind: 'unavailable', reason } : { kind: 'ask', question: { kind: 'vin', vin: query } }
    }
    if (given.region() !== 'au') return { kind: 'ask', question: { kind: 'plate', plate: query, state: null } }
    const code = selectedState.value ? selectedState.value.code : (taken.state ?? given.rememberedState())
    return code ? { kind: 'ask', question: { kind: 'plate', plate: query, state: code } } : { kind: 'state-needed' }
  }

  return {
    text,
    reading,
    kind,
    overruled: computed(() => reading.value !== null && kind.value !== reading.value.kind),
    state,
    suggested,
    overrule(to) {
      selectedKind.value = to
    },
    chooseState(code) {
      selectedState.value = { code }
    },
    fill(next) {
      text.value = next
    },
    decide,
  }
}
