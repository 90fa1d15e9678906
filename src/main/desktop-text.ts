import { unexpectedMessage } from '../contract/failure.ts'

/** The words of the desktop's own dialogs, menus and icon beside the clock. `&` marks the letter of a menu that Alt chooses. */
export const desktopText = {
  name: 'Forecourt',
  notStarted: 'Forecourt could not start',
  dataUnchanged: (logFolder: string): string => `Your data was not changed. Details are in the log: ${logFolder}`,
  folderRefused: (reason: string): string =>
    `The folder for its data can’t be used. Ask your IT support for access to it.\n\n${reason}`,
  defect: {
    title: 'Forecourt has to close',
    text: (reference: string, logFolder: string): string =>
      `${unexpectedMessage} Everything saved so far is safe, and uploads continue when you start it again.\n\nReference: ${reference}\nDetails are in the log: ${logFolder}`,
  },
  closing: {
    message: 'An upload is running.',
    detail:
      'It can continue while Forecourt is in the tray. If you stop now, it continues when you next start Forecourt.',
    notStored:
      'It can continue while Forecourt is in the tray. Nothing is stored on this PC: if you stop now, rows that aren’t sent yet are lost.',
    buttons: ['Continue in the tray', 'Stop for now', 'Cancel'],
    remember: 'Remember my answer. You can change it in Settings.',
  },
  unsaved: {
    message: 'Text that you typed isn’t saved.',
    detail: 'It is lost when the window closes.',
    buttons: ['Close anyway', 'Cancel'],
  },
  page: {
    crashed: 'The Forecourt window has crashed twice.',
    unresponsive: 'The Forecourt window isn’t responding.',
    detail: 'Reloading it loses nothing that was saved. Uploads continue.',
    buttons: ['Reload', 'Wait', 'Close Forecourt'],
  },
  file: {
    open: 'Open a spreadsheet',
    spreadsheets: 'Spreadsheets',
    all: 'All files',
    chooseFolder: 'Choose a folder',
    save: 'Save',
    notSaved: (name: string): string => `“${name}” could not be saved.`,
    notSavedNext: 'Check that the disk has space and that the file isn’t open in another program. Then save it again.',
    elsewhere: (name: string): string => `“${name}” isn’t on this PC.`,
    elsewhereNext: 'Copy it to this PC, then open it from there.',
    badPath: (name: string): string => `“${name}” can’t be opened because of the characters in its path.`,
    badPathNext: 'Rename the file or its folder, then open it again.',
    noFile: (name: string): string => `“${name}” is not a file.`,
    gone: (name: string): string => `“${name}” no longer exists.`,
    goneNext: 'Choose the file again.',
    busy: (name: string): string => `“${name}” can't be opened.`,
    busyNext: 'Close it in other programs, then try again.',
  },
  tray: {
    open: 'Open Forecourt',
    calls: (count: number): string => (count === 1 ? '1 call today' : `${count} calls today`),
    uploading: (part: number): string => `Uploading, ${Math.floor(part * 100)}%`,
    quit: 'Quit',
  },
  menu: {
    settings: 'Se&ttings…',
    updates: 'Check for &updates…',
    file: '&File',
    openSpreadsheet: '&Open spreadsheet…',
    palette: '&Search and run commands…',
    lookUp: '&Look up a car…',
    export: '&Export customers…',
    print: '&Print…',
    lock: 'Lock &now',
    view: '&View',
    back: '&Back',
    forward: '&Forward',
    help: '&Help for this screen',
    tour: '&Take the tour',
    shortcuts: '&Keyboard shortcuts',
    whatsNew: '&What’s new',
    about: '&About Forecourt',
    lookUpSelected: (selected: string): string => `Look up “${selected}”`,
  },
} as const
