import { formatDate } from '../../ui/format.ts'

export const networkText = {
  proxy: {
    title: 'Sign in to the network’s proxy',
    description: (address: string) => `${address} asks for a user name and password before Forecourt can connect.`,
    explanation: (realm: string) =>
      `${realm === '' ? '' : `It calls itself “${realm}”. `}If you don’t know this proxy, cancel and ask your network administrator.`,
    userName: 'User name',
    password: 'Password',
    refused: 'The proxy didn’t accept this user name and password. Check both and try again.',
    remember: 'Store in this PC’s keychain',
    submit: 'Sign in',
    notStored: { message: 'Your sign-in couldn’t be stored.', next: 'It is kept until you close Forecourt.' },
  },
  declined: {
    title: 'The network’s proxy requires a sign-in.',
    text: (address: string) => `Forecourt can’t connect through ${address}.`,
    signIn: 'Sign in',
  },
  certificate: {
    title: 'Select a certificate',
    description: (host: string) =>
      `${host} asks this PC to identify itself. Your choice is used until you close Forecourt.`,
    label: 'Certificate',
    details: (issuer: string, expiresAt: string | null) =>
      expiresAt === null ? `Issued by ${issuer}` : `Issued by ${issuer}. Expires ${formatDate(expiresAt)}.`,
    none: 'No certificate',
    noneHint: 'The server may refuse the connection.',
    submit: 'Continue',
  },
} as const
