import { describe, expect, it } from 'vitest'
import { useCallNoteForm } from '../../../../../src/renderer/features/sightings/useCallNoteForm.ts'

describe('the form of a call note', () => {
  const saturday = (): Date => new Date(2026, 10, 21, 10)

  it('returns a note only when it is complete', () => {
    const form = useCallNoteForm(saturday)
    expect(form.problem.value?.field).toBe('outcome')
    form.choose('call_back')
    expect(form.problem.value).toEqual({ field: 'date', text: '“Call back” needs a date.' })
    form.dateText.value = '31/2/2027'
    expect(form.problem.value?.text).toBe('Enter the date as day/month/year.')
    form.dateText.value = '24/11'
    form.note.value = 'After five'
    expect(form.toCallNote()).toEqual({
      outcome: 'call_back',
      note: 'After five',
      nextAction: '',
      nextDate: '2026-11-24',
      nextTime: null,
      amount: null,
    })
    form.choose('offer_made')
    expect(form.problem.value?.field).toBe('amount')
    form.amountText.value = '$28,500'
    expect(form.toCallNote()?.amount).toBe(28_500)
  })

  it('suggests the next call day after no answer, and keeps a typed date', () => {
    const form = useCallNoteForm(saturday)
    form.choose('no_answer')
    expect(form.dateText.value).toBe('23/11/2026')
    form.choose('offer_made')
    expect(form.dateText.value).toBe('')
    form.dateText.value = '1/12/2026'
    form.choose('voicemail')
    expect(form.dateText.value).toBe('1/12/2026')
  })

  it('suggests the next permitted time for a call back only, and not over what was typed', () => {
    const form = useCallNoteForm(saturday)
    const suggest = (): string[] => {
      form.suggest('2026-11-23', '10:00')
      return [form.dateText.value, form.timeText.value]
    }
    expect(suggest()).toEqual(['', ''])
    form.choose('call_back')
    expect(suggest()).toEqual(['23/11/2026', '10:00 am'])
    form.dateText.value = ''
    form.timeText.value = ''
    expect(suggest()).toEqual(['', ''])
    form.choose('appraisal_booked')
    expect(suggest()).toEqual(['', ''])
    form.choose('call_back')
    form.dateText.value = '1/12/2026'
    expect(suggest()).toEqual(['1/12/2026', ''])
  })

  it('has a time that is still to come, with its date', () => {
    const form = useCallNoteForm(saturday)
    form.choose('call_back')
    form.timeText.value = '2:30 pm'
    expect(form.problem.value?.field).toBe('date')
    form.dateText.value = '21/11/2026'
    form.timeText.value = 'soon'
    expect(form.problem.value).toEqual({ field: 'time', text: 'Enter the time like 2:30 pm.' })
    form.timeText.value = '10 am'
    expect(form.problem.value).toEqual({ field: 'time', text: 'This time has passed.' })
    form.timeText.value = '10:05'
    expect(form.toCallNote()).toMatchObject({ nextDate: '2026-11-21', nextTime: '10:05' })
    form.setTime('2026-11-23', '14:30')
    expect([form.dateText.value, form.timeText.value]).toEqual(['23/11/2026', '2:30 pm'])
    form.choose('bought')
    expect(form.toCallNote()).toMatchObject({ nextDate: null, nextTime: null })
  })

  it('has no next action for a closed outcome', () => {
    const form = useCallNoteForm(saturday)
    form.choose('no_answer')
    form.nextAction.value = 'Text him'
    form.choose('bought')
    expect(form.hasNextAction.value).toBe(false)
    expect(form.toCallNote()).toMatchObject({ outcome: 'bought', nextAction: '', nextDate: null })
  })

  it('is stored as a draft and restored', () => {
    const form = useCallNoteForm(saturday)
    expect(form.isDirty.value).toBe(false)
    form.choose('offer_made')
    form.note.value = 'Thinks about it'
    const draft = form.toDraft()
    form.clear()
    expect(form.isDirty.value).toBe(false)
    form.restore(draft)
    expect(form.toDraft()).toEqual(draft)
  })
})
