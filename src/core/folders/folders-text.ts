import { formatNumber, plural } from '../../contract/regional-format.ts'

/** The sentences of watched folders. */
export const foldersText = {
  sendYourself: 'This folder leaves sending to you.',
  noTemplate: 'No template is chosen for this folder.',
  templateGone: 'The template of this folder was removed. Choose another one.',
  tooManyLookups: (needed: number, most: number) =>
    `${plural(needed, 'paid look-up')} would be needed. The limit of this folder is ${formatNumber(most)}.`,
  updatesSince: (customers: number) =>
    `The template now updates existing customers, here ${formatNumber(customers)}. To allow that, save the settings of the folder again.`,
  firstFile:
    'This is the first file of the folder for this connection and region, so the usual number of rows isn’t known. Send it yourself.',
  unusualRows: (rows: number, { from, to }: { from: number; to: number }) =>
    `The file has ${plural(rows, 'row')}. Earlier files suggest ${formatNumber(from)} to ${formatNumber(to)}.`,
  leftDraft: (name: string) => `The draft “${name}” waits for you under Import customers. Nothing was sent.`,
  sending: (rows: number, updates: number) =>
    `${plural(rows, 'row')} queued to send.${updates > 0 ? ` ${plural(updates, 'existing customer')} updated.` : ''}`,
  sentByUser: 'The draft was sent in Forecourt.',
  withdrawn: 'The upload was made a draft again. It waits for you under Import customers. Nothing was sent.',
  draftRemoved: 'The draft was removed in Forecourt. Nothing was sent.',
  sameFile: (name: string | null, end: 'cancelled' | 'undone' | null) =>
    [
      name === null ? 'A file with the same content was uploaded before.' : `“${name}” had the same content.`,
      end === null ? '' : `Its upload was ${end}. To send the rows, import this file yourself.`,
      'Nothing was sent.',
    ]
      .filter(Boolean)
      .join(' '),
  empty: 'The file is empty.',
  unexpected: 'Forecourt couldn’t process this file. Open it under Import customers to see why.',
  fileLocked: (name: string, code: string) => `“${name}” can’t be read now (${code}). It is tried again.`,
  link: (name: string) => `“${name}” is a link. Put the file itself into the folder.`,
  notMoved: (name: string, code: string) => `“${name}” can’t be moved (${code}). It is tried again.`,
  notWritten: (code: string) => `Can’t write to the folder (${code}). It is tried again.`,
  diskFull: 'The disk is full. Free up space. The files stay in the folder and are tried again.',
  retried: (reason: string) => `${reason} It is tried again.`,
  notAbsolute: 'Enter the whole path of a folder, for example D:\\Exports.',
  noFolder: (folder: string) => `Can’t find the folder “${folder}”.`,
  noFolderNext: 'Check its name, or connect the drive.',
  inDataFolder: 'This folder belongs to the Forecourt data itself.',
  chooseOther: 'Choose another folder.',
  notWritable: (folder: string) => `Forecourt can’t write to “${folder}”, so it can’t move files there.`,
  notWritableNext: 'Choose another folder, or ask your IT support for access.',
  watchedAlready: (folder: string) => `“${folder}” is watched already.`,
  insideWatched: (folder: string) => `This folder has the moved files of the watched folder “${folder}”.`,
  aroundWatched: (folder: string) => `Files of this folder would be moved into the watched folder “${folder}”.`,
  notChosen: 'Choose the folder again.',
  tooMany: (most: number) => `${most} folders are watched already. Remove one first.`,
  notFound: 'This folder is no longer watched.',
  fileNotFound: 'This file is no longer in the history.',
  connectionGone: 'The connection no longer exists. Choose another one.',
  templateNeeded: 'Choose a template before files are sent by themselves.',
  restored:
    'Your data was restored, so this folder was paused: its files may have been sent since. They wait until you resume it.',
  noticeTitle: 'Watched folder',
  waits: (folder: string, file: string, reason: string) => `${folder}: “${file}” needs your answer. ${reason}`,
  refused: (folder: string, file: string) => `${folder}: “${file}” can’t be imported. Its report is in “failed”.`,
  several: (folder: string, waiting: number, refused: number) =>
    [
      `${folder}:`,
      waiting > 0 ? `${plural(waiting, 'file')} ${waiting === 1 ? 'needs' : 'need'} your answer.` : '',
      refused > 0 ? `${plural(refused, 'file')} can’t be imported.` : '',
    ]
      .filter(Boolean)
      .join(' '),
} as const
