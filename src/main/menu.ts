import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { desktopText } from './desktop-text.ts'

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

const { menu: text } = desktopText

/** Sets the menu and its shortcuts. */
export function setMenu({ hasUpdates, command, print }: MenuActions): void {
  const isMac = process.platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: text.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => command('settings'),
  }
  const updates: MenuItemConstructorOptions[] = hasUpdates
    ? [{ label: text.updates, click: () => command('check-updates') }]
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
      label: text.file,
      submenu: [
        { label: text.openSpreadsheet, accelerator: 'CmdOrCtrl+O', click: () => command('open-file') },
        { label: text.palette, accelerator: 'CmdOrCtrl+K', click: () => command('palette') },
        { label: text.lookUp, accelerator: 'CmdOrCtrl+Shift+K', click: () => command('look-up') },
        separator,
        { label: text.export, click: () => command('customers') },
        { label: text.print, accelerator: 'CmdOrCtrl+P', click: print },
        separator,
        { label: text.lock, click: () => command('lock') },
        ...(isMac ? [] : [settings, separator]),
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: text.view,
      submenu: [
        { label: text.back, accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => command('back') },
        { label: text.forward, accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => command('forward') },
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
        { label: text.help, accelerator: 'F1', click: () => command('help') },
        { label: text.tour, click: () => command('tour') },
        { label: text.shortcuts, click: () => command('shortcuts') },
        { label: text.whatsNew, click: () => command('whats-new') },
        ...(isMac ? [] : [separator, ...updates, { label: text.about, click: () => app.showAboutPanel() }]),
      ],
    },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
