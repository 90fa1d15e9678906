import { programPlaceOf } from '../host-kit/program-place.ts'
import { createNodeStreams } from './command-streams.ts'
import { runWords } from './run-words.ts'

process.exitCode = await runWords(process.argv.slice(2), {
  place: programPlaceOf(import.meta.url),
  streams: createNodeStreams(),
  readsInThread: false,
  starter: null,
})
