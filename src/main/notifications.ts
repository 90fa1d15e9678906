import { Notification } from 'electron'
import type { Notifier } from '../core/ports/notifier.ts'

/** The most notifications whose clicks still lead to what they report. */
const mostKept = 50

/** Shows notifications of the system. `showWindow` is called when one is clicked. */
export function createDesktopNotifier(showWindow: () => void): Notifier {
  // A notification that is garbage collected loses its click event. Windows keeps it in the Action Center after `close`.
  const shown = new Set<Notification>()
  // A click on a notification of an earlier start of Forecourt.
  Notification.handleActivation?.(() => showWindow())
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
      const [oldest] = shown
      if (shown.size > mostKept && oldest) shown.delete(oldest)
      notification.show()
    },
  }
}
