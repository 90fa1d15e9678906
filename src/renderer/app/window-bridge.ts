import type { HostBridge } from '../../contract/bridge.ts'
import { createBrowserBridge } from '../bridge/browser-bridge.ts'
import { withFirstAnswers } from '../bridge/first-answers.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload; absent in a browser. */
    readonly forecourt?: HostBridge
  }
}

/**
 * The host of this page: the desktop's bridge, or in a browser the loopback address. The program answers the first questions while
 * the rest of the window is evaluated.
 */
export const windowBridge = withFirstAnswers(window.forecourt ?? createBrowserBridge(), [
  'storage.status',
  'app.preferences',
  'connections.state',
])
