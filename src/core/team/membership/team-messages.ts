import type { Failure } from '../../../contract/result.ts'

/** All sentences about the team of this PC that core writes, beside those about its database. */
export const teamMessages = {
  hasTeam: {
    kind: 'conflict',
    message: 'This PC is already in a team.',
    next: 'Leave that team first.',
  },
  noTeam: { kind: 'not-found', message: 'This PC isn’t in a team.', next: 'Create a team, or join one.' },
  noKeychain: {
    kind: 'vault-unreadable',
    message: 'A team needs the keychain of this PC, which isn’t available.',
    kept: 'Nothing was changed.',
    next: 'Unlock the keychain and try again.',
  },
  keysMissing: {
    kind: 'sign-in-required',
    message: 'The keys of the team are no longer on this PC.',
    next: 'Leave the team, then join it again with a new invitation.',
  },
  lockedKeychain: {
    kind: 'vault-unreadable',
    message: 'The keys of the team couldn’t be read from the keychain of this PC.',
    kept: 'Your work is saved on this PC.',
    next: 'Unlock the keychain and try again.',
  },
  mayNotAddMembers: {
    kind: 'rejected',
    message: 'This user name isn’t allowed to add members to the database.',
    next: 'Ask the administrator of the database for a user name that owns it and may create roles.',
  },
  notOwner: {
    kind: 'rejected',
    message: 'Only an owner of the team can do this.',
    next: 'Ask an owner of the team.',
  },
  noMember: { kind: 'not-found', message: 'This PC is no longer in the team.', next: 'Refresh the list of members.' },
  removeSelf: {
    kind: 'invalid-input',
    message: 'An owner can’t remove their own PC.',
    next: 'Leave the team instead.',
  },
  damagedInvitation: {
    kind: 'invalid-input',
    message: 'This isn’t a complete invitation.',
    next: 'Copy the whole text of the invitation again.',
  },
  expiredInvitation: {
    kind: 'invalid-input',
    message: 'This invitation has expired.',
    next: 'Ask an owner of the team for a new one. If it is new, check this PC’s date.',
  },
  wrongPassphrase: {
    kind: 'invalid-input',
    message: 'The passphrase doesn’t match the invitation.',
    next: 'Check the passphrase. It has 20 letters and digits.',
  },
  newerInvitation: {
    kind: 'rejected',
    message: 'This invitation is from a newer version of Forecourt.',
    next: 'Update Forecourt on this PC, then join again.',
  },
  invalidCertificates: {
    kind: 'invalid-input',
    message: 'The CA file has no certificate.',
    next: 'Choose a file in PEM format. It begins with “-----BEGIN CERTIFICATE-----”.',
  },
  notAccepted: {
    kind: 'rejected',
    message: 'The team didn’t accept this PC: the invitation was used before, or has expired.',
    next: 'Leave the team, then join it again with a new invitation.',
  },
  practiceOnly: {
    kind: 'rejected',
    message: 'The practice team works with practice data only.',
    next: 'Switch to practice, then try again.',
  },
  removed: {
    kind: 'rejected',
    message: 'This PC was removed from the team.',
    kept: 'Your own work stays on this PC.',
    next: 'To come back, leave the team, then join it again with a new invitation.',
  },
} as const satisfies Readonly<Record<string, Failure>>
