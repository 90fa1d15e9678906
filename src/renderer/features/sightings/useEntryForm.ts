import { computed, type ComputedRef, ref, type Ref } from 'vue'
import type { MethodInput } from '../../../contract/methods.ts'
import type { OutcomeCode } from '../../../contract/sightings.ts'
import { formatDate } from '../../ui/format.ts'
import { nextCallDay, typedDate } from './next-dates.ts'
import { typedAmount } from './sighting-filter.ts'
import { kindOf } from './sighting-text.ts'

export type EntryToKeep = Omit<MethodInput<'sightings.record'>, 'customerId'>

export interface EntryDraft {
  readonly outcome: OutcomeCode | null
  readonly note: string
  readonly nextAction: string
  readonly dateText: string
  readonly amountText: string
}

export interface EntryForm {
  readonly outcome: Ref<OutcomeCode | null>
  readonly note: Ref<string>
  readonly nextAction: Ref<string>
  /** As typed: d/m/yyyy. */
  readonly dateText: Ref<string>
  readonly amountText: Ref<string>
  /** A next step belongs to what stays open. */
  readonly hasNextStep: ComputedRef<boolean>
  readonly needsAmount: ComputedRef<boolean>
  /** What is still missing or wrong, in words; null when it can be kept. Shown once she tried. */
  readonly problem: ComputedRef<{ field: 'outcome' | 'date' | 'amount'; words: string } | null>
  /** Something was entered that would be lost. */
  readonly isTouched: ComputedRef<boolean>
  choose(outcome: OutcomeCode): void
  setDate(date: string): void
  clear(): void
  /** What was entered, to be put back when she comes back to the car. */
  taken(): EntryDraft
  putBack(draft: EntryDraft): void
  /** What is to be kept; null while there is a problem. */
  entry(): EntryToKeep | null
}

/** After these the next try is tomorrow, unless she says otherwise. */
const triedAgain: ReadonlySet<OutcomeCode> = new Set(['no_answer', 'voicemail'])

/** What she enters about a call, before it is kept. */
export function useEntryForm(now: () => Date): EntryForm {
  const outcome = ref<OutcomeCode | null>(null)
  const note = ref('')
  const nextAction = ref('')
  const dateText = ref('')
  const amountText = ref('')
  /** The date that was filled in for her, which goes with its outcome. */
  let proposed = ''

  const kind = computed(() => (outcome.value === null ? null : kindOf(outcome.value)))
  const hasNextStep = computed(() => kind.value === null || kind.value.open)
  const needsAmount = computed(() => kind.value?.needs === 'amount')
  const date = computed(() => (dateText.value.trim() === '' ? null : typedDate(dateText.value, now())))

  const problem = computed<EntryForm['problem']['value']>(() => {
    if (kind.value === null) return { field: 'outcome', words: 'Choose what came of it.' }
    if (hasNextStep.value && dateText.value.trim() !== '' && date.value === null)
      return { field: 'date', words: 'Write the date as day/month/year.' }
    if (kind.value.needs === 'date' && date.value === null)
      return { field: 'date', words: `“${kind.value.label}” needs a date.` }
    if (needsAmount.value && !typedAmount(amountText.value))
      return { field: 'amount', words: `“${kind.value.label}” needs an amount.` }
    return null
  })

  return {
    outcome,
    note,
    nextAction,
    dateText,
    amountText,
    hasNextStep,
    needsAmount,
    problem,
    isTouched: computed(
      () =>
        note.value.trim() !== '' ||
        nextAction.value.trim() !== '' ||
        outcome.value !== null ||
        amountText.value.trim() !== '',
    ),
    choose(chosen) {
      outcome.value = chosen
      const isHers = dateText.value !== '' && dateText.value !== proposed
      if (isHers) return
      proposed = triedAgain.has(chosen) ? formatDate(nextCallDay(now())) : ''
      dateText.value = proposed
    },
    setDate(chosen) {
      dateText.value = formatDate(chosen)
    },
    clear() {
      outcome.value = null
      note.value = ''
      nextAction.value = ''
      dateText.value = ''
      amountText.value = ''
      proposed = ''
    },
    taken: () => ({
      outcome: outcome.value,
      note: note.value,
      nextAction: nextAction.value,
      dateText: dateText.value,
      amountText: amountText.value,
    }),
    putBack(draft) {
      outcome.value = draft.outcome
      note.value = draft.note
      nextAction.value = draft.nextAction
      dateText.value = draft.dateText
      amountText.value = draft.amountText
      proposed = ''
    },
    entry() {
      if (problem.value !== null || outcome.value === null) return null
      return {
        outcome: outcome.value,
        note: note.value,
        nextAction: hasNextStep.value ? nextAction.value : '',
        nextDate: hasNextStep.value ? date.value : null,
        amount: needsAmount.value ? typedAmount(amountText.value) : null,
      }
    },
  }
}
