import { nextTick, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import type { UploadSummary } from '../../../../../src/contract/uploads.ts'
import type { UploadListPart } from '../../../../../src/contract/upload-list.ts'
import { useUploadList } from '../../../../../src/renderer/features/uploads/useUploadList.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleUpload } from './sample-upload.ts'
import { withinScope } from '../../within-scope.ts'

const page = (ids: readonly string[], total = ids.length): { total: number; uploads: UploadSummary[] } => ({
  total,
  uploads: ids.map((id) => sampleUpload({ id })),
})

function openList(showRemoved = false) {
  const twin = createProgramClientTwin()
  const isShown = ref(showRemoved)
  const list = withinScope(() => useUploadList(isShown), twin)
  const asked = (): (UploadListPart | undefined)[] =>
    twin.calls
      .filter(({ method }) => method === 'uploads.list')
      .map(({ input }) => (input as { show?: UploadListPart }).show)
  return { twin, isShown, asked, ...list }
}

describe('the list of uploads', () => {
  it('reads the open and the ended uploads, and the removed ones only when they are shown', async () => {
    const { asked, isShown } = openList()
    expect(asked()).toEqual(['open', 'ended'])
    isShown.value = true
    await nextTick()
    expect(asked()).toEqual(['open', 'ended', 'removed'])
  })

  it('fetches only the open uploads after an event about one of them', async () => {
    const { twin, asked } = openList()
    await twin.next('uploads.list').succeed(page(['a']))
    await twin.next('uploads.list').succeed(page(['b']))
    const before = asked().length
    await twin.announce('uploads.changed', 'a')
    await expect.poll(() => asked().slice(before)).toEqual(['open'])
  })

  it('shows more of a part on request', async () => {
    const { twin, ended } = openList()
    await twin.next('uploads.list').succeed(page(['a']))
    await twin.next('uploads.list').succeed(page(['b'], 150))
    await expect.poll(() => ended.more.value).toBe(149)
    ended.showMore()
    await nextTick()
    const calls = (): number => twin.calls.filter(({ method }) => method === 'uploads.list').length
    await twin.next('uploads.list').succeed(page(['b'], 2))
    await expect.poll(calls).toBe(4)
    await twin.next('uploads.list').succeed(page(['c'], 2))
    await expect.poll(() => ended.loaded.value?.uploads.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(ended.more.value).toBe(0)
  })
})
