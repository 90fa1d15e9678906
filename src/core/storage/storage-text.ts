/** The sentences of storage. Technical details, such as a reason of the keychain, are added by the caller. */
export const storageText = {
  closing: 'Forecourt is closing.',
  damaged: 'The database file is damaged.',
  damagedOrForeign: "The database file is damaged, or it isn't a Forecourt file.",
  newerVersion: 'This data was saved by a newer version of Forecourt. Install the latest version to open it.',
  protectionDamaged: 'The file that describes how your data is protected is damaged.',
  keyMissing: "Your data is on this PC, but its key isn't in the keychain.",
  keyDiffers: "The key in this PC's keychain doesn't match your data.",
  databaseMissing: 'The database file is missing or empty, although Forecourt has been used here.',
  rebuilt: 'The database file was missing. It was rebuilt from its log; the earlier files were kept.',
  logDamaged: (copy: string) =>
    `Part of the data on this PC was damaged. Your latest changes may be missing; check your last upload before you send it again. The damaged part was kept as ${copy}.`,
  historyShorter:
    'The data on this PC is older than when Forecourt was last used. Your latest changes may be missing; check your last upload before you send it again.',
  restored: (savedAt: string, setAside: string | null) =>
    `Your data was restored from the backup of ${savedAt}. Changes after it are not included.${setAside ? ` The damaged file was kept as ${setAside}.` : ''}`,
  noBackup: 'There is no backup of your data in the data folder.',
  inUse:
    'Another program is using the data file of Forecourt, for example a backup or a virus scanner. Wait a moment and try again.',
  recoveryKeyTyped: "That recovery key isn't complete or has a typing error.",
  recoveryKeyOther: "That recovery key doesn't open the data on this PC.",
  recoveryKeyNext: 'Compare it with your print-out and try again.',
  passwordNeeded: "This PC's keychain isn't available. Choose a new password for your data.",
  alreadyOpen: 'Forecourt is already open with this data. Use that window, or close it and try again.',
  wrongPassword: "That password isn't correct.",
  wrongPasswordNext: 'Check the password and try again.',
  wrongState: "This isn't available in the current state of your data.",
  setAside: (fileName: string) => `Your earlier data was set aside as ${fileName} in the Forecourt data folder.`,
  unchanged: (problem: string) => `${problem} Nothing was changed. Check the disk and try again.`,
  diskFull: 'The disk is full. Free up space and try again.',
  notWritable: "Forecourt can't write to its data folder. Ask your IT support for access, then try again.",
  unreachable: (code: string) => `Can't read the data on this PC (${code}). Nothing was changed. Try again.`,
} as const
