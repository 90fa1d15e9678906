/** Tells open panels to close: a dialog is about to open, and the focus returns to the button of the panel when that closes. */
export const closePopoversEvent = 'forecourt-close-popovers'

export const closePopovers = (): boolean => document.dispatchEvent(new Event(closePopoversEvent))
