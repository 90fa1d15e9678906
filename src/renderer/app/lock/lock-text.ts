export const lockText = {
  title: 'Forecourt is locked',
  text: 'Uploads continue.',
  password: 'Password',
  pin: 'PIN',
  unlock: 'Unlock',
} as const
