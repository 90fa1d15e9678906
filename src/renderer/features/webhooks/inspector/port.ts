import { inspectorText } from './inspector-text.ts'

/** The port that the user typed; null when the field is empty: any free port. */
export const readPort = (text: string): number | null => (text.trim() === '' ? null : Number(text))

export function portProblem(text: string): string | null {
  const port = readPort(text)
  const isValid = port === null || (Number.isInteger(port) && port >= 1_024 && port <= 65_535)
  return isValid ? null : inspectorText.receiver.invalidPort
}
