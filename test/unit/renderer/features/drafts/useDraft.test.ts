import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { useDraft } from '../../../../../src/renderer/features/drafts/useDraft.ts'
import { sampleDraft } from './sample-draft.ts'

const at = (second: number): string => `2026-11-21T01:00:0${second}.000Z`

async function loadedDraft() {
  const twin = createProgramClientTwin()
  const scope = effectScope()
  const work = scope.run(() => useDraft(twin.client, 'draft-1'))!
  void work.load()
  await twin
    .next('drafts.get')
    .succeed(sampleDraft({ changedAt: at(0), undo: 'State in row 3', redo: 'Row 4 left out' }))
  return { twin, work, scope }
}

describe('a draft in hand', () => {
  it('sends changes one after the other, in the order in which they were made', async () => {
    const { twin, work } = await loadedDraft()
    const first = work.change('drafts.setColumn', { index: 0, target: 'vin' })
    const second = work.change('drafts.setDefaultState', { state: 'VIC' })
    await twin.settled()
    expect(twin.open.map((call) => call.method)).toEqual(['drafts.setColumn'])
    expect(twin.open[0]?.input).toEqual({ id: 'draft-1', index: 0, target: 'vin' })
    expect(work.busy.value).toBe(true)

    await twin.next('drafts.setColumn').succeed(sampleDraft({ changedAt: at(1) }))
    expect(twin.open.map((call) => call.method)).toEqual(['drafts.setDefaultState'])
    await twin.next('drafts.setDefaultState').succeed(sampleDraft({ changedAt: at(2), defaultState: 'VIC' }))
    await Promise.all([first, second])
    expect(work.draft.value?.defaultState).toBe('VIC')
    expect(work.busy.value).toBe(false)
  })

  it('takes back the change that is still on its way, once there is one', async () => {
    const { twin, work } = await loadedDraft()
    const change = work.change('drafts.setDefaultState', { state: 'VIC' })
    const undone = work.takeBack('undo')
    await twin.settled()
    await twin.next('drafts.setDefaultState').succeed(sampleDraft({ changedAt: at(1), undo: 'State for all' }))
    await change
    await twin.next('drafts.undo').succeed(sampleDraft({ changedAt: at(2), undo: null }))
    await undone
    expect(work.said.value).toBe('Undone: State for all')
    await work.takeBack('undo')
    expect(twin.open).toEqual([])
  })

  it('keeps the draft and says why when a change is refused, and goes on with the next change', async () => {
    const { twin, work } = await loadedDraft()
    const refused = work.change('drafts.setHeaderRow', { headerRow: 900 })
    const next = work.takeBack('undo')
    await twin.settled()
    await twin.next('drafts.setHeaderRow').fail({ kind: 'invalid-input', message: 'There is no row 900.' })
    expect((await refused).ok).toBe(false)
    expect(work.changeFailure.value?.message).toBe('There is no row 900.')
    expect(work.draft.value?.changedAt).toBe(at(0))
    await twin.next('drafts.undo').succeed(sampleDraft({ changedAt: at(3) }))
    await next
    expect(work.changeFailure.value).toBeNull()
    expect(work.draft.value?.changedAt).toBe(at(3))
  })

  it('does not let a late answer to a look replace what a change answered', async () => {
    const { twin, work } = await loadedDraft()
    void work.load()
    const change = work.takeBack('redo')
    await twin.settled()
    const lateLook = twin.next('drafts.get')
    await twin.next('drafts.redo').succeed(sampleDraft({ changedAt: at(5), redo: null }))
    await change
    await lateLook.succeed(sampleDraft({ changedAt: at(1), redo: 'an old one' }))
    expect(work.draft.value?.changedAt).toBe(at(5))
    // It cannot be told which of the two is newer, so it looks again.
    await twin.next('drafts.get').succeed(sampleDraft({ changedAt: at(6) }))
    expect(work.draft.value?.changedAt).toBe(at(6))
  })

  it('looks again when the draft was changed elsewhere, but not for the events of its own changes', async () => {
    const { twin, work } = await loadedDraft()
    const before = work.version.value
    await twin.announce('drafts.changed', 'another-draft')
    expect(twin.open).toEqual([])

    const change = work.takeBack('undo')
    await twin.settled()
    await twin.announce('drafts.changed', 'draft-1')
    expect(twin.open.map((call) => call.method)).toEqual(['drafts.undo'])
    await twin.next('drafts.undo').succeed(sampleDraft({ changedAt: at(2) }))
    await change

    // The event of its own change, heard after the answer: the draft is the same, and rows need not be fetched again.
    await twin.announce('drafts.changed', 'draft-1')
    await twin.next('drafts.get').succeed(sampleDraft({ changedAt: at(2) }))
    expect(work.version.value).toBe(before + 1)
  })

  it('does not have rows looked at again for a step to another screen', async () => {
    const { twin, work } = await loadedDraft()
    const before = work.version.value
    const step = work.change('drafts.setStep', { step: 'check' })
    await twin.settled()
    await twin.next('drafts.setStep').succeed(sampleDraft({ step: 'check', changedAt: at(4) }))
    await step
    expect(work.draft.value?.step).toBe('check')
    expect(work.version.value).toBe(before)
  })

  it('says that a draft is gone, and stops listening with its screen', async () => {
    const twin = createProgramClientTwin()
    const scope = effectScope()
    const work = scope.run(() => useDraft(twin.client, 'draft-1'))!
    void work.load()
    await twin.next('drafts.get').fail({ kind: 'not-found' })
    expect(work.loadFailure.value?.kind).toBe('not-found')
    expect(twin.listening('drafts.changed')).toBe(1)
    scope.stop()
    expect(twin.listening('drafts.changed') + twin.listening('drafts.progressed')).toBe(0)
  })

  it('shows progress of its own long change only', async () => {
    const { twin, work } = await loadedDraft()
    await twin.announce('drafts.progressed', 'draft-1', { part: 0.5, words: 'Checking' })
    expect(work.progress.value).toBeNull()
    const change = work.takeBack('undo')
    await twin.announce('drafts.progressed', 'draft-1', { part: 0.5, words: 'Checking' })
    expect(work.progress.value).toEqual({ part: 0.5, words: 'Checking' })
    await twin.next('drafts.undo').succeed(sampleDraft())
    await change
    expect(work.progress.value).toBeNull()
  })
})
