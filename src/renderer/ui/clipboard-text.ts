import { keysOnThisPc } from './key-names.ts'

export const clipboardText = {
  copied: 'Copied.',
  failed: keysOnThisPc('Couldn’t copy. Select the text and press Ctrl+C.'),
  retry: 'Retry',
} as const

export const linkText = {
  confirmSite: (host: string) => ({
    title: `Open ${host}?`,
    text: 'Forecourt doesn’t know this website. It opens in your browser.',
    confirmLabel: 'Open website',
  }),
  noProgram: {
    'https:': 'No browser on this PC opened this page.',
    'tel:': 'No app on this PC makes calls. Dial the number on your phone.',
    'sms:': 'No app on this PC sends text messages.',
    'mailto:': 'No app on this PC sends email.',
  },
  copy: {
    'https:': 'Copy link',
    'tel:': 'Copy number',
    'sms:': 'Copy number',
    'mailto:': 'Copy address',
  },
} as const

export type LinkScheme = keyof typeof linkText.copy
