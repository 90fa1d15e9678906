import { app, Menu, type MenuItemConstructorOptions } from 'electron'

/** Commands of the menu that the window carries out. */
export type MenuCommand =
  | 'open-file'
  | 'look-up'
  | 'palette'
  | 'back'
  | 'forward'
  | 'customers'
  | 'settings'
  | 'help'
  | 'whats-new'
  | 'tour'
  | 'shortcuts'
  | 'check-updates'
  | 'lock'

export interface MenuActions {
  /** Whether this build has a server for updates. */
  readonly hasUpdates: boolean
  command(name: MenuCommand): void
  print(): void
}

/** Sets the menu and its shortcuts. */
export function setMenu({ hasUpdates, command, print }: MenuActions): void {
  const isMac = process.platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: 'Se&ttings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => command('settings'),
  }
  const updates: MenuItemConstructorOptions[] = hasUpdates
    ? [{ label: 'Check for &updates…', click: () => command('check-updates') }]
    : []
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const development: MenuItemConstructorOptions[] = app.isPackaged
    ? []
    : [{ role: 'reload' }, { role: 'toggleDevTools' }, separator]
  const template: MenuItemConstructorOptions[] = [
    // macOS has settings and Quit in the menu of the program.
    ...(isMac
      ? [
          {
            role: 'appMenu',
            submenu: [
              { role: 'about' },
              ...updates,
              separator,
              settings,
              separator,
              { role: 'services' },
              separator,
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              separator,
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        { label: '&Open spreadsheet…', accelerator: 'CmdOrCtrl+O', click: () => command('open-file') },
        { label: '&Search and run commands…', accelerator: 'CmdOrCtrl+K', click: () => command('palette') },
        { label: '&Look up a car…', accelerator: 'CmdOrCtrl+Shift+K', click: () => command('look-up') },
        separator,
        { label: '&Export customers…', click: () => command('customers') },
        { label: '&Print…', accelerator: 'CmdOrCtrl+P', click: print },
        separator,
        { label: 'Lock &now', click: () => command('lock') },
        ...(isMac ? [] : [settings, separator]),
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { label: '&Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => command('back') },
        { label: '&Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => command('forward') },
        separator,
        ...development,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        separator,
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: '&Help for this screen', accelerator: 'F1', click: () => command('help') },
        { label: '&Take the tour', click: () => command('tour') },
        { label: '&Keyboard shortcuts', click: () => command('shortcuts') },
        { label: '&What’s new', click: () => command('whats-new') },
        ...(isMac ? [] : [separator, ...updates, { label: '&About Forecourt', click: () => app.showAboutPanel() }]),
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
