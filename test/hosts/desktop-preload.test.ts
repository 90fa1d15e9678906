import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createContext, Script } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { HostBridge } from '../../src/contract/bridge.ts'

const file = resolve('out/preload/index.cjs')

/** The modules that a sandboxed preload can require. */
const allowed = new Set(['electron', 'events', 'timers', 'url'])

let exposed: Map<string, HostBridge>
let required: string[]
let asked: { channel: string; request: unknown }[]
let channel: EventEmitter
let pathOf: (file: unknown) => string

beforeAll(() => {
  if (!existsSync(file)) throw new Error('There is no built preload: run npm run build first.')
  exposed = new Map()
  required = []
  asked = []
  channel = new EventEmitter()
  pathOf = () => ''
  const electron = {
    contextBridge: { exposeInMainWorld: (key: string, value: HostBridge) => void exposed.set(key, value) },
    ipcRenderer: {
      invoke: async (name: string, request: unknown) => {
        asked.push({ channel: name, request })
        return { ok: true, value: 'answered' }
      },
      on: (name: string, listener: (...given: unknown[]) => void) => void channel.on(name, listener),
      off: (name: string, listener: (...given: unknown[]) => void) => void channel.off(name, listener),
    },
    webUtils: { getPathForFile: (given: unknown) => pathOf(given) },
  }
  const require = (name: string): unknown => {
    required.push(name)
    if (!allowed.has(name)) throw new Error(`module not found: ${name}`)
    return name === 'electron' ? electron : {}
  }
  const module = { exports: {} }
  const context = createContext({ require, module, exports: module.exports })
  new Script(readFileSync(file, 'utf8'), { filename: file }).runInContext(context)
})

const bridge = (): HostBridge => {
  const given = exposed.get('forecourt')
  if (!given) throw new Error('The preload exposes nothing.')
  return given
}

describe('the built preload', () => {
  it('is one plain script that requires only electron', () => {
    expect(required).toEqual(['electron'])
  })

  it('exposes only the bridge', () => {
    expect([...exposed.keys()]).toEqual(['forecourt'])
    expect(Object.keys(bridge()).toSorted()).toEqual(['chooseFile', 'host', 'invoke', 'subscribe', 'takeFile'])
    expect(bridge().host).toBe('electron')
  })

  it('sends requests on one channel, whatever the page passes', async () => {
    asked.length = 0
    expect(await bridge().invoke('app.info', {})).toEqual({ ok: true, value: 'answered' })
    await bridge().invoke('some-other-channel', { kind: 'choose-file' })
    await bridge().chooseFile()
    expect(asked).toEqual([
      { channel: 'forecourt:request', request: { kind: 'call', method: 'app.info', input: {} } },
      {
        channel: 'forecourt:request',
        request: { kind: 'call', method: 'some-other-channel', input: { kind: 'choose-file' } },
      },
      { channel: 'forecourt:request', request: { kind: 'choose-file' } },
    ])
  })

  it('passes events to the page without the sender, until it stops listening', () => {
    const heard: unknown[][] = []
    const stop = bridge().subscribe((...given) => void heard.push(given))
    channel.emit('forecourt:event', { sender: 'reaches back' }, { name: 'uploads.changed' })
    stop()
    channel.emit('forecourt:event', { sender: 'reaches back' }, { name: 'drafts.changed' })
    expect(heard).toEqual([[{ name: 'uploads.changed' }]])
    expect(channel.listenerCount('forecourt:event')).toBe(0)
  })

  it('sends a dropped file by the path that Electron knows', async () => {
    asked.length = 0
    pathOf = () => '/home/kim/customers.csv'
    await bridge().takeFile({ name: 'customers.csv', path: '/etc/passwd' })
    expect(asked.map(({ request }) => request)).toEqual([{ kind: 'take-path', path: '/home/kim/customers.csv' }])
  })

  it('sends a pasted file by its bytes', async () => {
    asked.length = 0
    pathOf = () => ''
    const bytes = new ArrayBuffer(3)
    await bridge().takeFile({ name: 'pasted.csv', arrayBuffer: async () => bytes })
    expect(asked.map(({ request }) => request)).toEqual([{ kind: 'take-bytes', name: 'pasted.csv', bytes }])
  })
})
