import type { TextEncoding } from '../../../contract/table-choices.ts'

/** The encodings that can be chosen, for the screen. */
export const encodingNames: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac Roman',
  cp850: 'DOS (code page 850)',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  gb18030: 'GB18030',
  big5: 'Big5',
}
