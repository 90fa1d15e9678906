/** The sentences of storage. Technical details, such as a reason of the keychain, are added by the caller. */
export const storageText = {
  closing: 'Forecourt is closing.',
  damaged: 'The database file is damaged.',
  damagedOrForeign: "The database file is damaged, or it isn't a Forecourt file.",
  newerVersion: 'This data was saved by a newer version of Forecourt. Install the latest version to open it.',
  olderVersion:
    "This data was saved by an earlier test version of Forecourt, and this version can't read it. Set it aside and start empty.",
  protectionDamaged: 'The file that describes how your data is protected is damaged.',
  keyMissing: "Your data is on this PC, but its key isn't in the keychain.",
  keyDiffers: "The key in this PC's keychain doesn't match your data.",
  databaseMissing: 'The database file is missing or empty, although Forecourt has been used here.',
  rebuilt: 'The database file was missing. It was rebuilt from its log; the earlier files were kept.',
  logDamaged: (copy: string) =>
    `Part of the data on this PC was damaged. Your latest changes may be missing; check your last upload before you send it again. The damaged part was kept as ${copy}.`,
  historyShorter:
    'The data on this PC is older than when Forecourt was last used. Your latest changes may be missing; check your last upload before you send it again.',
  restoredWorkPaused:
    'Uploads, changes and bulk look-ups that weren’t finished are paused, because they may have been sent since. Check and resume them.',
  restored: (savedAt: string, setAside: string | null) =>
    `Your data was restored from the backup of ${savedAt}. Changes after it are not included.${setAside ? ` The damaged file was kept as ${setAside}.` : ''}`,
  sharedFolder: {
    network: 'Your data is in a network folder, where it can be damaged. Ask your IT support to move it to this PC.',
    synced:
      'Your data is in a folder that is synchronised with the cloud, where it can be damaged. Ask your IT support to move it to another folder.',
  },
  backupFile: {
    noBackup: (name: string) => `“${name}” isn't a Forecourt backup, or it isn't complete.`,
    damaged: 'This backup is damaged.',
    foreign: "This file isn't a Forecourt backup.",
    newer: 'A newer version of Forecourt made this backup. Install the latest version to restore it.',
    older: "An earlier test version of Forecourt made this backup, and this version can't read it.",
    gone: 'This backup is no longer available.',
    saving: 'Saving the backup',
    reading: 'Reading the backup',
    checking: 'Checking the backup',
    restoring: 'Restoring the backup',
    cancelled: 'Cancelled. Nothing was changed.',
    busy: 'Another backup is being saved or restored.',
    chooseAgain: 'Choose the file again.',
    chooseAnother: 'Choose another file. Nothing was changed.',
    nothingStored: 'Nothing is stored on this PC, so there is nothing to back up.',
  },
  restoredFromFile: (madeAt: string, earlier: string) =>
    `Your work was restored from the backup of ${madeAt}. Your earlier data was kept as ${earlier} in the Forecourt data folder.`,
  secretsLeft:
    'Your earlier data was deleted. Some of its keys are still in this PC’s keychain, because it refused. Forecourt removes them at its next start.',
  noBackup: 'There is no backup of your data in the data folder.',
  inUse:
    'Another program is using the data file of Forecourt, for example a backup or a virus scanner. Wait a moment and try again.',
  recoveryKeyTyped: "That recovery key isn't complete or has a typing error.",
  recoveryKeyOther: "That recovery key doesn't open the data on this PC.",
  recoveryKeyNext: 'Compare it with your print-out and try again.',
  passwordNeeded: "This PC's keychain isn't available. Choose a new password for your data.",
  noKeychain: "This PC's keychain isn't available, so it can't keep the key. Nothing was changed.",
  alreadyOpen: 'Forecourt is already open with this data. Use that window, or close it and try again.',
  wrongPassword: "That password isn't correct.",
  wrongPasswordNext: 'Check the password and try again.',
  tooManyTries: 'Too many wrong tries.',
  tryAgainIn: (seconds: number) =>
    `Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`,
  wrongState: "This isn't available in the current state of your data.",
  setAside: (fileName: string) => `Your earlier data was set aside as ${fileName} in the Forecourt data folder.`,
  unchanged: (problem: string) => `${problem} Nothing was changed. Check the disk and try again.`,
  noRoomForCopy: "There isn't enough space on this PC for a copy of your data. Free up space and try again.",
  openedOnFullDisk:
    'The disk of this PC is full. You can read your data, and nothing can be saved. Free up space, then restart Forecourt.',
  diskFull: 'The disk is full. Free up space and try again.',
  notWritable: "Forecourt can't write to its data folder. Ask your IT support for access, then try again.",
  unreachable: (code: string) => `Can't read the data on this PC (${code}). Nothing was changed. Try again.`,
} as const
