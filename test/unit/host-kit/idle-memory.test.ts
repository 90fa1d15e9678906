import { describe, expect, it } from 'vitest'
import { createIdleMemory } from '../../../src/host-kit/idle-memory.ts'

const MiB = 1024 ** 2

function createProcess() {
  const state = { resident: 90 * MiB, cpuMs: 400, inUse: 90 * MiB, held: 0, collections: 0 }
  const idleMemory = createIdleMemory({
    residentBytes: () => state.resident,
    cpuMs: () => state.cpuMs,
    async release() {
      state.resident -= state.held
      state.held = 0
    },
    async collect() {
      state.collections += 1
      state.cpuMs += 500
      state.resident = state.inUse
    },
  })
  return { state, check: () => idleMemory.check() }
}

describe('memory of a process at rest', () => {
  it('collects in the first quiet pause after the process has grown', async () => {
    const { state, check } = createProcess()
    state.resident = 300 * MiB
    state.cpuMs += 5_000
    await check()
    expect(state.collections).toBe(0)
    state.cpuMs += 10
    await check()
    expect(state.collections).toBe(1)
    expect(state.resident).toBe(90 * MiB)
  })

  it('does not collect again what the last collection left in use', async () => {
    const { state, check } = createProcess()
    state.resident = 300 * MiB
    state.inUse = 200 * MiB
    await check()
    await check()
    await check()
    expect(state.collections).toBe(1)
  })

  it('lets go of what can be made again in each quiet pause, and in no other', async () => {
    const { state, check } = createProcess()
    Object.assign(state, { held: 20 * MiB, resident: 110 * MiB })
    state.cpuMs += 5_000
    await check()
    expect(state.resident).toBe(110 * MiB)
    await check()
    expect(state.resident).toBe(90 * MiB)
    Object.assign(state, { held: 20 * MiB, resident: 110 * MiB })
    await check()
    expect(state.resident).toBe(90 * MiB)
    expect(state.collections).toBe(0)
  })

  it('collects again after later growth', async () => {
    const { state, check } = createProcess()
    state.resident = 300 * MiB
    await check()
    state.resident = 150 * MiB
    await check()
    expect(state.collections).toBe(2)
  })

  it('compares with the smallest size since the last collection', async () => {
    const { state, check } = createProcess()
    state.resident = 70 * MiB
    await check()
    state.resident = 105 * MiB
    await check()
    expect(state.collections).toBe(1)
  })

  it('leaves a process alone that has hardly grown', async () => {
    const { state, check } = createProcess()
    state.resident = 110 * MiB
    await check()
    expect(state.collections).toBe(0)
  })
})
