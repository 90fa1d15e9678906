const hasCommandKey = navigator.platform.startsWith('Mac')

/** On macOS, Command with one of these keys belongs to the system: Command+H hides the program. Control works there. */
const takenBySystem = /Ctrl\+H\b/g

/**
 * Keys as the keyboard of this PC names them: "Ctrl+O" is "Cmd+O" on a Mac, where Forecourt's shortcuts work with Command. The text
 * may contain other words.
 */
export function keysOnThisPc(text: string, isMac = hasCommandKey): string {
  if (!isMac) return text
  return text
    .replaceAll(takenBySystem, 'Control+H')
    .replaceAll(/\bCtrl\b/g, 'Cmd')
    .replaceAll(/\bAlt\b/g, 'Option')
}
