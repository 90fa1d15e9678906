/** Finds and downloads new versions of the program. What it rejects with has a `code` or is an error of the network. */
export interface Updater {
  /** The newer version that the server offers; null: there is none. */
  check(): Promise<string | null>
  /** Downloads the version of the last check and verifies it. `onProgress`: 0 to 1. */
  download(onProgress: (part: number) => void): Promise<void>
  /** Closes the program, to install what was downloaded and to start again. */
  restart(): void
}
