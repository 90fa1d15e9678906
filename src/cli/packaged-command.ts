import { exitCode, type ExitCode } from '../contract/exit-codes.ts'
import { programPlaceOf } from '../host-kit/program-place.ts'
import { createDescriptorStreams, createNodeStreams } from './command-streams.ts'
import { runWords } from './run-words.ts'

/** Where the script for Windows says which process it is (build/windows/forecourt.cmd). */
const starterVariable = 'FORECOURT_STARTED_BY'

/**
 * Runs a command in the installed program, before it has a window. Resolves with the exit code. `platform`: whose standard streams there are.
 */
export async function runPackagedCommand(words: readonly string[], platform: NodeJS.Platform): Promise<ExitCode> {
  const streams = platform === 'win32' ? createDescriptorStreams([0, 1, 2]) : createNodeStreams()
  // Electron would show an error in a dialog that nobody closes.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      streams.tell(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
      process.exit(exitCode.unexpected)
    })
  }
  const starter = Number(process.env[starterVariable])
  return runWords(words, {
    place: programPlaceOf(import.meta.url),
    streams,
    readsInThread: true,
    starter: Number.isInteger(starter) && starter > 0 ? starter : null,
  })
}
