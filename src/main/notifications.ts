import { Notification } from 'electron'
import type { Notifier } from '../core/ports/notifier.ts'

/** Shows notifications of the system. `showWindow` is called when one is clicked. */
export function createDesktopNotifier(showWindow: () => void): Notifier {
  // A notification that is garbage collected loses its click event.
  const shown = new Set<Notification>()
  return {
    show({ title, body, onClick }) {
      if (!Notification.isSupported()) return
      const notification = new Notification({ title, body })
      shown.add(notification)
      notification.on('click', () => {
        shown.delete(notification)
        showWindow()
        onClick()
      })
      notification.on('close', () => shown.delete(notification))
      notification.show()
    },
  }
}
