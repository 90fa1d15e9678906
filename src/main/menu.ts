import { app, Menu, type MenuItemConstructorOptions } from 'electron'

/** Commands of the menu that the window carries out. */
export type MenuCommand = 'open-file' | 'look-up' | 'customers' | 'settings' | 'shortcuts'

export interface MenuActions {
  command(name: MenuCommand): void
  print(): void
}

/** Sets the menu and its shortcuts. */
export function setMenu({ command, print }: MenuActions): void {
  const isMac = process.platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: 'Se&ttings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => command('settings'),
  }
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
        { label: '&Look up a car…', accelerator: 'CmdOrCtrl+K', click: () => command('look-up') },
        separator,
        { label: '&Export customers…', click: () => command('customers') },
        { label: '&Print…', accelerator: 'CmdOrCtrl+P', click: print },
        separator,
        ...(isMac ? [] : [settings, separator]),
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
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
        { label: '&Keyboard shortcuts', click: () => command('shortcuts') },
        ...(isMac ? [] : [separator, { label: '&About Forecourt', click: () => app.showAboutPanel() }]),
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
