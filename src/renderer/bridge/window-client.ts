import type { HostBridge } from '../../contract/bridge.ts'
import { createBrowserBridge } from './browser-bridge.ts'
import { createProgramClient, type WindowClient } from './program-client.ts'

declare global {
  interface Window {
    /** Set by the desktop's preload; absent in a browser. */
    readonly forecourt?: HostBridge
  }
}

/** The client over the host of this page: the desktop's bridge, or in a browser the loopback address. For the start of the window. */
export const createWindowClient = (): WindowClient => createProgramClient(window.forecourt ?? createBrowserBridge())
