import { describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { startParts, type BackgroundPart } from '../../../../src/core/scheduling/background-parts.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

const fullDisk = (): never => {
  throw new FailureError({ kind: 'disk-full', message: 'Full' })
}
const defect = (): never => {
  throw new Error('A defect')
}

/** Starts three parts, of which the second begins so. */
function startThree(begin: () => void, isDiskFull: boolean) {
  const seen: string[] = []
  const part = (name: string, start = (): void => undefined): BackgroundPart => ({
    start() {
      start()
      seen.push(`${name} started`)
    },
    close: async () => void seen.push(`${name} closed`),
  })
  const log = createLogTwin()
  const started = startParts(
    (background) => {
      background.push(part('first'), part('second', begin), part('third'))
      return {}
    },
    { log, isDiskFull },
  )
  return { started, seen, log }
}

describe('parts that start', () => {
  it('are closed again when one of them fails, and the failure is passed on', async () => {
    for (const [begin, isDiskFull] of [
      [fullDisk, false],
      [defect, true],
    ] as const) {
      const { started, seen } = startThree(begin, isDiskFull)
      await expect(started).rejects.toBeInstanceOf(Error)
      expect(seen).toEqual(['first started', 'third closed', 'second closed', 'first closed'])
    }
  })

  it('leave out one that begins with a change on a full disk, and close it with the others', async () => {
    const { started, seen, log } = startThree(fullDisk, true)
    const parts = await started
    expect(seen).toEqual(['first started', 'third started'])
    expect(log.entries.map(({ event }) => event)).toEqual(['program.partLeftOut'])
    await parts.end()
    expect(seen.slice(2)).toEqual(['third closed', 'second closed', 'first closed'])
  })
})
