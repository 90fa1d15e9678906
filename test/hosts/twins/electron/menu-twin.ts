import type * as Electron from 'electron'
import { onlyKnown } from './state.ts'
import { openWindows } from './app-twin.ts'

/** As Electron's `lib/browser/api/menu-item-roles.ts` knows them. */
const roles = new Set(
  (
    'about close copy cut delete forcereload front help hide hideothers minimize paste pasteandmatchstyle quit redo reload resetzoom selectall ' +
    'services recentdocuments clearrecentdocuments startspeaking stopspeaking toggledevtools togglefullscreen undo unhide window zoom zoomin ' +
    'zoomout togglespellchecker appmenu filemenu editmenu viewmenu windowmenu sharemenu'
  ).split(' '),
)
const modifiers = ['cmd', 'cmdorctrl', 'command', 'commandorcontrol', 'control', 'ctrl', 'alt', 'option', 'shift']
const keys =
  /^(?:[a-z0-9]|[-)!@#$%^&*(:;=<,_>.?/~`{\][|\\}"']|f(?:[1-9]|1\d|2[0-4])|plus|space|tab|backspace|delete|insert|return|enter|up|down|left|right|home|end|pageup|pagedown|escape|esc)$/

function checkAccelerator(accelerator: string): void {
  const words = accelerator.toLowerCase().split('+')
  const key = words.pop() ?? ''
  if (!keys.test(key) || words.some((word) => !modifiers.includes(word)))
    throw new Error(`Electron ignores the accelerator ${accelerator}`)
}

type Item = Electron.MenuItemConstructorOptions

function checkItem(item: Item): void {
  onlyKnown('a menu item', item, ['label', 'role', 'type', 'accelerator', 'click', 'enabled', 'submenu'])
  const { label, role, type, accelerator, click, submenu } = item
  if (label === undefined && role === undefined && type !== 'separator')
    throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
  if (role !== undefined && !roles.has(role.toLowerCase())) throw new Error(`Electron ignores the role ${role}`)
  if (role !== undefined && click !== undefined && !Array.isArray(submenu))
    throw new Error(`Electron does what the role ${role} does, not what the click does`)
  if (accelerator !== undefined && accelerator !== null) checkAccelerator(accelerator)
  if (Array.isArray(submenu)) Menu.buildFromTemplate(submenu)
}

export class Menu {
  readonly items: readonly Item[]
  private constructor(items: readonly Item[]) {
    this.items = items
  }
  static buildFromTemplate(this: void, template: Item[]): Menu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array')
    for (const item of template) checkItem(item)
    // Separators at the ends and beside others are left out.
    const isSeparator = (item: Item | undefined): boolean => item === undefined || item.type === 'separator'
    const folded = template.filter((item, at) => !isSeparator(item) || !isSeparator(template[at - 1]))
    return new Menu(folded.filter((item, at) => !isSeparator(item) || at < folded.length - 1))
  }
  static setApplicationMenu(this: void, menu: Menu): void {
    if (!(menu instanceof Menu)) throw new TypeError('Invalid menu')
    menus.application = menu
  }
  popup({ window }: Electron.PopupOptions = {}): void {
    if (!(openWindows as readonly unknown[]).includes(window))
      throw new Error('Cannot open Menu without a BaseWindow present')
    menus.shown = this
  }
}

export const menus: { application: Menu | null; shown: Menu | null } = { application: null, shown: null }
