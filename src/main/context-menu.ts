import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'
import { desktopText } from './desktop-text.ts'

/** The longest selection that is offered for a look-up: a VIN with spaces. */
const longestSearch = 25

/** Shows cut, copy, paste and select all where the user right-clicks, and a look-up of the selected text. */
export function showContextMenus(window: BrowserWindow, lookUp: (text: string) => void): void {
  window.webContents.on('context-menu', (_event, { isEditable, editFlags, selectionText }) => {
    const selected = selectionText.trim()
    const template: MenuItemConstructorOptions[] = []
    if (isEditable) template.push({ role: 'cut', enabled: editFlags.canCut })
    if (isEditable || selected !== '') template.push({ role: 'copy', enabled: editFlags.canCopy })
    if (isEditable) template.push({ role: 'paste', enabled: editFlags.canPaste })
    template.push({ role: 'selectAll', enabled: editFlags.canSelectAll })
    if (selected !== '' && selected.length <= longestSearch && !/[\r\n]/.test(selected)) {
      template.push(
        { type: 'separator' },
        { label: desktopText.menu.lookUpSelected(selected), click: () => lookUp(selected) },
      )
    }
    Menu.buildFromTemplate(template).popup({ window })
  })
}
