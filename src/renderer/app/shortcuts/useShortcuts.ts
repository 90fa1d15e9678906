import { useEventListener } from '@vueuse/core'
import { type InjectionKey, onScopeDispose, shallowRef } from 'vue'
import { provided } from '../../ui/provided-state.ts'
import {
  dialogIsOpen,
  isTextField,
  type KeyPress,
  matchesKeys,
  type ShortcutBinding,
  takesCharacters,
} from './shortcut.ts'

type ShortcutEvent = KeyPress & Pick<KeyboardEvent, 'defaultPrevented' | 'preventDefault' | 'repeat' | 'target'>

/** All shortcuts of the window behind one guard: behind a modal dialog, only those for dialogs work. */
export function createShortcutRegistry(isBlocked: () => boolean = dialogIsOpen) {
  /** What is registered now; the newest registration comes first and wins. */
  const bindings = shallowRef<readonly ShortcutBinding[]>([])

  function applies(binding: ShortcutBinding, event: ShortcutEvent): boolean {
    if (!matchesKeys(binding.keys, event)) return false
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (!hasModifier && event.repeat) return false
    const isInput = hasModifier ? isTextField(event.target) : takesCharacters(event.target)
    if (isInput && !binding.inTextFields) return false
    if (binding.within !== undefined && !(event.target as Element | null)?.closest?.(binding.within)) return false
    return binding.isActive?.() ?? true
  }

  return {
    bindings,
    /** Gives the function that removes the bindings. */
    register(added: readonly ShortcutBinding[]) {
      bindings.value = [...added, ...bindings.value]
      return () => {
        bindings.value = bindings.value.filter((binding) => !added.includes(binding))
      }
    },
    handle(event: ShortcutEvent) {
      if (event.defaultPrevented) return
      const blocked = isBlocked()
      const binding = bindings.value.find((each) => (!blocked || each.inDialogs) && applies(each, event))
      if (!binding) return
      event.preventDefault()
      binding.run()
    },
  }
}

export const shortcutsKey: InjectionKey<ReturnType<typeof createShortcutRegistry>> = Symbol('shortcuts')

/** The registry of the window, with its one listener. For the shell. */
export function createWindowShortcuts() {
  const registry = createShortcutRegistry()
  useEventListener(window, 'keydown', registry.handle)
  return registry
}

/** Registers shortcuts for as long as the component lives. */
export function useShortcuts(bindings: readonly ShortcutBinding[], registry = provided(shortcutsKey)): void {
  onScopeDispose(registry.register(bindings))
}
