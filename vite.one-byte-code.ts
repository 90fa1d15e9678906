import type { Plugin } from 'vite'

/**
 * Escapes characters outside Latin-1 in the code of the programs: a single one has V8 hold all text of its file with two bytes a
 * character, which is 3 MiB for a program.
 */
export const oneByteCode = (): Plugin => ({
  name: 'one-byte-code',
  // The last step: what is escaped before is written in full again.
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0100-\uffff]/g, escaped)
    }
  },
})

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
