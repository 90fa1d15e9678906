import { app, Menu, type MenuItemConstructorOptions } from 'electron'

/** Sets the menu and its shortcuts. `command` sends a command to the window. */
export function setMenu(command: (name: 'open-file' | 'look-up') => void): void {
  const isMac = process.platform === 'darwin'
  const reload: MenuItemConstructorOptions[] = app.isPackaged
    ? []
    : [{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }]
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: '&Open spreadsheet…', accelerator: 'CmdOrCtrl+O', click: () => command('open-file') },
        { label: '&Look up a car…', accelerator: 'CmdOrCtrl+K', click: () => command('look-up') },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        ...reload,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: '&About Forecourt', click: () => app.showAboutPanel() }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
