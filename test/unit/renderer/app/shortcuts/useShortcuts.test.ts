import { effectScope } from 'vue'
import { expect, it } from 'vitest'
import type { ShortcutBinding } from '../../../../../src/renderer/app/shortcuts/shortcut.ts'
import { createShortcutRegistry, useShortcuts } from '../../../../../src/renderer/app/shortcuts/useShortcuts.ts'

const body = { tagName: 'BODY', closest: () => null } as unknown as EventTarget
const field = { tagName: 'INPUT', type: 'text', closest: () => null } as unknown as EventTarget
const select = { tagName: 'SELECT', closest: () => null } as unknown as EventTarget

function open() {
  const dialog = { isOpen: false }
  const registry = createShortcutRegistry(() => dialog.isOpen)
  const ran: string[] = []
  const bind = (keys: string, more: Partial<ShortcutBinding> = {}): ShortcutBinding => ({
    keys,
    label: keys,
    run: () => ran.push(more.label ?? keys),
    ...more,
  })
  const press = (key: string, more: Partial<KeyboardEvent> = {}): boolean => {
    let prevented = false
    registry.handle({
      key,
      code: '',
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      repeat: false,
      defaultPrevented: false,
      target: body,
      preventDefault: () => (prevented = true),
      ...more,
    })
    return prevented
  }
  return { dialog, registry, ran, bind, press }
}

it('runs no shortcut behind an open dialog', () => {
  const { dialog, registry, ran, bind, press } = open()
  registry.register([bind('Ctrl+Z')])
  dialog.isOpen = true
  expect(press('z', { ctrlKey: true })).toBe(false)
  dialog.isOpen = false
  expect(press('z', { ctrlKey: true })).toBe(true)
  expect(ran).toEqual(['Ctrl+Z'])
})

it('leaves a key alone that another handler has used, or that no shortcut matches', () => {
  const { registry, ran, bind, press } = open()
  registry.register([bind('Ctrl+Z')])
  press('z', { ctrlKey: true, defaultPrevented: true })
  expect(press('x', { ctrlKey: true })).toBe(false)
  expect(ran).toEqual([])
})

it('leaves keys in a text field to the field, unless the shortcut works there', () => {
  const { registry, ran, bind, press } = open()
  registry.register([bind('Ctrl+Z'), bind('Ctrl+K', { inTextFields: true }), bind('N')])
  expect(press('z', { ctrlKey: true, target: field })).toBe(false)
  expect(press('n', { target: field })).toBe(false)
  expect(press('k', { ctrlKey: true, target: field })).toBe(true)
  expect(ran).toEqual(['Ctrl+K'])
})

it('leaves letters in a select to the select, but undoes from there', () => {
  const { registry, ran, bind, press } = open()
  registry.register([bind('Ctrl+Z'), bind('N')])
  press('n', { target: select })
  press('z', { ctrlKey: true, target: select })
  expect(ran).toEqual(['Ctrl+Z'])
})

it('lets the newest registration win while it is active', () => {
  const { registry, ran, bind, press } = open()
  let active = true
  registry.register([bind('Ctrl+Z', { label: 'shell' })])
  registry.register([bind('Ctrl+Z', { label: 'screen', isActive: () => active })])
  press('z', { ctrlKey: true })
  active = false
  press('z', { ctrlKey: true })
  expect(ran).toEqual(['screen', 'shell'])
})

it('runs behind an open dialog what is meant for dialogs', () => {
  const { dialog, registry, ran, bind, press } = open()
  registry.register([bind('F1', { inDialogs: true, inTextFields: true }), bind('N')])
  dialog.isOpen = true
  press('F1', { target: field })
  press('n')
  expect(ran).toEqual(['F1'])
})

it('works only within its element where it names one', () => {
  const { registry, ran, bind, press } = open()
  registry.register([bind('N', { within: '[data-workspace]' })])
  press('n')
  const inside = { tagName: 'DIV', closest: (selector: string) => selector } as unknown as EventTarget
  press('n', { target: inside })
  expect(ran).toEqual(['N'])
})

it('does not repeat a single key that is held down', () => {
  const { registry, ran, bind, press } = open()
  registry.register([bind('N')])
  press('n')
  press('n', { repeat: true })
  expect(ran).toEqual(['N'])
})

it('ends with the screen that registered it', () => {
  const { registry, bind, press } = open()
  const scope = effectScope()
  scope.run(() => useShortcuts([bind('N')], registry))
  expect(press('n')).toBe(true)
  scope.stop()
  expect(press('n')).toBe(false)
  expect(registry.bindings.value).toEqual([])
})
