import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useDraft } from '../../../../../src/renderer/features/drafts/useDraft.ts'
import { sampleDraft } from './sample-draft.ts'
import { withinScope } from '../../within-scope.ts'

const at = (second: number): string => `2026-11-21T01:00:0${second}.000Z`

async function loadedDraft() {
  const twin = createProgramClientTwin()
  const editor = withinScope(() => useDraft('draft-1'), twin)
  await twin
    .next('drafts.get')
    .succeed(sampleDraft({ changedAt: at(0), undo: 'State in row 3', redo: 'Row 4 left out' }))
  return { twin, editor }
}

describe('a draft that is edited', () => {
  it('sends changes one after the other, in the order in which they were made', async () => {
    const { twin, editor } = await loadedDraft()
    const first = editor.change('drafts.setColumn', { index: 0, target: 'vin' })
    const second = editor.change('drafts.setDefaultState', { state: 'VIC' })
    await twin.settled()
    expect(twin.open.map((call) => call.method)).toEqual(['drafts.setColumn'])
    expect(twin.open[0]?.input).toEqual({ id: 'draft-1', index: 0, target: 'vin' })
    expect(editor.busy.value).toBe(true)

    await twin.next('drafts.setColumn').succeed(sampleDraft({ changedAt: at(1) }))
    expect(twin.open.map((call) => call.method)).toEqual(['drafts.setDefaultState'])
    await twin.next('drafts.setDefaultState').succeed(sampleDraft({ changedAt: at(2), defaultState: 'VIC' }))
    await Promise.all([first, second])
    expect(editor.draft.value?.defaultState).toBe('VIC')
    expect(editor.busy.value).toBe(false)
  })

  it('undoes a change that is still running as soon as it is done', async () => {
    const { twin, editor } = await loadedDraft()
    const change = editor.change('drafts.setDefaultState', { state: 'VIC' })
    const undone = editor.undo()
    await twin.settled()
    await twin.next('drafts.setDefaultState').succeed(sampleDraft({ changedAt: at(1), undo: 'State for all' }))
    await change
    await twin.next('drafts.undo').succeed(sampleDraft({ changedAt: at(2), undo: null }))
    await undone
    expect(editor.announcement.value).toBe('Undone: State for all')
    await editor.undo()
    expect(twin.open).toEqual([])
  })

  it('keeps the draft and has the reason when a change fails, then sends the next change', async () => {
    const { twin, editor } = await loadedDraft()
    const refused = editor.change('drafts.setColumn', { index: 90, target: 'vin' })
    const next = editor.undo()
    await twin.settled()
    await twin.next('drafts.setColumn').fail({ kind: 'invalid-input', message: 'There is no column 90.' })
    expect((await refused).ok).toBe(false)
    expect(editor.changeFailure.value?.message).toBe('There is no column 90.')
    expect(editor.draft.value?.changedAt).toBe(at(0))
    await twin.next('drafts.undo').succeed(sampleDraft({ changedAt: at(3) }))
    await next
    expect(editor.changeFailure.value).toBeNull()
    expect(editor.draft.value?.changedAt).toBe(at(3))
  })

  it('ignores a fetch that was overtaken by a change, and fetches again', async () => {
    const { twin, editor } = await loadedDraft()
    void editor.refresh()
    const change = editor.redo()
    await twin.settled()
    const lateFetch = twin.next('drafts.get')
    await twin.next('drafts.redo').succeed(sampleDraft({ changedAt: at(5), redo: null }))
    await change
    await lateFetch.succeed(sampleDraft({ changedAt: at(1), redo: 'an old one' }))
    expect(editor.draft.value?.changedAt).toBe(at(5))
    // It is unknown which of the two is newer, so the draft is fetched again.
    await twin.next('drafts.get').succeed(sampleDraft({ changedAt: at(6) }))
    expect(editor.draft.value?.changedAt).toBe(at(6))
  })

  it('fetches the draft again when it was changed elsewhere, but not during its own changes', async () => {
    const { twin, editor } = await loadedDraft()
    const before = editor.version.value
    await twin.announce('drafts.changed', 'another-draft')
    expect(twin.open).toEqual([])

    const change = editor.undo()
    await twin.settled()
    await twin.announce('drafts.changed', 'draft-1')
    expect(twin.open.map((call) => call.method)).toEqual(['drafts.undo'])
    await twin.next('drafts.undo').succeed(sampleDraft({ changedAt: at(2) }))
    await change

    // The event of its own change arrives after the answer: the draft is the same, and no rows are fetched.
    await twin.announce('drafts.changed', 'draft-1')
    await twin.next('drafts.get').succeed(sampleDraft({ changedAt: at(2) }))
    expect(editor.version.value).toBe(before + 1)
  })

  it('does not fetch rows again after a change of the step', async () => {
    const { twin, editor } = await loadedDraft()
    const before = editor.version.value
    const step = editor.change('drafts.setStep', { step: 'check' })
    await twin.settled()
    await twin.next('drafts.setStep').succeed(sampleDraft({ step: 'check', changedAt: at(4) }))
    await step
    expect(editor.draft.value?.step).toBe('check')
    expect(editor.version.value).toBe(before)
  })

  it('reports a draft that does not exist, and stops listening with its screen', async () => {
    const twin = createProgramClientTwin()
    const scope = effectScope()
    const editor = withinScope(() => useDraft('draft-1'), twin, scope)
    await twin.next('drafts.get').fail({ kind: 'not-found' })
    expect(editor.loadFailure.value?.kind).toBe('not-found')
    expect(twin.listening('drafts.changed')).toBe(1)
    scope.stop()
    expect(twin.listening('drafts.changed') + twin.listening('drafts.progressed')).toBe(0)
  })

  it('shows the progress of its own changes only', async () => {
    const { twin, editor } = await loadedDraft()
    await twin.announce('drafts.progressed', 'draft-1', { part: 0.5, words: 'Checking' })
    expect(editor.progress.value).toBeNull()
    const change = editor.undo()
    await twin.announce('drafts.progressed', 'draft-1', { part: 0.5, words: 'Checking' })
    expect(editor.progress.value).toEqual({ part: 0.5, words: 'Checking' })
    await twin.next('drafts.undo').succeed(sampleDraft())
    await change
    expect(editor.progress.value).toBeNull()
  })
})
