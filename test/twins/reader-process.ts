import type { ReaderProcess, StartReaderProcess } from '../../src/core/ports/host.ts'
import { createReaderService } from '../../src/core/drafts/file-process/reader-service.ts'
import type { ReaderMessage, ReaderRequest } from '../../src/core/drafts/file-process/process-messages.ts'
import { createReaderFork } from '../../src/host-kit/forked-reader.ts'

/** The real process, as the browser host starts it. */
export const startReaderProcess: StartReaderProcess = createReaderFork(
  new URL('../../src/core/drafts/file-process/reader-process.ts', import.meta.url),
)

/** The same service in this thread, for tests of what comes after reading: a process takes a third of a second to start. */
export const startReaderTwin: StartReaderProcess = (): ReaderProcess => {
  let listener: ((message: unknown) => void) | null = null
  const service = createReaderService((message: ReaderMessage) => {
    const sent = structuredClone(message)
    setImmediate(() => listener?.(sent))
  })
  return {
    send(message) {
      const sent = structuredClone(message) as ReaderRequest
      setImmediate(() => service(sent))
    },
    onMessage: (given) => (listener = given),
    onOutput: () => undefined,
    onExit: () => undefined,
    kill: () => (listener = null),
  }
}
