import { errorFields, type Log } from '../core/ports/log.ts'
import type { Program } from '../core/program.ts'

/** Selects the practice connection when storage is open, now or later: for a host that was started with `--practice`. */
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
      // The first screen still offers practice and shows the failure there.
      log.write('error', 'practice.notStarted', errorFields(error))
    }
  }
  const stopListening = program.listen((event) => {
    if (event.name === 'storage.changed') void attempt()
  })
  void attempt()
}
