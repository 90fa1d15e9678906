export const lockText = {
  locked: { message: 'Forecourt is locked.', next: 'Unlock it in the Forecourt window.' },
  nothingToUnlockWith: {
    message: 'Forecourt can’t be locked without a PIN.',
    next: 'Set a PIN in the settings.',
  },
  wrongPin: { message: 'Wrong PIN.', next: 'Try again.' },
  wrongPassword: { message: 'Wrong password.', next: 'Try again.' },
  hasPassword: {
    message: 'Your data has a password, which also unlocks Forecourt.',
    next: 'A PIN is only for data in the keychain.',
  },
  notification: { title: 'Forecourt', body: 'There is news. Unlock Forecourt to see it.' },
} as const
