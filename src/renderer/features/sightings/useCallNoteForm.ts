import { computed, reactive, toRefs } from 'vue'
import { outcomeKind, type OutcomeCode } from '../../../contract/call-note.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import { dateOrderText, formatDate, formatTimeOfDay } from '../../ui/format.ts'
import { readDay } from '../../ui/typed-date.ts'
import { amountOrNull } from '../../ui/typed-values.ts'
import { callText } from './call-text.ts'
import { nextCallDay, parseTimeOfDay } from './next-dates.ts'

const { form: text } = callText

export type CallNoteInput = Omit<MethodInput<'sightings.record'>, 'customerId' | 'source'>

/** The input as it is typed: the date as d/m/yyyy, the time as "2:30 pm". */
const nothing = {
  outcome: null as OutcomeCode | null,
  note: '',
  nextAction: '',
  dateText: '',
  timeText: '',
  amountText: '',
}
export type CallNoteDraft = Readonly<typeof nothing>

/** After these the next call is suggested for the next call day. */
const retriedOutcomes: ReadonlySet<OutcomeCode> = new Set(['no_answer', 'voicemail'])

/** The input about a call before it is saved. */
export function useCallNoteForm(now: () => Date) {
  const entered = reactive({ ...nothing })
  const { outcome, note, nextAction, dateText, timeText, amountText } = toRefs(entered)
  /** The suggested date, which is replaced when another outcome is selected. */
  let suggested = ''
  /** A time is suggested once for an outcome: what the user clears stays empty. */
  let isOffered = false

  const kind = computed(() => (outcome.value === null ? null : outcomeKind(outcome.value)))
  /** Only an open outcome has a next action. */
  const hasNextAction = computed(() => kind.value === null || kind.value.open)
  const needsAmount = computed(() => kind.value?.needs === 'amount')
  const date = computed(() => (dateText.value.trim() === '' ? null : readDay(dateText.value, now())))

  const time = computed(() => (timeText.value.trim() === '' ? null : parseTimeOfDay(timeText.value)))

  function timeProblem(): string | null {
    if (timeText.value.trim() === '') return null
    if (time.value === null) return text.wrongTime
    if (date.value === null) return null
    return new Date(`${date.value}T${time.value}:00`) <= now() ? text.pastTime : null
  }

  /** What is missing or not valid; null when the note can be saved. Shown after the first attempt to save. */
  const problem = computed<{ field: 'outcome' | 'date' | 'time' | 'amount'; text: string } | null>(() => {
    if (kind.value === null) return { field: 'outcome', text: text.chooseOutcome }
    if (hasNextAction.value && dateText.value.trim() !== '' && date.value === null)
      return { field: 'date', text: text.wrongDate(dateOrderText()) }
    if (kind.value.needs === 'date' && date.value === null)
      return { field: 'date', text: text.needsDate(kind.value.label) }
    if (hasNextAction.value && timeText.value.trim() !== '' && date.value === null)
      return { field: 'date', text: text.timeNeedsDate }
    const wrongTime = hasNextAction.value ? timeProblem() : null
    if (wrongTime !== null) return { field: 'time', text: wrongTime }
    if (needsAmount.value && !amountOrNull(amountText.value))
      return { field: 'amount', text: text.needsAmount(kind.value.label) }
    return null
  })

  return {
    ...toRefs(entered),
    /** The planned date and time, YYYY-MM-DD and HH:MM; null while there is none that is valid. */
    planned: computed(() => ({ date: date.value, time: time.value })),
    hasNextAction,
    needsAmount,
    problem,
    /** The form has input that is not saved. */
    isDirty: computed(
      () =>
        note.value.trim() !== '' ||
        nextAction.value.trim() !== '' ||
        outcome.value !== null ||
        timeText.value.trim() !== '' ||
        amountText.value.trim() !== '',
    ),
    choose(selected: OutcomeCode): void {
      outcome.value = selected
      isOffered = false
      const isTyped = dateText.value !== '' && dateText.value !== suggested
      if (isTyped) return
      // A suggested time belongs to its date.
      if (suggested !== '') timeText.value = ''
      suggested = retriedOutcomes.has(selected) ? formatDate(nextCallDay(now())) : ''
      dateText.value = suggested
    },
    /** Another outcome is about to be chosen. */
    unchoose(): void {
      outcome.value = null
    },
    /** The next permitted time, for a call back without a date. */
    suggest(date: string, time: string): void {
      if (isOffered) return
      isOffered = true
      if (outcome.value !== 'call_back' || dateText.value !== '' || timeText.value !== '') return
      suggested = formatDate(date)
      dateText.value = suggested
      timeText.value = formatTimeOfDay(time)
    },
    setDate(date: string): void {
      dateText.value = formatDate(date)
    },
    /** A suggested date (YYYY-MM-DD) with its time (HH:MM). */
    setTime(date: string, time: string): void {
      dateText.value = formatDate(date)
      timeText.value = formatTimeOfDay(time)
    },
    /** The input, to restore it when the user returns to the car. */
    toDraft: (): CallNoteDraft => ({ ...entered }),
    restore(draft: CallNoteDraft): void {
      Object.assign(entered, draft)
      suggested = ''
    },
    clear(): void {
      Object.assign(entered, nothing)
      suggested = ''
    },
    /** The note to save; null while there is a problem. */
    toCallNote(): CallNoteInput | null {
      if (problem.value !== null || outcome.value === null) return null
      return {
        outcome: outcome.value,
        note: note.value,
        nextAction: hasNextAction.value ? nextAction.value : '',
        nextDate: hasNextAction.value ? date.value : null,
        nextTime: hasNextAction.value ? time.value : null,
        amount: needsAmount.value ? amountOrNull(amountText.value) : null,
      }
    },
  }
}
