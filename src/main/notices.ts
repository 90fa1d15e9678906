import { Notification } from 'electron'
import type { Notifier } from '../core/ports/notifier.ts'

/** The system's notices. `bringForward` shows the window when one was clicked. */
export function createDesktopNotifier(bringForward: () => void): Notifier {
  // A notice that is collected as garbage loses its click.
  const shown = new Set<Notification>()
  return {
    show({ title, body, onChosen }) {
      if (!Notification.isSupported()) return
      const notice = new Notification({ title, body })
      shown.add(notice)
      notice.on('click', () => {
        shown.delete(notice)
        bringForward()
        onChosen()
      })
      notice.on('close', () => shown.delete(notice))
      notice.show()
    },
  }
}
