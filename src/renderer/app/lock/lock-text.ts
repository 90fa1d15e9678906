export const lockText = {
  title: 'Forecourt is locked',
  text: 'Uploads continue.',
  password: 'Password',
  pin: 'PIN',
  unlock: 'Unlock',
  help: {
    label: 'Help (F1)',
    password:
      'Enter the password that protects your data on this PC. It is the one that Forecourt asks for when it starts.',
    pin: 'Enter the PIN that was set in Settings.',
    forgotten: 'Forgot it? Enter your recovery key instead.',
    wait: 'After several wrong tries, Forecourt waits before it accepts another one.',
  },
} as const
