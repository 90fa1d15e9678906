import { failure, type Result, success } from '../../src/contract/result.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import { rowsWith, sampleUpload } from '../unit/renderer/features/uploads/sample-upload.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'

/** An upload whose rows are all customers. */
export const finishedUpload = (changes: Partial<Upload> = {}): Upload =>
  sampleUpload({
    state: 'complete',
    finishedAt: '2026-11-19T23:10:00.000Z',
    rows: rowsWith({ inFile: 412, excluded: 12, sent: 400, accepted: 400 }),
    progress: { done: 400, total: 400, errors: 0, rowsPerSecond: null, secondsLeft: null },
    place: null,
    ...changes,
  })

/** An upload of which nothing was sent, because the network is away. */
export const waitingUpload = (name: string): Upload =>
  sampleUpload({
    id: `upload-${name}`,
    name,
    serviceName: name,
    state: 'waiting',
    waiting: { reason: 'No network.', until: null },
    rows: rowsWith({ inFile: 30, pending: 30 }),
    progress: { done: 0, total: 30, errors: 0, rowsPerSecond: null, secondsLeft: null },
    canWithdraw: true,
  })

const isOpen = ({ state }: Upload): boolean => state !== 'complete' && state !== 'cancelled'

/** Answers with these uploads, and keeps their order, names and states. The open ones are in the order of sending. */
export function answerUploads(host: HostTwin, given: readonly Upload[]): void {
  let uploads = given
  const shown = (): readonly Upload[] => {
    const open = uploads.filter(isOpen)
    return uploads.map((each) => ({ ...each, place: isOpen(each) ? open.indexOf(each) + 1 : null }))
  }
  const find = (id: string): Result<Upload> => {
    const found = shown().find((each) => each.id === id)
    return found ? success(found) : failure({ kind: 'not-found', message: 'This upload is no longer in the list.' })
  }
  function change(id: string, changes: Partial<Upload>): Result<Upload> {
    uploads = uploads.map((each) => (each.id === id ? { ...each, ...changes } : each))
    host.announce({ name: 'uploads.changed', subject: id })
    return find(id)
  }
  host.answer('uploads.overview', () => {
    const count = (state: Upload['state']): number => uploads.filter((each) => each.state === state).length
    const open = uploads.filter(isOpen)
    const removed = uploads.filter((each) => each.removed).length
    const rows = { waiting: count('waiting'), attention: count('stopped'), paused: count('paused'), done: 0, total: 30 }
    const running = count('running') + count('waiting')
    const ended = uploads.length - open.length - removed
    return success({ open: open.length, ended, removed, running, ...rows })
  })
  host.answer('uploads.list', ({ show, ids }) => {
    const listed = shown().filter((each) => {
      const part = each.removed ? 'removed' : isOpen(each) ? 'open' : 'ended'
      return (show === undefined || part === show) && (ids?.includes(each.id) ?? true)
    })
    return success({ total: listed.length, uploads: [...listed] })
  })
  host.answer('uploads.get', ({ id }) => find(id))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
  host.answer('uploads.pause', ({ id }) => change(id, { state: 'paused', waiting: null }))
  host.answer('uploads.resume', ({ id }) => change(id, { state: 'running' }))
  host.answer('uploads.rename', ({ id, name }) => change(id, { name }))
  host.answer('uploads.move', ({ id, before }) => {
    const moved = uploads.filter((each) => each.id === id)
    const others = uploads.filter((each) => each.id !== id)
    const at = before === null ? others.length : others.findIndex((each) => each.id === before)
    uploads = others.toSpliced(at, 0, ...moved)
    host.announce({ name: 'uploads.changed' })
    return success({})
  })
  host.answer('uploads.remove', ({ id }) => {
    change(id, { removed: true })
    return success({})
  })
  host.answer('uploads.putBack', ({ id }) => change(id, { removed: false }))
}
