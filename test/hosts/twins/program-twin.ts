import { allMethods, type Handlers } from '../../../src/contract/methods.ts'
import { createOpenedFiles } from '../../../src/core/app/opened-files.ts'
import { createAnnouncer, type Announcer } from '../../../src/core/events/announcer.ts'
import { fail } from '../../../src/core/failures/failure-error.ts'
import { createFileIntake } from '../../../src/core/intake/file-intake.ts'
import type { Program } from '../../../src/core/program.ts'

const methods = await allMethods()

type Given = Record<string, (input: unknown, signal: AbortSignal) => Promise<unknown>>

export interface ProgramTwin extends Program {
  readonly announcer: Announcer
  readonly commands: string[]
  /** The number of event listeners. */
  listeners(): number
  closed(): boolean
}

/** A program whose methods all fail with `not-found`, except the given ones. Its events and its file intake are real. */
export function createProgramTwin(given: Given = {}): ProgramTwin {
  const handlers: Record<string, Record<string, unknown>> = {}
  for (const name of methods.keys()) {
    const [domain = '', verb = ''] = name.split('.')
    handlers[domain] ??= {}
    handlers[domain][verb] = given[name] ?? (async () => fail('not-found', 'Not part of this test.'))
  }
  const announcer = createAnnouncer()
  const commands: string[] = []
  let listeners = 0
  let closed = false
  return {
    handlers: handlers as unknown as Handlers<AbortSignal>,
    intake: createFileIntake(),
    openedFiles: createOpenedFiles(() => announcer.announce('app.fileOpened')),
    announcer,
    commands,
    listeners: () => listeners,
    closed: () => closed,
    listen(listener) {
      listeners += 1
      const stop = announcer.listen(listener)
      return () => {
        listeners -= 1
        stop()
      }
    },
    command(name) {
      commands.push(name)
      announcer.announce('app.commanded', name)
    },
    networkSignIn: { signInToProxy: async () => null, chooseCertificate: async () => null },
    retryNow: () => undefined,
    updatePlan: () => 'none',
    start: async () => undefined,
    async close() {
      closed = true
    },
    closeAtOnce: () => void (closed = true),
  }
}
