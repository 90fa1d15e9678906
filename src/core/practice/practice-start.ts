import { errorFields, type Log } from '../ports/log.ts'
import type { Program } from '../program.ts'

/**
 * Makes practice the current connection for a host that was started with `--practice`: at once when storage is open, else as soon
 * as she has opened it.
 */
export function startPracticeWhenOpen(program: Program, log: Log): void {
  const { signal } = new AbortController()
  let done = false
  const attempt = async (): Promise<void> => {
    try {
      const status = await program.handlers.storage.status({}, signal)
      if (status.state !== 'open' || done) return
      done = true
      stopListening()
      await program.handlers.connections.startPractice({ region: 'au' }, signal)
    } catch (error) {
      // The first screen still offers practice, and says why when it fails there too.
      log.write('error', 'practice.notStarted', errorFields(error))
    }
  }
  const stopListening = program.listen((event) => {
    if (event.name === 'storage.changed') void attempt()
  })
  void attempt()
}
