import { createReadStream, writeSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

/** Standard input and output of a command. */
export interface CommandStreams {
  /** Writes to standard output. Throws or rejects with the system's error: a full disk, or a reader that is gone. */
  write(text: string): void | Promise<void>
  /** Writes to standard error. */
  tell(text: string): void
  readonly input: () => AsyncIterable<Buffer | string>
  /** Asks the user in the terminal. Null: standard input is none. */
  readonly ask: ((question: string) => Promise<string>) | null
}

/** The streams of Node. */
export function createNodeStreams(): CommandStreams {
  // Without listeners, what the system refuses ends the process. `write` reports a refused result; progress may be lost.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    write: (text) =>
      new Promise((done, refuse) => {
        process.stdout.write(text, (error) => (error ? refuse(error) : done()))
      }),
    tell: (text) => void process.stderr.write(text),
    input: () => process.stdin,
    ask: process.stdin.isTTY ? askInTerminal : null,
  }
}

/**
 * The file descriptors themselves, for the installed program on Windows: Electron replaces `write` of both streams there, so that they end in
 * one, and gives an empty standard input. They are the pipes of `forecourt.cmd`.
 */
export function createDescriptorStreams([input, output, errors]: readonly [number, number, number]): CommandStreams {
  return {
    write: (text) => writeAll(output, text),
    tell(text) {
      try {
        writeAll(errors, text)
      } catch {
        // Nobody reads the progress, or the process has no standard error. The result is still wanted.
      }
    },
    input: () => createReadStream('', { fd: input, autoClose: false }),
    ask: null,
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

async function askInTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
