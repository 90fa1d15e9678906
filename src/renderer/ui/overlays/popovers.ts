/** Closes the panels in the browser's top layer, which would cover a dialog. */
export function closePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) popover.hidePopover()
}
